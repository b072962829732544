"""NumPy kernels of cumulative and normalising reductions: cumulative sums, softmax, norms."""

from __future__ import annotations

from functools import cache
from math import inf, nan
from typing import Any

import numpy as np

from wye.aten.declare import Rules, shortcut
from wye.aten.reduction import (
    INT64,
    accumulate_dtype,
    axes_of,
    check_backward,
    check_logcumsumexp,
    check_renorm,
    check_softmax,
    distance_dtype,
    logsumexp_dtype,
    norm_rules,
    reduced_shape,
    refuse_unordered,
    scan_dtype,
    settle,
    vector_norm_axes,
    vector_norm_dtype,
)
from wye.tensors.dtypes import title_of, to_numpy_dtype
from wye.tensors.layout import broadcast_shapes, wrap_dim
from wye.tensors.promotion import to_real

__all__ = ["KERNELS"]

KERNELS = Rules()

_PLAIN = frozenset(map(np.dtype, ("float32", "float64", "int64")))
_REAL = frozenset(map(np.dtype, ("float32", "float64")))
_add: Any = np.add.reduce
_maximum: Any = np.maximum.reduce
_SMALL = 1 << 12  # elements: below this size, calls take longer than arithmetic
_BLOCK = 1 << 16  # elements that stay in the cache between the passes over them


def _store(result: Any, dtype: Any, out: Any) -> Any:
    """The result in its dtype, row-major, or in ``out``."""
    if out is None:
        return result.astype(dtype, "C", copy=False)
    if out is not result:
        np.copyto(out, result, casting="unsafe")
    return out


def _scan(accumulate: Any, kernel: str, self: Any, dim: int, dtype: Any, out: Any) -> Any:
    """Running sums or products.  Sums of 16-bit floats run in float32."""
    axis = wrap_dim(dim, self.ndim)
    if dtype is None and out is None and self.dtype in _PLAIN and self.ndim and self.flags.c_contiguous:
        return accumulate(self, axis)
    wanted = out.dtype if out is not None and dtype is None else scan_dtype(self, dtype, kernel)
    if self.ndim == 0:
        return _store(self.astype(wanted), wanted, out)
    compute = accumulate_dtype(wanted)
    if compute.kind != "c" and self.dtype.kind == "c":
        self = self.real
    if compute != wanted and self.dtype != wanted:
        self = self.astype(wanted)
    into = out if out is not None and out.dtype == compute else np.empty(self.shape, compute)
    accumulate(self, axis, compute, into)
    return into if into is out or (compute == wanted and out is None) else _store(into, wanted, out)


@KERNELS("cumsum")
def cumsum(self: Any, dim: int, *, dtype: Any = None, out: Any = None) -> Any:
    """Cumulative sums along a dimension."""
    return _scan(np.add.accumulate, "cumsum_out_cpu", self, dim, dtype, out)


@KERNELS("cumprod")
def cumprod(self: Any, dim: int, *, dtype: Any = None, out: Any = None) -> Any:
    """Cumulative products along a dimension."""
    return _scan(np.multiply.accumulate, "cumprod_out_cpu", self, dim, dtype, out)


def _running_extreme(accumulate: Any, kernel: str, self: Any, dim: int) -> tuple[Any, Any]:
    """The running extreme and its last index; once NaN it stays NaN, and each later NaN updates the index."""
    axis = wrap_dim(dim, self.ndim)
    if self.ndim == 0:
        return self.copy(), np.zeros((), INT64)
    if self.size:
        refuse_unordered(kernel, self.dtype)
    values, indices = np.empty(self.shape, self.dtype), np.empty(self.shape, INT64)
    if self.size == 0:
        return values, indices
    accumulate(self, axis, None, values)
    along = [1] * self.ndim
    along[axis] = -1
    seen = self == values
    if self.dtype.kind not in "biu":
        seen |= np.isnan(self)
    np.multiply(seen, np.arange(self.shape[axis], dtype=INT64).reshape(along), out=indices)
    np.maximum.accumulate(indices, axis, None, indices)
    return values, indices


@KERNELS("cummax")
def cummax(self: Any, dim: int) -> tuple[Any, Any]:
    """The cumulative maximum along a dimension, and its index."""
    return _running_extreme(np.maximum.accumulate, "cummax_cpu", self, dim)


@KERNELS("cummin")
def cummin(self: Any, dim: int) -> tuple[Any, Any]:
    """The cumulative minimum along a dimension, and its index."""
    return _running_extreme(np.minimum.accumulate, "cummin_cpu", self, dim)


