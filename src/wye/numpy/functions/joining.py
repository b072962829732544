"""Arrays joined, split, and with elements added or taken out."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from wye.call.packets import ops
from wye.numpy.arrays import Array, as_tensor, cast
from wye.numpy.axes import with_axis
from wye.numpy.functions.shaping import atleast_3d, dims_of, index_select, values_of
from wye.numpy.table import line
from wye.numpy.writing import write_out
from wye.tensors import Tensor
from wye.tensors.dtypes import to_numpy_dtype

__all__ = ["concatenate", "stack"]

aten: Any = ops.aten


def _tensors(arrays: Any) -> list[Any]:
    if type(arrays) is Array or isinstance(arrays, Tensor):
        return list(as_tensor(arrays).unbind(0))
    return [as_tensor(one) for one in arrays]


def _common(tensors: list[Any], dtype: Any, casting: Any, out: Any = None) -> list[Any]:
    """Tensors of one dtype.

    Raises:
        TypeError: both ``out`` and ``dtype`` are given, or the rule does not let a dtype be cast.
    """
    if out is not None and dtype is not None:
        raise TypeError("concatenate() only takes `out` or `dtype` as an argument, but both were provided.")
    kinds = [to_numpy_dtype(one.dtype) for one in tensors]
    wanted = np.result_type(*kinds) if dtype is None else np.dtype(dtype)
    for kind in kinds:
        if not np.can_cast(kind, wanted, casting):
            raise TypeError(f"Cannot cast array data from {kind!r} to {wanted!r} according to the rule '{casting}'")
    return [cast(one, wanted) for one in tensors]


@line(np.concatenate, getattr(np, "concat", None))
def concatenate(
    arrays: Any, /, axis: Any = 0, out: Any = None, *, dtype: Any = None, casting: Any = "same_kind"
) -> Any:
    """Arrays one after the other along a dimension; None: all elements in a row."""
    tensors = _tensors(arrays)
    if not tensors:
        raise ValueError("need at least one array to concatenate")
    if axis == 0 and out is dtype is None and casting == "same_kind" and _are_alike(tensors):
        return aten.cat.default(tensors, 0)  # most calls, quicker
    if axis is None:
        tensors, axis = [one.reshape(-1) for one in tensors], 0
    ndim = tensors[0].dim()
    if not ndim:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    dim = normalize_axis_index(axis, ndim)
    for number, one in enumerate(tensors):
        _check_fits(tensors[0], one, dim, number)
    return write_out(aten.cat.default(_common(tensors, dtype, casting, out), dim), out)


def _are_alike(tensors: list[Any]) -> bool:
    """Have all of them one dimension and one dtype?"""
    return len({one.dtype for one in tensors}) == 1 and all(one.dim() == 1 for one in tensors)


def _check_fits(first: Any, one: Any, dim: int, number: int) -> None:
    if one.dim() != first.dim():
        raise ValueError(
            "all the input array dimensions except for the concatenation axis must match exactly, but the array at "
            f"index 0 has {first.dim()} dimension(s) and the array at index {number} has {one.dim()} dimension(s)"
        )
    for place, (a, b) in enumerate(zip(first.shape, one.shape, strict=True)):
        if place != dim and a != b:
            raise ValueError(
                "all the input array dimensions except for the concatenation axis must match exactly, but along "
                f"dimension {place}, the array at index 0 has size {a} and the array at index {number} has size {b}"
            )


@line(np.stack)
def stack(arrays: Any, axis: int = 0, out: Any = None, *, dtype: Any = None, casting: Any = "same_kind") -> Any:
    """Arrays along a new dimension."""
    tensors = _tensors(arrays)
    if not tensors:
        raise ValueError("need at least one array to stack")
    if any(one.shape != tensors[0].shape for one in tensors):
        raise ValueError("all input arrays must have the same shape")
    dim = normalize_axis_index(axis, tensors[0].dim() + 1)
    return write_out(aten.stack.default(_common(tensors, dtype, casting, out), dim), out)


@line(np.vstack, getattr(np, "row_stack", None))
def vstack(tup: Any, *, dtype: Any = None, casting: Any = "same_kind") -> Any:
    """Rows below each other."""
    return concatenate([dims_of(one, 2) for one in _tensors(tup)], 0, dtype=dtype, casting=casting)


@line(np.hstack)
def hstack(tup: Any, *, dtype: Any = None, casting: Any = "same_kind") -> Any:
    """Arrays beside each other."""
    tensors = [dims_of(one, 1) for one in _tensors(tup)]
    axis = 0 if tensors and tensors[0].dim() == 1 else 1
    return concatenate(tensors, axis, dtype=dtype, casting=casting)


@line(np.dstack)
def dstack(tup: Any) -> Any:
    """Arrays behind each other."""
    return concatenate([atleast_3d(one) for one in _tensors(tup)], 2)


@line(np.column_stack)
def column_stack(tup: Any) -> Any:
    """Vectors as the columns of a matrix."""
    return concatenate([one if one.dim() > 1 else one.reshape(-1, 1) for one in _tensors(tup)], 1)


@line(np.append)
def append(arr: Any, values: Any, axis: Any = None) -> Any:
    """Values after those of an array."""
    x, added = as_tensor(arr), as_tensor(values)
    if axis is None:
        x, added, axis = x.reshape(-1), added.reshape(-1), 0
    return concatenate([x, added], axis)


# ---- blocks ----


@line(np.block, keeps_class=True)
def block(arrays: Any) -> Any:
    """An array of blocks, given in nested lists: the innermost are joined along the last dimension."""
    depth = _depth(arrays, ())
    ndim = max([depth, *[as_tensor(leaf).dim() for leaf in _leaves(arrays)]])
    joined = _joined(arrays, depth, ndim)
    return joined.clone() if not depth else joined


def _depth(value: Any, place: tuple[int, ...]) -> int:
    if isinstance(value, tuple):
        raise TypeError(f"arrays{list(place)} is a tuple. Only lists can be used to arrange blocks")
    if not isinstance(value, list):
        return 0
    if not value:
        raise ValueError(f"List at arrays{list(place)} cannot be empty")
    found = {_depth(one, (*place, number)) for number, one in enumerate(value)}
    if len(found) > 1:
        raise ValueError("List depths are mismatched.")
    return 1 + found.pop()


def _leaves(value: Any) -> list[Any]:
    return [leaf for one in value for leaf in _leaves(one)] if isinstance(value, list) else [value]


def _joined(value: Any, depth: int, ndim: int) -> Any:
    if not isinstance(value, list):
        return dims_of(value, ndim)
    return concatenate([_joined(one, depth - 1, ndim) for one in value], -depth)


# ---- splitting ----


@line(np.array_split, keeps_class=True)
def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Parts along a dimension, of equal size or between places."""
    x = as_tensor(ary)
    dim = normalize_axis_index(axis, x.dim())
    size = x.shape[dim]
    try:
        places = [0, *[int(one) for one in indices_or_sections], size]
    except TypeError:
        count = int(indices_or_sections)
        if count <= 0:
            raise ValueError("number sections must be larger than 0.") from None
        more = size % count
        places = [0, *accumulate(size // count + (1 if part < more else 0) for part in range(count))]
    slices = [slice(a, b) for a, b in pairwise(places)]
    return [x[(slice(None),) * dim + (part,)] for part in slices]


@line(np.split, keeps_class=True)
def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Parts along a dimension, all of one size where their number is given."""
    x = as_tensor(ary)
    if not np.iterable(indices_or_sections):
        size = x.shape[normalize_axis_index(axis, x.dim())]
        if size % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
    return array_split(x, indices_or_sections, axis)


@line(np.hsplit, keeps_class=True)
def hsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Parts beside each other."""
    x = as_tensor(ary)
    if not x.dim():
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return split(x, indices_or_sections, 1 if x.dim() > 1 else 0)


@line(np.vsplit, keeps_class=True)
def vsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Parts below each other."""
    x = as_tensor(ary)
    if x.dim() < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(x, indices_or_sections, 0)


@line(np.dsplit, keeps_class=True)
def dsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Parts behind each other."""
    x = as_tensor(ary)
    if x.dim() < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return split(x, indices_or_sections, 2)


@line(getattr(np, "unstack", None), keeps_class=True)
def unstack(x: Any, /, *, axis: int = 0) -> Any:
    """The parts along a dimension, without it."""
    x = as_tensor(x)
    if not x.dim():
        raise ValueError("Input array must be at least 1-d.")
    return tuple(x.unbind(normalize_axis_index(axis, x.dim())))


# ---- elements added or taken out ----


def _places(obj: Any, function: str) -> Any:
    if isinstance(obj, (slice, int)):
        return obj
    found = values_of(obj, function)
    return found if found.size or isinstance(obj, (Array, np.ndarray)) else found.astype(np.int64)  # a list without any


@line(np.delete, keeps_class=True)
def delete(arr: Any, obj: Any, axis: Any = None) -> Any:
    """An array without some of its parts."""
    x, dim = with_axis(as_tensor(arr), axis)
    return index_select(x, dim, np.delete(np.arange(x.shape[dim]), _places(obj, "delete")))


@line(np.insert, keeps_class=True)
def insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> Any:
    """An array with values before some of its places."""
    x, dim = with_axis(as_tensor(arr), axis)
    size, places = x.shape[dim], _places(obj, "insert")
    added = dims_of(cast(as_tensor(values), to_numpy_dtype(x.dtype)), x.dim())
    is_one = not isinstance(places, slice) and np.ndim(places) == 0
    if is_one:  # values go along the first dimension
        added = added.movedim(0, dim)
        count = added.shape[dim]
        order = np.insert(np.arange(size), int(places), size + np.arange(count))
    else:
        count = len(np.insert(np.arange(size), places, 0)) - size
        if count == 1 and added.shape[dim] != 1:
            count = added.shape[dim]
        order = np.insert(np.arange(size), places, size + np.arange(count))
    shape = [count if place == dim else one for place, one in enumerate(x.shape)]
    try:
        added = added.expand(shape)
    except RuntimeError:
        raise ValueError(
            f"shape mismatch: value array of shape {tuple(added.shape)} could not be broadcast to indexing result of "
            f"shape {tuple(shape)}"
        ) from None
    return index_select(aten.cat.default([x, added], dim), dim, order)
