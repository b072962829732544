"""NumPy kernels of convolutions: patches by strides, then matrix products.

No loop runs over pixels: forward, patches are seen through strides and multiplied as one matrix; backward, columns are
added up with one strided addition per kernel position.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.aten.arrays import patches
from wye.aten.arrays.gathering import gathering
from wye.aten.arrays.results import computing, described, laid_out, rounded
from wye.aten.arrays.windows import expanded, window_count
from wye.aten.declare import Rules
from wye.aten.fake import nn_conv as fake
from wye.tensors.meta_array import restride
from wye.tensors.numpy_engine import np

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["KERNELS", "windows"]

KERNELS = Rules()
_RESULT, _INPUT, _WEIGHT = range(3)  # what `engine.convolve` computes from the others
_CACHE_BYTES = 1 << 18  # channels of a depthwise convolution are taken together up to this size
_PATCH_BYTES = 1 << 26  # patches of a batch are copied in pieces of about this size


def _padded(x: Any, kernel: Any, stride: Any, padding: Any, dilation: Any, counts: Any) -> tuple[Any, Any, Any]:
    """The array with zeros around its last dimensions, and stride and dilation of the windows over it."""
    if not any(padding):
        return x, stride, dilation
    lead = x.ndim - len(padding)
    shape = (*x.shape[:lead], *(size + 2 * p for size, p in zip(x.shape[lead:], padding, strict=True)))
    sparse = gathering(x.shape[lead:], prod(x.shape[:lead]), kernel, stride, padding, dilation, counts)
    if sparse is not None:
        return sparse.gather(x, 0), sparse.stride, sparse.dilation
    result = np.zeros(shape, x.dtype)
    inside: tuple[Any, ...] = tuple(slice(p, p + size) for size, p in zip(x.shape[lead:], padding, strict=True))
    result[(..., *inside)] = x
    return result, stride, dilation


def windows(x: Any, kernel: Any, stride: Any, dilation: Any, counts: Any) -> Any:
    """A view [..., *kernel, *counts]: every window of the last dimensions."""
    lead = x.ndim - len(kernel)
    steps = x.strides[lead:]
    inner = tuple(step * d for step, d in zip(steps, dilation, strict=True))
    outer = tuple(step * s for step, s in zip(steps, stride, strict=True))
    return restride(x, (*x.shape[:lead], *kernel, *counts), (*x.strides[:lead], *inner, *outer))


def _pieces(count: int, bytes_each: int) -> Any:
    step = max(1, _PATCH_BYTES // max(bytes_each, 1))
    return (slice(start, start + step) for start in range(0, count, step))


def _rows(counts: Any, bytes_of_all: int) -> list[slice]:
    """Parts of the first dimension of the windows of one image, whose patches have about the size of a piece each."""
    step = max(1, counts[0] * _PATCH_BYTES // max(bytes_of_all, 1))
    return [slice(start, start + step) for start in range(0, counts[0], step)]


def _depthwise(x: Any, weight: Any, stride: Any, dilation: Any, counts: Any, out: Any) -> None:
    """Each channel on its own: one multiplication and addition for each kernel position."""
    if any(step != 1 for step in stride) or not x.flags.c_contiguous:
        _by_taps(x, weight, (stride, dilation), counts, out)
        return
    per_channel, planes = weight.shape[0] // x.shape[1], prod(x.shape[2:])
    steps = [step // x.itemsize for step in x.strides[2:]]
    reach = sum((count - 1) * step for count, step in zip(counts, steps, strict=True)) + 1
    flat = x.reshape(*x.shape[:2], 1, planes)
    factors = weight.reshape(x.shape[1], per_channel, -1)
    result = out.reshape(x.shape[0], x.shape[1], per_channel, *counts)
    inside = tuple(slice(count) for count in counts)
    step = max(1, _CACHE_BYTES // (planes * per_channel * x.itemsize))
    for image, start in product(range(x.shape[0]), range(0, x.shape[1], step)):
        some = slice(start, start + step)
        total = _shifted_sum(flat[image, some], factors[some], weight.shape[2:], (steps, dilation), reach)
        result[image, some] = total.reshape(*total.shape[:2], *x.shape[2:])[(..., *inside)]


def _shifted_sum(planes: Any, factors: Any, kernel: Any, geometry: Any, reach: int) -> Any:
    """Whole planes, shifted and weighted: a shift of a padded image is one of its memory, so rows need no loop.

    Elements beyond ``reach``, and those in the padding of a row, are to be ignored.
    """
    steps, dilation = geometry
    total = np.empty((planes.shape[0], factors.shape[1], planes.shape[-1]), planes.dtype)
    sums, part = total[..., :reach], np.empty((*total.shape[:2], reach), planes.dtype)
    for number, tap in enumerate(product(*(range(k) for k in kernel))):
        shift = sum(t * d * step for t, d, step in zip(tap, dilation, steps, strict=True))
        moved, factor = planes[..., shift : shift + reach], factors[..., number, None]
        if number:
            sums += np.multiply(moved, factor, out=part)
        else:
            np.multiply(moved, factor, out=sums)
    return total


def _by_taps(x: Any, weight: Any, geometry: Any, counts: Any, out: Any) -> None:
    """`_shifted_sum` for strides above 1."""
    stride, dilation = geometry
    per_channel = weight.shape[0] // x.shape[1]
    view = windows(x, weight.shape[2:], stride, dilation, counts)
    result = out.reshape(x.shape[0], x.shape[1], per_channel, *counts)
    factors = weight.reshape(x.shape[1], per_channel, *weight.shape[2:])
    ones = (1,) * len(counts)
    result[...] = 0
    for tap in product(*(range(k) for k in weight.shape[2:])):
        factor = factors[(slice(None), slice(None), *tap)].reshape(1, x.shape[1], per_channel, *ones)
        result += view[(slice(None), slice(None), *tap)][:, :, None] * factor


def _correlate(x: Any, weight: Any, stride: Any, padding: Any, dilation: Any, groups: int, counts: Any) -> Any:
    """The convolution itself, in the arrays' own dtype; a contiguous result [N, O, *counts]."""
    batch, features = x.shape[0], weight.shape[0]
    out = np.empty((batch, features, *counts), x.dtype)
    if engine.convolve(_RESULT, x, weight, out, stride, padding, dilation, groups):
        return out
    x, stride, dilation = _padded(x, weight.shape[2:], stride, padding, dilation, counts)
    if groups > 1 and groups == x.shape[1]:
        _depthwise(x, weight, stride, dilation, counts, out)
        return out
    taps, places = weight.shape[1] * prod(weight.shape[2:]), prod(counts)
    matrix = weight.reshape(groups, features // groups, taps)
    view = windows(x, weight.shape[2:], stride, dilation, counts)
    size = groups * taps * places * x.dtype.itemsize
    if size <= _PATCH_BYTES or not out.size:
        result = out.reshape(batch, groups, features // groups, places)
        for piece in _pieces(batch, size):
            some = view[piece]
            np.matmul(matrix, some.reshape(some.shape[0], groups, taps, places), out=result[piece])
        return out
    for image, rows in product(range(batch), _rows(counts, size)):
        some = view[(image, slice(None), *(slice(None),) * len(counts), rows)].reshape(groups, taps, -1)
        out[image, :, rows] = np.matmul(matrix, some).reshape(features, -1, *counts[1:])
    return out


def _add_columns(view: Any, columns: Any, kernel: Any) -> None:
    """Add columns to windows that overlap: one place inside the windows after the other."""
    for tap in product(*(range(k) for k in kernel)):
        at = (slice(None), slice(None), *tap)
        view[at] += columns[at]


def _scatter(columns: Callable[[slice], Any], parts: list[slice], lead: Any, shape: Any, geometry: Any) -> Any:
    """Add columns [N, C, *kernel, *counts] up at their places in a new array [N, C, *shape].

    Args:
        columns: The columns of these windows of the first dimension.
        parts: For which windows they are asked, one after the other.
        lead: N and C, and the dtype.
        shape: The size of the result, without its padding.
        geometry: Kernel, stride, padding, dilation and the number of windows.
    """
    (outer, dtype), (kernel, stride, padding, dilation, counts) = lead, geometry
    sparse = gathering(shape, prod(outer), kernel, stride, padding, dilation, counts)
    if sparse is not None:
        total = np.zeros((*outer, *map(len, sparse.sources)), dtype)
        _add_parts(windows(total, kernel, sparse.stride, sparse.dilation, counts), columns, parts, kernel)
        return sparse.scatter(total, shape)
    wide = (size + 2 * p for size, p in zip(shape, padding, strict=True))
    # A window of a transposed convolution may end behind the result when output padding is absent from it.
    reach = tuple(max(w, (c - 1) * s + (k - 1) * d + 1) for w, c, s, k, d in
                  zip(wide, counts, stride, kernel, dilation, strict=True))  # fmt: skip
    total = np.zeros((*outer, *reach), dtype)
    _add_parts(windows(total, kernel, stride, dilation, counts), columns, parts, kernel)
    inside = tuple(slice(p, p + size) for p, size in zip(padding, shape, strict=True))
    return total[(slice(None), slice(None), *inside)]


def _add_parts(view: Any, columns: Callable[[slice], Any], parts: list[slice], kernel: Any) -> None:
    for rows in parts:
        _add_columns(view[(slice(None), slice(None), *(slice(None),) * len(kernel), rows)], columns(rows), kernel)


def _transposed(x: Any, weight: Any, stride: Any, padding: Any, dilation: Any, groups: int, shape: Any) -> Any:
    """The adjoint of `_correlate` in its input: from [N, O, *counts] to [N, C, *shape]."""
    batch = x.shape[0]
    result = np.empty((batch, weight.shape[1] * groups, *shape), x.dtype)
    if engine.convolve(_INPUT, result, weight, x, stride, padding, dilation, groups):
        return result
    counts, kernel = x.shape[2:], weight.shape[2:]
    taps, places = weight.shape[1] * prod(kernel), prod(counts)
    matrix = weight.reshape(groups, weight.shape[0] // groups, taps).transpose(0, 2, 1)
    size = groups * taps * places * x.dtype.itemsize
    parts = _rows(counts, size) if size > _PATCH_BYTES else [slice(None)]
    for piece in _pieces(batch, size):
        images = x[piece]

        def columns(rows: slice, images: Any = images) -> Any:
            some = images[:, :, rows]
            found = np.matmul(matrix, some.reshape(len(some), groups, weight.shape[0] // groups, -1))
            return found.reshape(len(some), weight.shape[1] * groups, *kernel, *some.shape[2:])

        lead = (len(images), weight.shape[1] * groups)
        result[piece] = _scatter(columns, parts, (lead, x.dtype), shape, (kernel, stride, padding, dilation, counts))
    return result


def _weight_gradient(grad: Any, x: Any, weight: Any, stride: Any, padding: Any, dilation: Any, groups: int) -> Any:
    """The adjoint of `_correlate` in its weight."""
    made = np.empty(weight.shape, grad.dtype)
    if engine.convolve(_WEIGHT, x, made, grad, stride, padding, dilation, groups):
        return made
    counts, places = grad.shape[2:], prod(grad.shape[2:])
    x, stride, dilation = _padded(x, weight.shape[2:], stride, padding, dilation, counts)
    taps = weight.shape[1] * prod(weight.shape[2:])
    total = np.zeros((groups, weight.shape[0] // groups, taps), grad.dtype)
    view = windows(x, weight.shape[2:], stride, dilation, counts)
    size = groups * taps * places * x.dtype.itemsize
    if size > _PATCH_BYTES and grad.size:
        for image, rows in product(range(x.shape[0]), _rows(counts, size)):
            some = view[(image, slice(None), *(slice(None),) * len(counts), rows)].reshape(groups, taps, -1)
            total += np.matmul(grad[image, :, rows].reshape(groups, weight.shape[0] // groups, -1), some.swapaxes(1, 2))
        return total.reshape(weight.shape)
    for piece in _pieces(x.shape[0], size):
        some = view[piece]
        columns = some.reshape(some.shape[0], groups, taps, places).transpose(0, 1, 3, 2)
        left = grad[piece].reshape(some.shape[0], groups, weight.shape[0] // groups, places)
        total += np.matmul(left, columns).sum(0)
    return total.reshape(weight.shape)


@KERNELS("convolution")
def convolution(
    input: Any, weight: Any, bias: Any, stride: Any, padding: Any, dilation: Any, transposed: bool, output_padding: Any,
    groups: int,
) -> Any:  # fmt: skip
    """Convolve images of any number of dimensions."""
    meta = described(
        fake.convolution, input, weight, bias, stride, padding, dilation, transposed, output_padding, groups
    )
    count = input.ndim - 2
    stride, padding = expanded(stride, count, "stride"), expanded(padding, count, "padding")
    dilation, wide = expanded(dilation, count, "dilation"), computing(input.dtype)
    how = (stride, padding, dilation, groups, meta.shape[2:])
    x, factors = input, weight
    if wide is not input.dtype or wide is not weight.dtype:
        x, factors = input.astype(wide, copy=False), weight.astype(wide, copy=False)
    result = (_transposed if transposed else _correlate)(x, factors, *how)
    if bias is not None:
        result += bias.astype(wide, copy=False).reshape((-1,) + (1,) * count)
    return laid_out(result, meta)


@KERNELS("convolution_backward")
def convolution_backward(
    grad_output: Any, input: Any, weight: Any, bias_sizes: Any, stride: Any, padding: Any, dilation: Any,
    transposed: bool, output_padding: Any, groups: int, output_mask: Any,
) -> Any:  # fmt: skip
    """Gradients of input, weight and bias, each if it is requested."""
    metas = described(
        fake.convolution_backward, grad_output, input, weight, bias_sizes, stride, padding, dilation, transposed,
        output_padding, groups, output_mask,
    )  # fmt: skip
    count, wide = input.ndim - 2, computing(input.dtype)
    stride, padding = expanded(stride, count, "stride"), expanded(padding, count, "padding")
    dilation = expanded(dilation, count, "dilation")
    grad, x, factors = grad_output, input, weight
    if not wide is grad.dtype is x.dtype is factors.dtype:
        grad, x, factors = (one.astype(wide, copy=False) for one in (grad, x, factors))
    if wide.kind == "c":
        x, factors = x.conj(), factors.conj()
    back = _correlate if transposed else _transposed
    for_input = for_weight = for_bias = None
    if output_mask[0]:
        for_input = back(grad, factors, stride, padding, dilation, groups, input.shape[2:])
    if output_mask[1]:
        small, large = (x, grad) if transposed else (grad, x)
        for_weight = _weight_gradient(small, large, factors, stride, padding, dilation, groups)
    if output_mask[2]:
        for_bias = np.add.reduce(grad, (0, *range(2, input.ndim)))
    return tuple(map(laid_out, (for_input, for_weight, for_bias), metas))


@KERNELS("im2col")
def im2col(self: Any, kernel_size: Any, dilation: Any, padding: Any, stride: Any) -> Any:
    """Extract patches of images as columns."""
    meta = described(fake.im2col, self, kernel_size, dilation, padding, stride)
    few = patches.columns(self, meta.shape, kernel_size, stride, padding, dilation)
    if few is not None:
        return few
    counts = tuple(map(window_count, self.shape[-2:], kernel_size, stride, padding, dilation))
    x, stride, dilation = _padded(self, kernel_size, stride, padding, dilation, counts)
    # A reshape may find the patches in the input's own memory; the result must not share it.
    return windows(x, tuple(kernel_size), stride, dilation, counts).copy("C").reshape(meta.shape)


@KERNELS("col2im")
def col2im(self: Any, output_size: Any, kernel_size: Any, dilation: Any, padding: Any, stride: Any) -> Any:
    """Add up columns at the positions of their patches: the reverse of `im2col`."""
    meta = described(fake.col2im, self, output_size, kernel_size, dilation, padding, stride)
    few = patches.images(self, meta.shape, kernel_size, stride, padding, dilation)
    if few is not None:
        return few
    counts = tuple(map(window_count, output_size, kernel_size, stride, padding, dilation))
    columns = self.astype(computing(self.dtype), copy=False).reshape(-1, meta.shape[-3], *kernel_size, *counts)
    geometry = (tuple(kernel_size), stride, padding, dilation, counts)
    lead = (columns.shape[:2], columns.dtype)
    result = _scatter(lambda rows: columns, [slice(None)], lead, tuple(output_size), geometry)
    return rounded(np.ascontiguousarray(result), self.dtype).reshape(meta.shape)