def _log_add_exp(a: Any, b: Any) -> Any:
    """log(exp(a) + exp(b)) of complex numbers; NumPy has it for real ones.

    The angle starts from that of the greater one and is not brought back to one turn, as in PyTorch.
    """
    is_first = a.real >= b.real
    greater, other = np.where(is_first, a, b), np.where(is_first, b, a)
    sum_of_equals = np.log(np.exp(a) + np.exp(b))  # for infinities
    found = np.where(np.isfinite(greater.real), greater + np.log(1 + np.exp(other - greater)), sum_of_equals)
    return np.where(np.isnan(a) | np.isnan(b), complex(nan, nan), _without_angle(found))


def _without_angle(logarithms: Any) -> Any:
    """The logarithm of zero has no angle."""
    return np.where(logarithms.real == -inf, complex(-inf, 0), logarithms)


@KERNELS("logcumsumexp", "_logcumsumexp")
def logcumsumexp(self: Any, dim: int) -> Any:
    """The logarithm of cumulative sums of exponentials."""
    axis = wrap_dim(dim, self.ndim)
    check_logcumsumexp(self)
    if self.ndim == 0:
        return self.copy()
    compute = accumulate_dtype(self.dtype)
    result = np.empty(self.shape, compute)
    if compute.kind != "c":
        np.logaddexp.accumulate(self, axis, compute, result)
        return result.astype(self.dtype, copy=False)
    lines, written = np.moveaxis(self, axis, 0), np.moveaxis(result, axis, 0)
    for i, line in enumerate(lines):
        written[i] = _without_angle(line) if i == 0 else _log_add_exp(written[i - 1], line)
    return result


def _log_sum_exp_into(self: Any, dim: Any, keepdim: bool, out: Any) -> Any:
    """Store a logsumexp; a real result uses the real part of the sum."""
    if self.dtype.kind != "c" or out.dtype.kind == "c":
        np.copyto(out, logsumexp(self, dim, keepdim), casting="unsafe")
        return out
    total = np.exp(logsumexp(self, dim, keepdim))
    np.copyto(out, np.log(total.real), casting="unsafe")
    return out


@KERNELS("logsumexp")
def logsumexp(self: Any, dim: Any, keepdim: bool = False, *, out: Any = None) -> Any:
    """The logarithm of sums of exponentials, shifted so that none of them overflows."""
    if out is not None and out.dtype.kind in "biu":
        raise RuntimeError(
            f"logsumexp(): Expected floating point type for result tensor, but got: {title_of(out.dtype)}"
        )
    if out is not None:
        return _log_sum_exp_into(self, dim, keepdim, out)
    axes = axes_of(dim, self.ndim)
    dtype = logsumexp_dtype(self)
    compute = accumulate_dtype(dtype)
    shape = reduced_shape(self.shape, axes, keepdim)
    source = self.astype(compute, copy=False)
    if self.size == 0:
        return settle(np.log(_add(source, axes)).astype(dtype), shape)
    top = _maximum(source.real, axes, None, None, True)
    top = np.where(np.isfinite(top), top, top.dtype.type(0))
    total = np.subtract(source, top)
    total = _add(np.exp(total, out=total) if total.ndim else np.exp(total), axes, None, None, True)
    return settle((np.log(total) + top).astype(dtype, copy=False), shape)


def _totals(array: Any, axis: int) -> Any:
    """Sums along a dimension that stays as one of size 1: of the last one as inner products, the fastest way."""
    length = array.shape[axis]
    if axis < array.ndim - 1 or length > 4096 or array.dtype.char not in "fd" or not array.flags.c_contiguous:
        return _add(array, axis, None, None, True)
    return np.vecdot(array, np.ones(length, array.dtype)).reshape((*array.shape[:-1], 1))


def _softmax_into(source: Any, axis: int, into: Any) -> None:
    np.subtract(source, _maximum(source, axis, None, None, True), out=into)
    np.exp(into, out=into)
    np.multiply(into, np.reciprocal(_totals(into, axis)), out=into)


def _log_softmax_into(source: Any, axis: int, into: Any) -> None:
    np.subtract(source, _maximum(source, axis, None, None, True), out=into)
    total = _totals(np.exp(into), axis)
    np.subtract(into, np.log(total, out=total), out=into)


