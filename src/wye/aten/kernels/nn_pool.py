"""NumPy kernels of pooling.

Sums over windows are taken one dimension after the other; maxima go over the positions inside a window, all windows at
once.  No loop runs over pixels.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

import numpy as np

from wye.aten.arrays.adaptive import average_gradient, window_bounds
from wye.aten.arrays.gathering import gathering
from wye.aten.arrays.results import allocate, computing, described, laid_out
from wye.aten.arrays.scattering import taken_along
from wye.aten.declare import Rules, shortcut
from wye.aten.fake import nn_pool as fake
from wye.aten.kernels.nn_conv import windows
from wye.tensors.dtypes import from_numpy_dtype

__all__ = ["KERNELS"]

KERNELS = Rules()


def to_front(array: Any, axis: int) -> Any:
    """The array with one dimension first; NumPy's function for it takes ten times as long."""
    return array.transpose((axis, *range(axis), *range(axis + 1, array.ndim)))


def from_front(array: Any, axis: int) -> Any:
    """The array with its first dimension in another place."""
    return array.transpose((*range(1, axis + 1), 0, *range(axis + 1, array.ndim)))


def _lowest(dtype: Any) -> Any:
    if from_numpy_dtype(dtype).is_floating_point:
        return -np.inf
    return np.iinfo(dtype).min


def _overhang(x: Any, geometry: Any, value: Any) -> tuple[Any, Any]:
    """The array with room around it for every window, also in ceil mode, and how the windows lie in it."""
    lead = x.ndim - len(geometry.kernel)
    reach = [
        max(size + 2 * p, (c - 1) * s + (k - 1) * d + 1)
        for size, p, c, s, k, d in zip(
            x.shape[lead:], geometry.padding, geometry.counts, geometry.stride, geometry.kernel, geometry.dilation,
            strict=True,
        )
    ]  # fmt: skip
    if tuple(reach) == x.shape[lead:]:
        return x, geometry
    sparse = gathering(
        x.shape[lead:], prod(x.shape[:lead]), geometry.kernel, geometry.stride, geometry.padding, geometry.dilation,
        geometry.counts, every_tap=False,
    )  # fmt: skip
    if sparse is not None:
        return sparse.gather(x, value), sparse
    result = np.full((*x.shape[:lead], *reach), value, x.dtype)
    inside: tuple[Any, ...] = tuple(
        slice(p, p + size) for p, size in zip(geometry.padding, x.shape[lead:], strict=True)
    )
    result[(..., *inside)] = x
    return result, geometry


def _positions(geometry: Any) -> list[Any]:
    """For each dimension, where the windows begin; negative in the padding."""
    return [
        np.arange(count) * s - p for count, s, p in zip(geometry.counts, geometry.stride, geometry.padding, strict=True)
    ]


def _flat(per_dim: list[Any], shape: tuple[int, ...]) -> Any:
    """Flat indices of the grid that one index array per dimension spans."""
    total = np.zeros((1,) * len(shape), np.int64)
    for dim, where in enumerate(per_dim):
        total = total + where.reshape(-1, *(1,) * (len(shape) - dim - 1)) * prod(shape[dim + 1 :])
    return total


