"""NumPy kernels that order, select and count elements: sort, topk, medians, unique, histograms, searches."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.aten.arrays.scattering import taken_along
from wye.aten.declare import Rules, shortcut
from wye.aten.fake import reduce_order as fake
from wye.aten.kernels.factory import KERNELS as FACTORIES
from wye.aten.ordering import (
    check_bins,
    check_edges,
    check_histogram,
    check_kth,
    check_parts,
    check_search,
    check_selectable,
    check_sort,
    check_topk,
    histogram_range,
    search_side,
)
from wye.aten.reduction import FLOAT32, INT64, check_not_empty, reduced_shape, refuse_unordered
from wye.tensors.dtypes import from_numpy_dtype, not_implemented
from wye.tensors.layout import contiguous_strides, strides_like, wrap_dim
from wye.tensors.promotion import result_type

__all__ = ["KERNELS"]

KERNELS = Rules()

_linspace = FACTORIES["linspace"]
_FEW_NUMBERS = 64  # up to so many, lists of Python's are quicker than arrays
_FEW = 16  # up to this k, the elements of a row are found one after the other
_INT32 = np.dtype("int32")
_FLOAT64 = np.dtype("float64")


def _comparable(self: Any) -> Any:
    """The elements in a dtype that NumPy sorts with NaN last; it does not for ml_dtypes' bfloat16."""
    return self if self.dtype.kind != "V" else self.astype(FLOAT32)


def _order(self: Any, axis: int, descending: bool) -> Any:
    """Indices that sort the elements stably along an axis; NaN is greater than all numbers."""
    keys = _comparable(self)
    if not descending:
        return np.argsort(keys, axis, "stable")
    last = self.shape[axis] - 1
    return last - np.flip(np.argsort(np.flip(keys, axis), axis, "stable"), axis)


def _is_plain(self: Any) -> bool:
    """Is it a row-major array of a dtype that NumPy sorts as PyTorch does?"""
    return self.dtype.char in "fdlqi" and self.ndim > 0 and self.size > 0 and bool(self.flags.c_contiguous)


def _sorted(self: Any, axis: int, descending: bool, k: int) -> tuple[Any, Any]:
    """The first k elements of a plain array in sorted order, and their indices.

    Sorting twice is faster than gathering elements by index.
    """
    values = self.copy()
    values.sort(axis)
    before, size = (slice(None),) * axis, self.shape[axis]
    if descending:  # flip, sort, flip: keeps equal elements in their order
        order = self[(*before, slice(None, None, -1))].argsort(axis, "stable")
        np.subtract(np.array(size - 1), order, order)
        cut = (*before, slice(None, -k - 1, -1))
        return values[cut].copy(), order[cut].copy()
    order = self.argsort(axis, "stable")
    if k == size:
        return values, order
    cut = (*before, slice(0, k))
    return values[cut].copy(), order[cut].copy()


def _laid_out(result: Any, like: Any) -> Any:
    """The result with its dimensions in the order of another array's."""
    strides = strides_like(like, result.dtype.itemsize)
    if strides == contiguous_strides(result.shape, result.dtype.itemsize):
        return np.ascontiguousarray(result)
    laid = np.ndarray(result.shape, result.dtype, np.empty(result.size, result.dtype), 0, strides)
    laid[...] = result
    return laid


@KERNELS("sort.stable")
def sort_stable(self: Any, *, stable: bool | None, dim: int = -1, descending: bool = False) -> tuple[Any, Any]:
    """The elements sorted along a dimension, and their indices.  It is always stable."""
    axis = wrap_dim(dim, self.ndim)
    if _is_plain(self):
        return _sorted(self, axis, descending, self.shape[axis])
    check_sort(self)
    if self.ndim == 0:
        return self.copy(), np.zeros((), INT64)
    order = _order(self, axis, descending)
    return _laid_out(taken_along(self, order, axis), self), _laid_out(order, self)


@KERNELS("sort")
def sort(self: Any, dim: int = -1, descending: bool = False) -> tuple[Any, Any]:
    """The elements sorted along a dimension, and their indices."""
    return sort_stable(self, stable=False, dim=dim, descending=descending)