def _normalise(fill: Any, self: Any, dim: int, dtype: Any, out: Any) -> Any:
    """Softmax or its logarithm.  Long arrays are worked through in blocks of rows, which stay in the cache."""
    axis = wrap_dim(dim, self.ndim)
    compute = accumulate_dtype(self.dtype)
    into = out if out is not None and out.dtype == compute else np.empty(self.shape, compute)
    if self.size == 0:
        return _store(into, dtype, out)
    if self.ndim == 0:
        fill(self.reshape(1), 0, into.reshape(1))
        return _store(into, dtype, out)
    source = self if self.dtype == compute else self.astype(compute)
    if self.size <= _BLOCK or axis == 0:
        fill(source, axis, into)
    else:
        rows = max(1, _BLOCK * self.shape[0] // self.size)
        for start in range(0, self.shape[0], rows):
            fill(source[start : start + rows], axis, into[start : start + rows])
    return into if into is out or (out is None and compute == dtype) else _store(into, dtype, out)


def _is_small(self: Any) -> bool:
    return self.dtype in _REAL and 0 < self.size <= _SMALL and self.ndim > 0 and bool(self.flags.c_contiguous)


def _small_softmax(self: Any, axis: int) -> Any:
    shape = self.shape
    length = shape[axis]
    if axis < self.ndim - 1 or length > 64:
        result = np.subtract(self, _maximum(self, axis, None, None, True))
        np.exp(result, result)
        return np.divide(result, _add(result, axis, None, None, True), result)
    # Arrays of one shape take a third of the time of broadcasting, and a product with ones gives such sums.
    # Where no sum is very large or small, nothing has to be shifted; NaN and infinities fail the comparisons.
    ones = _square_of_ones(length, self.dtype.char)
    result = np.exp(self)
    total = result.dot(ones)
    if total.item(total.argmin()) > 1e-3 and total.item(total.argmax()) < 1e30:
        return np.divide(result, total, result)
    top = _maximum(self, axis).repeat(length).reshape(shape)
    result = np.subtract(self, top, top)
    np.exp(result, result)
    return np.divide(result, result.dot(ones), result)


def _small_log_softmax(self: Any, axis: int) -> Any:
    """As in `_small_softmax`."""
    length = self.shape[axis]
    ones = _square_of_ones(length, self.dtype.char)
    total = np.exp(self).dot(ones)
    if total.item(total.argmin()) > 1e-3 and total.item(total.argmax()) < 1e3:  # nothing is lost without a shift
        return np.subtract(self, np.log(total, total), total)
    top = _maximum(self, axis).repeat(length).reshape(self.shape)
    result = np.subtract(self, top, top)
    total = np.exp(result).dot(ones)
    np.log(total, total)
    return np.subtract(result, total, result)


@cache
def _square_of_ones(size: int, char: str) -> Any:
    return np.ones((size, size), char)


@KERNELS("_softmax")
@shortcut("softmax")
def softmax(self: Any, dim: int, half_to_float: bool, *, out: Any = None) -> Any:
    """Exponentials that sum to one along a dimension."""
    if out is None and not half_to_float and _is_small(self):
        return _small_softmax(self, wrap_dim(dim, self.ndim))
    check_softmax("softmax", self, dim, half_to_float)
    return _normalise(_softmax_into, self, dim, self.dtype, out)


@KERNELS("_log_softmax")
@shortcut("log_softmax")
def log_softmax(self: Any, dim: int, half_to_float: bool, *, out: Any = None) -> Any:
    """The logarithm of softmax."""
    if out is None and not half_to_float and _is_small(self):
        axis = wrap_dim(dim, self.ndim)
        if axis == self.ndim - 1 and self.shape[axis] <= 64:
            return _small_log_softmax(self, axis)
    check_softmax("log_softmax", self, dim, half_to_float)
    return _normalise(_log_softmax_into, self, dim, self.dtype, out)


@KERNELS("_softmax_backward_data")
@shortcut("softmax_backward")
def softmax_backward(grad_output: Any, output: Any, dim: int, input_dtype: Any) -> Any:
    """The gradient of softmax's input."""
    check_backward("softmax_backward", grad_output, output, dim, to_numpy_dtype(input_dtype))
    if output.size == 0:
        return np.empty(output.shape, output.dtype)
    compute = accumulate_dtype(grad_output.dtype)
    axis = axes_of(dim, output.ndim)
    total = _add(np.multiply(grad_output, output, dtype=compute), axis, None, None, True)
    return _store(
        np.multiply(np.subtract(grad_output, total, dtype=compute), output, dtype=compute), output.dtype, None
    )


@KERNELS("_log_softmax_backward_data")
@shortcut("log_softmax_backward")
def log_softmax_backward(grad_output: Any, output: Any, dim: int, input_dtype: Any) -> Any:
    """The gradient of log_softmax's input."""
    check_backward("log_softmax_backward", grad_output, output, dim, to_numpy_dtype(input_dtype))
    if output.size == 0:
        return np.empty(output.shape, output.dtype)
    compute = accumulate_dtype(grad_output.dtype)
    total = _add(grad_output, axes_of(dim, output.ndim), compute, None, True)
    scaled = np.multiply(np.exp(output, dtype=compute), total, dtype=compute)
    return _store(np.subtract(grad_output, scaled, dtype=compute), output.dtype, None)


def _square_sum(self: Any, axes: tuple[int, ...]) -> Any:
    if self.dtype.kind == "c":
        return _add(np.square(self.real) + np.square(self.imag), axes)
    if len(axes) == self.ndim and self.flags.c_contiguous:
        flat = self.reshape(-1)
        return np.dot(flat, flat)
    return _add(np.square(self), axes)


def _norm(self: Any, order: float, axes: tuple[int, ...]) -> Any:
    if order == 2:
        return np.sqrt(_square_sum(self, axes))
    if order == 0:
        return _add(self != 0, axes, to_real(self.dtype))
    size = np.abs(self)
    if order == 1:
        return _add(size, axes)
    if order == inf:
        return _maximum(size, axes)
    if order == -inf:
        return np.minimum.reduce(size, axes)
    return np.power(_add(np.power(size, order, dtype=size.dtype), axes), 1.0 / order, dtype=size.dtype)


def _plain_length(self: Any, dim: Any, keepdim: bool) -> Any:
    """The lengths of vectors in a row-major array of floats; None: the general algorithm is needed."""
    shape = self.shape
    if dim and not shape:
        return None
    if not dim or (len(dim) == len(shape) and len(axes_of(dim, len(shape))) == len(shape)):
        flat = self.reshape(-1)
        length = np.sqrt(flat.dot(flat))
        return np.array(length).reshape((1,) * len(shape)) if keepdim else length
    if len(dim) > 1:
        return None
    axis = wrap_dim(dim[0], len(shape))
    length = np.sqrt(_add(np.square(self), axis))
    return length.reshape((*shape[:axis], 1, *shape[axis + 1 :])) if keepdim else length


@KERNELS("linalg_vector_norm")
def vector_norm(self: Any, ord: Any = 2, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Any:
    """The vector norm of the elements along dimensions."""
    if ord == 2 and dtype is None and self.dtype.char in "fd" and self.size and self.flags.c_contiguous:
        plain = _plain_length(self, dim, keepdim)
        if plain is not None:
            return plain
    axes = vector_norm_axes(self, ord, dim)
    wanted = vector_norm_dtype(self, ord, dim, axes, None if dtype is None else to_numpy_dtype(dtype))
    compute = accumulate_dtype(wanted)
    result = _norm(self.astype(compute, copy=False), float(ord), axes)
    return settle(result.astype(to_real(wanted), copy=False), reduced_shape(self.shape, axes, keepdim))


KERNELS.update(norm_rules(vector_norm))


@KERNELS("dist")
def dist(self: Any, other: Any, p: Any = 2) -> Any:
    """The norm of the difference."""
    dtype = distance_dtype(self, other)
    broadcast_shapes(self.shape, other.shape)  # do they fit?
    off = np.subtract(self, other, dtype=accumulate_dtype(dtype))
    return vector_norm(np.asarray(off), p).astype(to_real(dtype), copy=False)


@KERNELS("renorm")
def renorm(self: Any, p: Any, dim: int, maxnorm: Any) -> Any:
    """Slices along a dimension, those with a norm above ``maxnorm`` scaled down to it."""
    axis = check_renorm(self, p, dim, maxnorm)
    others = tuple([i for i in range(self.ndim) if i != axis])
    compute = accumulate_dtype(self.dtype)
    length = vector_norm(self.astype(compute, copy=False), p, others, True)
    factor = np.where(length > maxnorm, maxnorm / (length + 1e-7), 1).astype(to_real(compute))
    return _store(np.multiply(self, factor, dtype=compute), self.dtype, None)