def _max_pool(self: Any, metas: Any, geometry: Any) -> Any:
    spatial = self.shape[self.ndim - len(geometry.kernel) :]
    x = self.astype(computing(self.dtype), copy=False)
    lowest = _lowest(x.dtype)
    roomy, over = _overhang(x, geometry, lowest)
    view = windows(roomy, over.kernel, over.stride, over.dilation, geometry.counts)
    begins = _positions(geometry)
    # If no element is greater than the lowest value, the first position inside the input is taken.
    first = [np.where(b < 0, b + -(b // d) * d, b) for b, d in zip(begins, geometry.dilation, strict=True)]
    best = np.full(geometry.shape, lowest, x.dtype)
    where = np.empty(geometry.shape, np.int64)
    where[...] = _flat(first, spatial)
    # For each dimension, the positions in the input of [tap, window].
    places = [np.add.outer(np.asarray(t) * d, b) for t, d, b in zip(over.taps, geometry.dilation, begins, strict=True)]
    if prod(geometry.counts) < prod(over.kernel):
        _max_of_few(view, places, spatial, lowest, best, where)
    else:
        _max_of_many(view, places, spatial, best, where)
    return laid_out(best, metas[0]), laid_out(where, metas[1])


def _max_of_many(view: Any, places: list[Any], spatial: Any, best: Any, where: Any) -> None:
    """All windows at once, one place inside them after the other."""
    floats, lead = best.dtype.kind == "f", (slice(None),) * (best.ndim - len(spatial))
    for tap in product(*(range(len(place)) for place in places)):
        values = view[(*lead, *tap)]
        wins = values > best
        if floats:
            wins |= np.isnan(values)
        at = _flat([place[t] for place, t in zip(places, tap, strict=True)], spatial)
        np.copyto(best, values, where=wins)
        np.copyto(where, at, where=wins)


def _max_of_few(view: Any, places: list[Any], spatial: Any, lowest: Any, best: Any, where: Any) -> None:
    """One large window after the other."""
    lead = best.shape[: best.ndim - len(spatial)]
    for window in product(*(range(place.shape[1]) for place in places)):
        values = view[(..., *window)].reshape(*lead, -1 if best.size else prod(map(len, places)))
        at = values.argmax(-1)
        if best.dtype.kind == "f":  # the last NaN wins
            nans = np.isnan(values)
            at = np.where(nans.any(-1), values.shape[-1] - 1 - nans[..., ::-1].argmax(-1), at)
        top = taken_along(values, at[..., None], -1)[..., 0]
        taps = np.unravel_index(at, view.shape[len(lead) : len(lead) + len(spatial)])
        index = np.zeros(lead, np.int64)
        for place, tap, w, size in zip(places, taps, window, spatial, strict=True):
            index = index * size + place[tap, w]
        here = (..., *window)
        best[here], where[here] = top, np.where(top != lowest, index, where[here])


_FEW_TAPS = 16  # places in a window: for more, sums along one dimension after the other are quicker
_SMALL = 1 << 13  # elements: below, calls take longer than arithmetic


@lru_cache(maxsize=64)
def _elements_of_windows(
    planes: int, size: tuple[int, ...], kernel: tuple[int, ...], stride: tuple[int, ...]
) -> tuple[Any, ...]:
    """Where the elements of all windows are in a plane; for each window of all planes, where its own begin there."""
    counts = tuple((n - k) // s + 1 for n, k, s in zip(size, kernel, stride, strict=True))
    begins = _flat([np.arange(count) * s for count, s in zip(counts, stride, strict=True)], size).reshape(-1, 1)
    inside = _flat([np.arange(k) for k in kernel], size).reshape(1, -1)
    at, each = (begins + inside).reshape(-1), inside.size
    return counts, at, np.arange(planes * begins.size) * each, np.tile(np.arange(begins.size) * each, planes)


def _small_max_pool(self: Any, kernel: tuple[int, ...], stride: tuple[int, ...]) -> Any:
    """Whole windows of few planes, looked up in a table; None where a NaN is among the elements."""
    lead = self.ndim - len(kernel)
    spatial = self.shape[lead:]
    planes = self.size // prod(spatial)
    counts, at, starts, places = _elements_of_windows(planes, spatial, kernel, stride)
    taken = self.reshape(planes, -1).take(at, 1).reshape(-1, prod(kernel))
    first = taken.argmax(1)
    best = taken.reshape(-1).take(np.add(first, starts))
    same = np.equal(best, best)
    if not same.item(same.argmin()):
        return None
    made = (*self.shape[:lead], *counts)
    return best.reshape(made), at.take(np.add(first, places)).reshape(made)


def _whole_windows(
    self: Any, count: int, kernel_size: Any, stride: Any, padding: Any, dilation: Any
) -> tuple[Any, Any] | None:
    """Kernel and stride of a pooling of a small row-major array without padding and gaps; None: it is another case."""
    if self.dtype.char not in "fd" or not 0 < self.size <= _SMALL or self.ndim - count not in (1, 2):
        return None
    if not self.flags.c_contiguous or max(padding) or min(padding) or max(dilation) != 1 or min(dilation) != 1:
        return None
    kernel, steps = (tuple(one) * (count if len(one) == 1 else 1) for one in (kernel_size, stride))
    steps = steps or kernel
    if len(kernel) != count or len(steps) != count or min(*kernel, *steps) < 1:
        return None
    if any(len(one) not in (1, count) for one in (padding, dilation)):
        return None
    fits = all(k <= size for k, size in zip(kernel, self.shape[self.ndim - count :], strict=True))
    return (kernel, steps) if fits else None


def _small_avg_pool(self: Any, kernel: Any, stride: Any) -> Any:
    """The mean of each window of what `_whole_windows` accepts: one addition for each place in a window."""
    ends = [size - k + 1 for size, k in zip(self.shape[self.ndim - len(kernel) :], kernel, strict=True)]
    total: Any = None
    for tap in product(*map(range, kernel)):
        part = self[(..., *(slice(i, i + end, s) for i, end, s in zip(tap, ends, stride, strict=True)))]
        total = part.copy() if total is None else np.add(total, part, total)
    return np.true_divide(total, self.dtype.type(prod(kernel)), total)


def _scattered(grad_output: Any, indices: Any, meta: Any, count: int) -> Any:
    places = prod(meta.shape[len(meta.shape) - count :])
    images = prod(meta.shape[: len(meta.shape) - count])
    total = np.zeros((images, places), computing(meta.dtype))
    if grad_output.size:
        if indices.min() < 0 or indices.max() >= places:
            wrong = indices[(indices < 0) | (indices >= places)].flat[0]
            size = "x".join(map(str, meta.shape[len(meta.shape) - count :]))
            raise IndexError(f"found an invalid max index: {wrong} (output volumes are of size {size})")
        at = indices.reshape(images, -1) + np.arange(images)[:, None] * places
        np.add.at(total.reshape(-1), at.reshape(-1), grad_output.astype(total.dtype, copy=False).reshape(-1))
    return laid_out(total.reshape(meta.shape), meta)


def _divisor(spatial: Any, geometry: Any, count_include_pad: bool, divisor_override: int | None) -> Any:
    """What each window's sum is divided by."""
    if divisor_override is not None:
        return divisor_override
    covered = _known_covered if prod(geometry.counts) <= _SMALL else _covered
    windows = (geometry.kernel, geometry.stride, geometry.padding, geometry.counts)
    return covered(tuple(spatial), *windows, count_include_pad)


def _covered(
    spatial: tuple[int, ...], kernel: Any, stride: Any, padding: Any, counts: Any, count_include_pad: bool
) -> Any:
    """How many places each window covers, with or without those in the padding."""
    total = np.ones((1,) * len(spatial), np.int64)
    for dim, size in enumerate(spatial):
        begin = np.arange(counts[dim]) * stride[dim] - padding[dim]
        end = np.minimum(begin + kernel[dim], size + padding[dim])
        inside = np.minimum(end, size) - np.maximum(begin, 0)
        covered = end - begin if count_include_pad else inside
        total = total * np.maximum(covered, 1).reshape(-1, *(1,) * (len(spatial) - dim - 1))
    return total


_known_covered = lru_cache(maxsize=64)(_covered)


def _sums(parts: Any, inside: tuple[int, int], between: tuple[int, int]) -> Any:
    """The sum of each window along the first dimension; how many elements it has and windows there are, and steps."""
    if between[0] < inside[0]:  # one large window after the other
        begins = range(0, between[0] * between[1], between[1])
        reach = (inside[0] - 1) * inside[1] + 1
        return np.stack([np.add.reduce(parts[begin : begin + reach : inside[1]], 0) for begin in begins])
    reach = (between[0] - 1) * between[1] + 1
    starts = range(0, inside[0] * inside[1], inside[1])
    summed = parts[: reach : between[1]].copy()
    for start in starts[1:]:
        summed += parts[start : start + reach : between[1]]
    return summed


def _avg_pool(self: Any, meta: Any, geometry: Any, count_include_pad: bool, divisor_override: int | None) -> Any:
    count = len(geometry.kernel)
    spatial = self.shape[self.ndim - count :]
    total, over = _overhang(self.astype(computing(self.dtype), copy=False), geometry, 0)
    for dim in range(count):
        axis = self.ndim - count + dim
        steps = (over.kernel[dim], over.dilation[dim]), (geometry.counts[dim], over.stride[dim])
        total = from_front(_sums(to_front(total, axis), *steps), axis)
    divisor = _divisor(spatial, geometry, count_include_pad, divisor_override)
    if total.dtype.kind in "iu":
        total = np.trunc(total / divisor).astype(total.dtype)  # integers are divided as C divides them
    else:
        total = total / (divisor if divisor_override is None else total.dtype.type(divisor))
    return laid_out(total, meta)


def _define(count: int) -> None:
    """Two and three dimensions differ in nothing else."""
    name, average = f"max_pool{count}d", f"avg_pool{count}d"
    shapes, backward_shape = fake.FAKES[f"{name}_with_indices"], fake.FAKES[f"{name}_with_indices_backward"]
    average_shape = fake.FAKES[average]

    @KERNELS(f"{name}_with_indices")
    @shortcut(f"{name}_with_indices")
    def with_indices(
        self: Any, kernel_size: Any, stride: Any = (), padding: Any = (0,), dilation: Any = (1,),
        ceil_mode: bool = False,
    ) -> Any:  # fmt: skip
        """The maximum of each window, and its index."""
        small = not ceil_mode and bool(padding and dilation)  # others are checked below
        whole = _whole_windows(self, count, kernel_size, stride, padding, dilation) if small else None
        found = None if whole is None else _small_max_pool(self, *whole)
        if found is not None:
            return found
        rest = (kernel_size, stride, padding, dilation, ceil_mode)
        return _max_pool(self, described(shapes, self, *rest), described(fake.geometry, name, self, count, *rest))

    @KERNELS(f"{name}_with_indices_backward")
    @shortcut(f"{name}_with_indices_backward")
    def backward(
        grad_output: Any, self: Any, kernel_size: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool,
        indices: Any,
    ) -> Any:  # fmt: skip
        """Gradients go to the positions of the maxima."""
        rest = (kernel_size, stride, padding, dilation, ceil_mode)
        return _scattered(grad_output, indices, described(backward_shape, grad_output, self, *rest, indices), count)

    @KERNELS(average)
    @shortcut(average)
    def mean(
        self: Any, kernel_size: Any, stride: Any = (), padding: Any = (0,), ceil_mode: bool = False,
        count_include_pad: bool = True, divisor_override: int | None = None,
    ) -> Any:  # fmt: skip
        """The mean of each window."""
        if not ceil_mode and divisor_override is None and padding:
            whole = _whole_windows(self, count, kernel_size, stride, padding, (1,))
            if whole is not None and prod(whole[0]) <= _FEW_TAPS:
                return _small_avg_pool(self, *whole)
        rest = (kernel_size, stride, padding)
        meta = described(average_shape, self, *rest, ceil_mode, count_include_pad, divisor_override)
        geometry = described(fake.geometry, average, self, count, *rest, (1,), ceil_mode)
        return _avg_pool(self, meta, geometry, count_include_pad, divisor_override)


_define(2)
_define(3)


@KERNELS("avg_pool2d_backward")
@shortcut("avg_pool2d_backward")
def avg_pool2d_backward(
    grad_output: Any, self: Any, kernel_size: Any, stride: Any, padding: Any, ceil_mode: bool, count_include_pad: bool,
    divisor_override: int | None,
) -> Any:  # fmt: skip
    """Each gradient is spread over its window."""
    meta = described(
        fake.avg_pool2d_backward, grad_output, self, kernel_size, stride, padding, ceil_mode, count_include_pad,
        divisor_override,
    )  # fmt: skip
    geometry = described(fake.geometry, "avg_pool2d", self, 2, kernel_size, stride, padding, (1,), ceil_mode)
    wide, spatial = computing(self.dtype), self.shape[-2:]
    share = grad_output.astype(wide) / _divisor(spatial, geometry, count_include_pad, divisor_override)
    if wide.kind == "i":
        share = np.trunc(share).astype(wide)  # integers are divided as C divides them
    target, over = _overhang(np.zeros(self.shape, wide), geometry, 0)
    view = windows(target, over.kernel, over.stride, over.dilation, geometry.counts)
    if prod(geometry.counts) < prod(over.kernel):
        for window in product(*map(range, geometry.counts)):
            view[(..., *window)] += share[(..., *window, None, None)]
    else:
        for tap in product(*map(range, over.kernel)):
            view[..., tap[0], tap[1], :, :] += share
    if over is not geometry:
        return laid_out(over.scatter(target, spatial), meta)
    (top, left), (height, width) = geometry.padding, spatial
    return laid_out(target[..., top : top + height, left : left + width], meta)


def _taps(begins: Any, ends: Any) -> int:
    """How many elements the longest window has."""
    return int((ends - begins).max(initial=0))


def _window_sums(moved: Any, begins: Any, ends: Any) -> Any:
    """The sum of each window along the first dimension: in one step for each window, or for each place in a window."""
    result = np.zeros((len(begins), *moved.shape[1:]), moved.dtype)
    if len(begins) <= _taps(begins, ends):
        for i, (begin, end) in enumerate(zip(begins, ends, strict=True)):
            np.add.reduce(moved[begin:end], 0, out=result[i])
        return result
    for tap in range(_taps(begins, ends)):
        inside = begins + tap < ends
        result[inside] += moved[begins[inside] + tap]
    return result


def _column(values: Any, ndim: int) -> Any:
    """One value per index of the first dimension, shaped to broadcast to ``ndim`` dimensions."""
    return values.reshape(-1, *(1,) * (ndim - 1))


def _adaptive_avg(self: Any, meta: Any, output_size: Any) -> Any:
    if 0 in meta.shape:
        return allocate(meta)
    total = self.astype(computing(self.dtype), copy=False)
    for dim, count in enumerate(output_size):
        axis = self.ndim - len(output_size) + dim
        moved = to_front(total, axis)
        begins, ends = window_bounds(moved.shape[0], count)
        sums = _window_sums(moved, begins, ends) / _column((ends - begins).astype(total.dtype), moved.ndim)
        total = from_front(sums, axis)
    return laid_out(total, meta)


@KERNELS("_adaptive_avg_pool2d")
@shortcut("adaptive_avg_pool2d")
def _adaptive_avg_pool2d(self: Any, output_size: Any) -> Any:
    return _adaptive_avg(self, described(fake.FAKES["_adaptive_avg_pool2d"], self, output_size), output_size)


@KERNELS("_adaptive_avg_pool3d")
@shortcut("adaptive_avg_pool3d")
def _adaptive_avg_pool3d(self: Any, output_size: Any) -> Any:
    return _adaptive_avg(self, described(fake.FAKES["_adaptive_avg_pool3d"], self, output_size), output_size)


def _adaptive_avg_backward(grad_output: Any, self: Any, meta: Any, count: int) -> Any:
    if 0 in meta.shape or not grad_output.size:
        return laid_out(np.zeros(meta.shape, meta.dtype), meta)
    few = average_gradient(grad_output, self.shape, count)
    if few is not None:
        return laid_out(few, meta)
    total = grad_output.astype(computing(self.dtype), copy=False)
    for dim in range(self.ndim - count, self.ndim):
        moved = to_front(total, dim)
        begins, ends = window_bounds(self.shape[dim], moved.shape[0])
        share = moved / _column((ends - begins).astype(total.dtype), moved.ndim)
        result = np.zeros((self.shape[dim], *moved.shape[1:]), total.dtype)
        for tap in range(_taps(begins, ends)):
            inside = begins + tap < ends
            np.add.at(result, begins[inside] + tap, share[inside])
        total = from_front(result, dim)
    return laid_out(total, meta)


@KERNELS("_adaptive_avg_pool2d_backward")
def _adaptive_avg_pool2d_backward(grad_output: Any, self: Any) -> Any:
    return _adaptive_avg_backward(
        grad_output, self, described(fake.FAKES["_adaptive_avg_pool2d_backward"], grad_output, self), 2
    )


@KERNELS("_adaptive_avg_pool3d_backward")
def _adaptive_avg_pool3d_backward(grad_output: Any, self: Any) -> Any:
    return _adaptive_avg_backward(
        grad_output, self, described(fake.FAKES["_adaptive_avg_pool3d_backward"], grad_output, self), 3
    )


def _adaptive_max(self: Any, metas: Any, output_size: Any) -> Any:
    best, where = allocate(metas[0]), allocate(metas[1])
    if 0 in metas[0].shape:
        return best, where
    lead = self.ndim - len(output_size)
    spatial = self.shape[lead:]
    x = self.astype(computing(self.dtype), copy=False)
    bounds = [window_bounds(size, count) for size, count in zip(spatial, output_size, strict=True)]
    taps = [_taps(*both) for both in bounds]
    if prod(output_size) <= prod(taps):
        _max_of_windows(x, lead, bounds, best, where)
    else:
        _max_of_taps(x, lead, bounds, taps, best, where)
    return best, where


def _max_of_windows(x: Any, lead: int, bounds: Any, best: Any, where: Any) -> None:
    """Few large windows: one after the other."""
    spatial = x.shape[lead:]
    for at in product(*(range(len(begins)) for begins, _ in bounds)):
        spans = [(int(begins[i]), int(ends[i])) for i, (begins, ends) in zip(at, bounds, strict=True)]
        part = x[(..., *(slice(*span) for span in spans))]
        flat = part.reshape(*x.shape[:lead], prod(part.shape[lead:]))
        winner = flat.argmax(-1)
        holes = np.isnan(flat)
        if holes.any():  # the last NaN of a window is its greatest value
            last = flat.shape[-1] - 1 - holes[..., ::-1].argmax(-1)
            winner = np.where(holes.any(-1), last, winner)
        best[(..., *at)] = taken_along(flat, winner[..., None], -1)[..., 0]
        inner = np.unravel_index(winner, part.shape[lead:])
        where[(..., *at)] = sum((one + spans[dim][0]) * prod(spatial[dim + 1 :]) for dim, one in enumerate(inner))


def _max_of_taps(x: Any, lead: int, bounds: Any, taps: list[int], best: Any, where: Any) -> None:
    """Many small windows: all at once, one place inside them after the other."""
    spatial = x.shape[lead:]
    found = np.full(best.shape, -np.inf, x.dtype)
    where[...] = _flat([begins for begins, _ in bounds], spatial)
    for tap in product(*map(range, taps)):
        places = [np.minimum(begins + t, ends - 1) for t, (begins, ends) in zip(tap, bounds, strict=True)]
        values = x[(..., *np.ix_(*places))]
        wins = (values > found) | np.isnan(values)
        np.copyto(found, values, where=wins)
        np.copyto(where, _flat(places, spatial), where=wins)
    best[...] = found


@KERNELS("adaptive_max_pool2d")
@shortcut("adaptive_max_pool2d")
def adaptive_max_pool2d(self: Any, output_size: Any) -> Any:
    """Adaptive pooling: the maximum of each window."""
    return _adaptive_max(self, described(fake.adaptive_max_pool2d, self, output_size), output_size)


@KERNELS("adaptive_max_pool3d")
@shortcut("adaptive_max_pool3d")
def adaptive_max_pool3d(self: Any, output_size: Any) -> Any:
    """Adaptive pooling: the maximum of each window."""
    return _adaptive_max(self, described(fake.adaptive_max_pool3d, self, output_size), output_size)