def _best(self: Any, k: int, axis: int, largest: bool) -> Any:
    """Indices of the k greatest or least elements along an axis, unordered."""
    keys, size = _comparable(self), self.shape[axis]
    cut = [slice(None)] * self.ndim
    if largest:
        cut[axis] = slice(size - k, None)
        return np.argpartition(keys, size - k, axis)[tuple(cut)]
    cut[axis] = slice(0, k)
    return np.argpartition(keys, k - 1, axis)[tuple(cut)]


def _one_by_one(self: Any, k: int, largest: bool) -> tuple[Any, Any] | None:
    """The k greatest or least elements of long rows of floats, found one after the other; None: not possible here.

    A pass for each of few is faster than NumPy's partition.  Found elements are overwritten by one never selected.
    """
    size, never = self.shape[-1], -np.inf if largest else np.inf
    rows = self.reshape(-1, size).copy()
    flat, starts = rows.reshape(-1), np.arange(len(rows)) * size
    values, places = np.empty((len(rows), k), self.dtype), np.empty((len(rows), k), INT64)
    find = rows.argmax if largest else rows.argmin
    for turn in range(k):
        at = find(1)
        places[:, turn] = at
        at += starts
        values[:, turn] = flat.take(at)
        flat[at] = never
    if (values == never).any() or (not largest and np.isnan(values).any()):
        return None
    shape = (*self.shape[:-1], k)
    return values.reshape(shape), places.reshape(shape)


@KERNELS("topk")
@shortcut("topk")
def topk(self: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> tuple[Any, Any]:
    """The k greatest or least elements along a dimension, and their indices."""
    axis = wrap_dim(dim, self.ndim)
    if _is_plain(self) and 0 < k <= self.shape[axis] and (k * 4 > self.shape[axis] or self.shape[axis] <= 64):
        return _sorted(self, axis, largest, k)
    if 0 < k <= _FEW and axis == self.ndim - 1 and self.dtype.char in "fd" and _is_plain(self):
        found = _one_by_one(self, k, largest)
        if found is not None:
            return found
    check_topk(self, k, axis)
    if self.ndim == 0:
        return self.copy(), np.zeros((), INT64)
    size = self.shape[axis]
    if k == 0 or self.size == 0:
        shape = (*self.shape[:axis], k, *self.shape[axis + 1 :])
        return np.empty(shape, self.dtype), np.empty(shape, INT64)
    if k * 4 <= size:
        places = _best(self, k, axis, largest)
        chosen = taken_along(self, places, axis)
        order = _order(chosen, axis, largest)
        places = taken_along(places, order, axis)
    else:
        cut = [slice(None)] * self.ndim
        cut[axis] = slice(0, k)
        places = _order(self, axis, largest)[tuple(cut)]
    places = np.ascontiguousarray(places)
    return np.ascontiguousarray(taken_along(self, places, axis)), places


def _pick(self: Any, places: Any, axis: int, keepdim: bool) -> tuple[Any, Any]:
    """The elements at one index per line, and the indices."""
    shape = reduced_shape(self.shape, (axis,), keepdim)
    values = taken_along(self, places, axis)
    return values.reshape(-1).reshape(shape), places.reshape(-1).reshape(shape)


def _one_of_line(name: str, self: Any, dim: int, keepdim: bool) -> tuple[int, Any]:
    """The axis along which one element is chosen, and the answer where there is nothing to choose from."""
    axis = wrap_dim(dim, self.ndim)
    if self.ndim == 0:
        return axis, (self.copy(), np.zeros((), INT64))
    check_not_empty(name, self, dim, (axis,))
    if self.size:
        return axis, None
    shape = reduced_shape(self.shape, (axis,), keepdim)
    return axis, (np.empty(shape, self.dtype), np.empty(shape, INT64))


@KERNELS("kthvalue")
@shortcut("kthvalue")
def kthvalue(self: Any, k: int, dim: int = -1, keepdim: bool = False) -> tuple[Any, Any]:
    """The k-th least element along a dimension, and its index."""
    check_kth(self, k, wrap_dim(dim, self.ndim))
    axis, answer = _one_of_line("kthvalue", self, dim, keepdim)
    if answer is not None:
        return answer  # type: ignore[no-any-return]  # Any by nature
    places = np.take(np.argpartition(_comparable(self), k - 1, axis), [k - 1], axis)
    return _pick(self, places, axis, keepdim)


def _median_places(self: Any, axis: int, ignore_nan: bool) -> Any:
    """Where the lower median of each line is."""
    order = np.argsort(_comparable(self), axis, "stable")
    size = self.shape[axis]
    if self.dtype.kind in "biu":
        return np.take(order, [(size - 1) // 2], axis)
    nan = np.isnan(self)
    if ignore_nan:
        count = size - np.sum(nan, axis, INT64, keepdims=True)
        return taken_along(order, np.maximum(count - 1, 0) // 2, axis)
    middle = np.take(order, [(size - 1) // 2], axis)
    return np.where(np.any(nan, axis, keepdims=True), np.argmax(nan, axis, keepdims=True), middle)


def _median_dim(name: str, self: Any, dim: int, keepdim: bool) -> tuple[Any, Any]:
    axis, answer = _one_of_line("median", self, dim, keepdim)
    check_selectable("median_out", self)
    if answer is not None:
        return answer  # type: ignore[no-any-return]  # Any by nature
    return _pick(self, _median_places(self, axis, name == "nanmedian"), axis, keepdim)


_FEW_ELEMENTS = 1 << 12  # are sorted sooner than their places are looked for


def _median_all(self: Any, ignore_nan: bool) -> Any:
    if self.size == 0:
        return np.array(np.nan).astype(self.dtype)
    if self.dtype.char in "fd" and self.size <= _FEW_ELEMENTS:
        flat = self.ravel()  # a copy, or row-major anyway
        ordered = np.sort(flat)  # NaNs last
        count = flat.size
        if ordered[-1] == ordered[-1]:
            return ordered[(count - 1) // 2]
        if not ignore_nan:
            return flat[np.isnan(flat).argmax()]
        count -= int(np.count_nonzero(ordered != ordered))
        return ordered[(max(count, 1) - 1) // 2]
    check_selectable("median_cpu", self)
    flat = self.reshape(-1)
    return flat[_median_places(flat, 0, ignore_nan)].reshape(())


@KERNELS("median")
def median(self: Any) -> Any:
    """The lower median of all elements; NaN if there is one."""
    return _median_all(self, False)


@KERNELS("nanmedian")
def nanmedian(self: Any) -> Any:
    """The lower median of the elements that are not NaN."""
    return _median_all(self, True)


@KERNELS("median.dim")
@shortcut("median_dim")
def median_dim(self: Any, dim: int, keepdim: bool = False) -> tuple[Any, Any]:
    """The lower median along a dimension, and its index."""
    return _median_dim("median", self, dim, keepdim)


@KERNELS("nanmedian.dim")
def nanmedian_dim(self: Any, dim: int, keepdim: bool = False) -> tuple[Any, Any]:
    """The lower median of the elements that are not NaN along a dimension, and its index."""
    return _median_dim("nanmedian", self, dim, keepdim)


def _place_of_mode(line: list[Any]) -> int | None:
    """The last place of the most frequent of few elements, the least of several; None: one is NaN."""
    counts: dict[Any, int] = {}
    last: dict[Any, int] = {}
    for place, value in enumerate(line):
        if value != value:
            return None
        counts[value] = counts.get(value, 0) + 1
        last[value] = place
    return last[min(counts, key=lambda value: (-counts[value], value))]


@KERNELS("mode")
def mode(self: Any, dim: int = -1, keepdim: bool = False) -> tuple[Any, Any]:
    """The most frequent element along a dimension (the least of several), and its last index."""
    axis, answer = _one_of_line("mode", self, dim, keepdim)
    if answer is not None:
        return answer  # type: ignore[no-any-return]  # Any by nature
    refuse_unordered("mode_cpu", self.dtype)
    if self.ndim == 1 and self.size <= _FEW and self.dtype.char in "fdlq":
        places = _place_of_mode(self.tolist())
        if places is not None:
            return (
                (self[places : places + 1].copy(), np.array([places]))
                if keepdim
                else (self[places].copy(), np.array(places))
            )
    if self.size <= _FEW_NUMBERS and self.dtype.char in "fdlq":
        lines = self.swapaxes(axis, -1)
        each = [_place_of_mode(line) for line in lines.reshape(-1, lines.shape[-1]).tolist()]
        if None not in each:
            chosen = np.array(each).reshape((*lines.shape[:-1], 1)).swapaxes(axis, -1)
            return _pick(self, chosen, axis, keepdim)
    order = np.argsort(_comparable(self), axis, "stable")
    lines = np.moveaxis(taken_along(self, order, axis), axis, -1)
    at = np.arange(lines.shape[-1], dtype=INT64)
    starts = np.zeros(lines.shape, INT64)
    starts[..., 1:] = np.where(lines[..., 1:] != lines[..., :-1], at[1:], 0)
    run = at - np.maximum.accumulate(starts, -1)  # how often the same element occurred before
    longest = np.moveaxis(np.argmax(run, -1, keepdims=True), -1, axis)
    return _pick(self, taken_along(order, longest, axis), axis, keepdim)


def _nothing() -> Any:
    return np.empty((0,), INT64)


def _runs(changes: Any, size: int, shape: tuple[int, ...], order: Any) -> tuple[Any, Any, Any]:
    """Of elements in runs: the starts of the runs, the run of each element in its old place, the lengths."""
    if not size:
        return _nothing(), np.empty(shape, INT64), _nothing()
    at = np.ravel(changes).nonzero()[0]
    bounds = np.empty(at.size + 2, INT64)
    bounds[0], bounds[-1] = 0, size
    np.add(at, 1, bounds[1:-1])
    starts, lengths = bounds[:-1], bounds[1:] - bounds[:-1]
    numbers = np.repeat(np.arange(len(starts), dtype=INT64), lengths)
    inverse = np.empty(size, INT64)
    inverse[slice(None) if order is None else order] = numbers
    return starts, inverse.reshape(shape), lengths


@KERNELS("_unique2")
def unique2(
    self: Any, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False
) -> tuple[Any, Any, Any]:
    """The elements, each once and in order; the index of each element there; the counts."""
    if self.dtype.kind == "c" or (self.dtype.kind != "b" and self.dtype.itemsize == 1 and self.dtype.kind not in "iu"):
        raise not_implemented("unique", self.dtype)
    flat = self.reshape(-1)
    order = np.argsort(_comparable(flat), kind="stable") if return_inverse or self.dtype.kind == "V" else None
    ordered = np.sort(flat) if order is None else flat[order]
    starts, inverse, counts = _runs(ordered[1:] != ordered[:-1], flat.size, self.shape, order)
    return ordered[starts], inverse if return_inverse else _nothing(), counts if return_counts else _nothing()


@KERNELS("_unique")
def unique(self: Any, sorted: bool = True, return_inverse: bool = False) -> tuple[Any, Any]:
    """The elements, each once and in order, and the index of each element there."""
    return unique2(self, sorted, return_inverse)[:2]


@KERNELS("unique_consecutive")
def unique_consecutive(
    self: Any, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> tuple[Any, Any, Any]:
    """The elements without those that repeat their neighbour; the run of each; the lengths of the runs."""
    if dim is not None and (self.ndim != 1 or dim != 0):
        return unique_dim_consecutive(self, dim, return_inverse, return_counts)
    if self.dtype.kind == "c":
        raise not_implemented("unique", self.dtype)
    flat = self.reshape(-1)
    starts, inverse, counts = _runs(flat[1:] != flat[:-1], flat.size, self.shape, None)
    return flat[starts], inverse if return_inverse else _nothing(), counts if return_counts else _nothing()


def _unique_lines(self: Any, dim: int, consecutive: bool) -> tuple[Any, Any, Any]:
    if self.dtype.kind == "c":
        raise not_implemented("unique_dim", self.dtype)
    if self.ndim == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    axis = wrap_dim(dim, self.ndim)
    if self.size == 0:
        if self.shape[axis] or sum(size == 0 for size in self.shape) != 1:
            raise RuntimeError("There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")
        return np.empty(self.shape, self.dtype), _nothing(), _nothing()
    lines = np.moveaxis(self, axis, 0)
    rows = lines.reshape(lines.shape[0], -1)
    order = None if consecutive else np.lexsort(_comparable(rows).T[::-1])
    ordered = rows if order is None else rows[order]
    starts, inverse, counts = _runs(np.any(ordered[1:] != ordered[:-1], 1), len(rows), (len(rows),), order)
    return np.moveaxis(ordered[starts].reshape(len(starts), *lines.shape[1:]), 0, axis), inverse, counts


@KERNELS("unique_dim")
def unique_dim(
    self: Any, dim: int, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False
) -> tuple[Any, Any, Any]:
    """The slices along a dimension, each once and in order, and always the inverse and the counts."""
    return _unique_lines(self, dim, False)


@KERNELS("unique_dim_consecutive")
def unique_dim_consecutive(
    self: Any, dim: int, return_inverse: bool = False, return_counts: bool = False
) -> tuple[Any, Any, Any]:
    """The slices along a dimension without those that repeat their neighbour."""
    return _unique_lines(self, dim, True)


@KERNELS("bincount")
def bincount(self: Any, weights: Any = None, minlength: int = 0) -> Any:
    """How often each non-negative integer occurs, or the sum of its weights."""
    check_bins(self, weights, minlength)
    if self.size == 0:
        return np.zeros(minlength, INT64)
    if weights is None:
        return np.bincount(self, minlength=minlength).astype(INT64, copy=False)
    dtype = weights.dtype if weights.dtype == FLOAT32 else _FLOAT64
    return np.bincount(self, weights.astype(_FLOAT64), minlength).astype(dtype, copy=False)


@KERNELS("histc")
def histc(self: Any, bins: int = 100, min: Any = 0, max: Any = 0) -> Any:
    """How many elements are in each of a number of equal bins of a range."""
    check_histogram(self, bins, min, max)
    flat = self.reshape(-1)
    low, high = histogram_range(flat, float(min), float(max), "torch.histc", 1.0)
    flat = flat[(flat >= low) & (flat <= high)]
    places = ((flat - low) * self.dtype.type(bins) / (high - low)).astype(INT64)
    return np.bincount(np.minimum(places, bins - 1), minlength=bins).astype(self.dtype)


def _histogram(self: Any, edges: Any, weight: Any, density: bool) -> Any:
    flat, last = self.reshape(-1), len(edges) - 1
    inside = (flat >= edges[0]) & (flat <= edges[-1])
    places = np.clip(_bisect(edges, flat[inside], "right") - 1, 0, last - 1)  # the last bin includes its upper edge
    weights = None if weight is None else weight.reshape(-1)[inside]
    counts = np.bincount(places, weights, last).astype(self.dtype)
    return counts / counts.sum() / np.diff(edges) if density else counts


@KERNELS("histogram.bins_tensor")
def histogram_edges(self: Any, bins: Any, *, weight: Any = None, density: bool = False) -> tuple[Any, Any]:
    """How many elements are between each two edges, and the edges."""
    check_edges(self, bins, weight)
    return _histogram(self, bins, weight, density).astype(self.dtype, copy=False), bins.copy()


@KERNELS("histogram.bin_ct")
def histogram(
    self: Any, bins: int = 100, *, range: Any = None, weight: Any = None, density: bool = False
) -> tuple[Any, Any]:
    """How many elements are in each of a number of equal bins of a range, and the edges of the bins."""
    check_parts(self, bins, weight)
    given = (0.0, 0.0) if range is None else (float(range[0]), float(range[1]))
    if range is None and self.size == 0:
        given = (0.0, 1.0)
    flat = self.reshape(-1)
    # a range that is given is meant, even one of a single number
    low, high = histogram_range(flat if range is None else flat[:0], *given, "torch.histogram", 0.5)
    edges = _linspace(float(low), float(high), bins + 1, dtype=from_numpy_dtype(self.dtype))
    return _histogram(self, edges, weight, density).astype(self.dtype, copy=False), edges


_SHORT = 64  # elements that are looked at sooner than a step of the search below is made


def _bisect(sequence: Any, values: Any, side: Any) -> Any:
    """Insertion indices of values in sequences along the last dimension.

    Halves each sequence as PyTorch does, so that the result is the same for unsorted sequences.
    """
    size = sequence.shape[-1]
    is_quick = sequence.ndim == 1 and (values.size > size or size <= _SHORT)
    if is_quick and (sequence[:-1] <= sequence[1:]).all():
        return np.asarray(np.searchsorted(sequence, values, side))
    low, high = np.zeros(values.shape, INT64), np.full(values.shape, size, INT64)
    for _ in range(size.bit_length()):
        middle = (low + high) >> 1
        at = np.minimum(middle, size - 1)
        found = sequence[at] if sequence.ndim == 1 else taken_along(sequence, at, -1)
        ahead = ~(found > values) if side == "right" else ~(found >= values)
        is_open = low < high
        low = np.where(is_open & ahead, middle + 1, low)
        high = np.where(is_open & ~ahead, middle, high)
    return low


def _search(sequence: Any, values: Any, side: Any, dtype: Any, sorter: Any) -> Any:
    if sorter is not None:
        sequence = taken_along(sequence, sorter, -1)
    if sequence.dtype != values.dtype:
        common = result_type(sequence, values)
        sequence, values = sequence.astype(common), values.astype(common)
    return _bisect(_comparable(sequence), _comparable(values), side).astype(dtype, "C", copy=False)


@KERNELS("searchsorted.Tensor", "searchsorted.Scalar")
@shortcut("searchsorted")
def searchsorted(
    sorted_sequence: Any,
    self: Any,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Any = None,
) -> Any:
    """The indices at which values would be inserted into sorted sequences."""
    values = np.asarray(self)
    check_search(sorted_sequence, values, sorter, self is not values)
    side = search_side(right, side)
    if sorter is not None and sorter.size and not (sorter.min() >= 0 and sorter.max() < sorted_sequence.shape[-1]):
        raise RuntimeError("torch.searchsorted(): sorter index out of range")
    return _search(sorted_sequence, values, side, _INT32 if out_int32 else INT64, sorter)


@KERNELS("bucketize.Tensor", "bucketize.Scalar")
@shortcut("bucketize")
def bucketize(self: Any, boundaries: Any, *, out_int32: bool = False, right: bool = False) -> Any:
    """The index of the bucket of each value."""
    if boundaries.ndim != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    return searchsorted(boundaries, self, out_int32=out_int32, right=right)


@KERNELS("isin.Tensor_Tensor")
def isin(elements: Any, test_elements: Any, *, assume_unique: bool = False, invert: bool = False) -> Any:
    """Which elements are among the test elements."""
    alike = elements.dtype is test_elements.dtype and elements.dtype.char in "fdlqi"
    if alike and elements.flags.c_contiguous and 0 < elements.size * test_elements.size <= _FEW_ELEMENTS:
        found = np.logical_or.reduce(np.equal.outer(elements, test_elements.reshape(-1)), -1)
        return np.logical_not(found) if invert else found
    fake.isin(elements, test_elements)
    return np.ascontiguousarray(np.isin(_comparable(elements), _comparable(test_elements), invert=invert))


@KERNELS("isin.Tensor_Scalar")
def isin_one(elements: Any, test_element: Any, *, assume_unique: bool = False, invert: bool = False) -> Any:
    """Which elements are this number."""
    fake.isin(elements, test_element)
    found = _comparable(elements) == test_element
    return np.asarray(~found if invert else found)


@KERNELS("isin.Scalar_Tensor")
def isin_number(element: Any, test_elements: Any, *, assume_unique: bool = False, invert: bool = False) -> Any:
    """Is a number one of the elements?"""
    fake.isin_number(element, test_elements)
    return np.asarray(bool((_comparable(test_elements) == element).any()) != invert)
