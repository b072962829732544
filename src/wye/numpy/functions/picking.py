"""Elements picked by position or condition: take, choose, select, compress, diagonals, triangles, grids."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from wye.call.packets import ops
from wye.numpy.arrays import Array, as_tensor, cast, concrete
from wye.numpy.axes import with_axis
from wye.numpy.functions.shaping import dims_of, index_select, values_where_known
from wye.numpy.promotion import kind_of, promoted, result_dtype
from wye.numpy.table import line
from wye.numpy.writing import write_out
from wye.tensors import Tensor
from wye.tensors.dtypes import to_numpy_dtype

__all__ = ["positions", "wrapped"]

aten: Any = ops.aten


def positions(indices: Any, what: str = "indices") -> Any:
    """Positions as a tensor of int64.

    Raises:
        TypeError: they are no integers.
    """
    x = as_tensor(indices)
    kind = to_numpy_dtype(x.dtype)
    if not x.numel() and not isinstance(indices, (Array, Tensor, np.ndarray)):
        return cast(x, np.dtype(np.int64))
    if kind.kind not in "iub":
        raise TypeError(f"{what}: Cannot cast array data from {kind!r} to dtype('int64') according to the rule 'safe'")
    return cast(x, np.dtype(np.int64))


def wrapped(indices: Any, size: int, mode: str) -> Any:
    """Positions inside of a dimension: as they are for "raise", modulo its size, or its ends."""
    if mode == "wrap":
        return indices.remainder(size) if size else indices
    if mode == "clip":
        return indices.clamp(0, max(size - 1, 0))
    if mode != "raise":
        raise ValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got '{mode}')")
    return indices


# ---- by position ----


@line(np.take, keeps_class=True)
def take(a: Any, indices: Any, axis: Any = None, out: Any = None, mode: str = "raise") -> Any:
    """The parts of an array at some places of a dimension; None: of all elements in a row."""
    x = as_tensor(a)
    if axis is None:
        x, axis = x.reshape(-1), 0
    x = dims_of(x, 1)
    dim = normalize_axis_index(axis, x.dim())
    at = positions(indices)
    if at.numel() and not x.shape[dim]:
        raise IndexError("cannot do a non-empty take from an empty axes.")
    return write_out(aten.index.Tensor(x, [None] * dim + [wrapped(at, x.shape[dim], mode)]), out)


def _along(x: Any, indices: Any, dim: int) -> tuple[Any, Any]:
    """An array and positions with one shape but for a dimension; the positions count from the first.

    Raises:
        IndexError: the positions are no integers.
        ValueError: they have another number of dimensions.
    """
    at = as_tensor(indices)
    if to_numpy_dtype(at.dtype).kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    if at.dim() != x.dim():
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    at = cast(at, np.dtype(np.int64))
    rest = np.broadcast_shapes(
        tuple(1 if place == dim else size for place, size in enumerate(x.shape)),
        tuple(1 if place == dim else size for place, size in enumerate(at.shape)),
    )
    at = at.expand([at.shape[dim] if place == dim else size for place, size in enumerate(rest)])
    x = x.expand([x.shape[dim] if place == dim else size for place, size in enumerate(rest)])
    return x, aten.where.self(at < 0, at + x.shape[dim], at)


def _in_range(error: RuntimeError, size: int) -> Exception:
    return IndexError(f"index is out of bounds for axis with size {size}") if "out of bounds" in str(error) else error


@line(np.take_along_axis, keeps_class=True)
def take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> Any:
    """For each place the element at a position of a dimension: what `argsort` gives, used."""
    x = as_tensor(arr)
    if axis is None:
        if as_tensor(indices).dim() != 1:
            raise ValueError("when axis=None, `indices` must have a single dimension.")
        x, axis = x.reshape(-1), 0
    dim = normalize_axis_index(axis, x.dim())
    x, at = _along(x, indices, dim)
    try:
        return aten.gather.default(x, dim, at)
    except RuntimeError as error:
        raise _in_range(error, x.shape[dim]) from None


@line(np.choose, keeps_class=True)
def choose(a: Any, choices: Any, out: Any = None, mode: str = "raise") -> Any:
    """For each place the element of the array whose number stands there."""
    options = as_tensor(choices).unbind(0) if isinstance(choices, (Array, Tensor, np.ndarray)) else choices
    options = promoted(*[as_tensor(one) for one in options])
    at = wrapped(positions(a), len(options), mode)
    shape = np.broadcast_shapes(tuple(at.shape), *[tuple(one.shape) for one in options])
    stacked = aten.stack.default([one.expand(shape) for one in options], 0)
    try:
        found = aten.gather.default(stacked, 0, at.expand(shape).unsqueeze(0)).squeeze(0)
    except RuntimeError as error:
        raise (ValueError("invalid entry in choice array") if "out of bounds" in str(error) else error) from None
    return write_out(found, out)


# ---- by condition ----


@line(np.select)
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    """For each place the element of the first array whose condition holds."""
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if not len(condlist):
        raise ValueError("select with an empty condition list is not possible")
    conditions = [as_tensor(one) for one in condlist]
    for number, one in enumerate(conditions):
        if to_numpy_dtype(one.dtype).kind != "b":
            raise TypeError(f"invalid entry {number} in condlist: should be boolean ndarray")
    choices = [*choicelist, default]
    dtype = result_dtype(tuple(map(kind_of, choices)))
    tensors = [cast(as_tensor(one), dtype) for one in choices]
    shapes = [tuple(one.shape) for one in (*conditions, *tensors)]
    found = tensors[-1].expand(np.broadcast_shapes(*shapes))
    for condition, choice in zip(conditions[::-1], tensors[-2::-1], strict=True):
        found = aten.where.self(condition, choice, found)
    return found


@line(np.compress, keeps_class=True)
def compress(condition: Any, a: Any, axis: Any = None, out: Any = None) -> Any:
    """The parts along a dimension for which a condition holds."""
    x, dim = with_axis(as_tensor(a), axis)
    if as_tensor(condition).dim() != 1:
        raise ValueError("condition must be a 1-d array")
    mask = values_where_known(condition)
    if isinstance(mask, np.ndarray):
        places = mask.nonzero()[0]
        if len(places) and places[-1] >= x.shape[dim]:
            raise IndexError(f"index {places[-1]} is out of bounds for axis {dim} with size {x.shape[dim]}")
        return write_out(index_select(x, dim, places), out)
    mask = cast(mask, np.dtype(bool))
    size = min(mask.shape[0], x.shape[dim])
    return write_out(aten.index.Tensor(x.narrow(dim, 0, size), [None] * dim + [mask.narrow(0, 0, size)]), out)


def _has_values(tensor: Any) -> bool:
    try:
        concrete(Array(tensor), "")
    except TypeError:
        return False
    return True


def _is_one_condition(condlist: Any, ndim: int) -> bool:
    if isinstance(condlist, (list, tuple)):
        return bool(ndim) and not as_tensor(condlist[0]).dim()
    dims = as_tensor(condlist).dim()
    return not dims or (dims == 1 and ndim > 0)


@line(np.piecewise, keeps_class=True)
def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Any:
    """A function given by others, each for the elements for which its condition holds.

    Each gets these elements alone, as in NumPy; where nobody knows which (in a batch or a trace), all of them.
    """
    tensor = as_tensor(x)
    if _is_one_condition(condlist, tensor.dim()):
        condlist = [condlist]
    conditions = [as_tensor(one, bool).expand(tensor.shape) for one in condlist]
    if len(funclist) == len(conditions) + 1:
        any_holds = conditions[0]
        for one in conditions[1:]:
            any_holds = any_holds | one
        conditions.append(~any_holds)
    elif len(funclist) != len(conditions):
        raise ValueError(
            f"with {len(conditions)} condition(s), either {len(conditions)} or {len(conditions) + 1} functions are "
            "expected"
        )
    made: Any = Array(aten.zeros_like.default(tensor))
    for condition, function in zip(conditions, funclist, strict=True):
        if not callable(function):
            made[Array(condition)] = function
        elif _has_values(condition):
            made[Array(condition)] = function(Array(aten.index.Tensor(tensor, [condition])), *args, **kw)
        else:
            values = cast(as_tensor(function(Array(tensor), *args, **kw)), to_numpy_dtype(tensor.dtype))
            made._tensor.copy_(aten.where.self(condition, values, made._tensor))
    return made._tensor


# ---- functions along dimensions ----


@line(np.apply_along_axis, keeps_class=True)
def apply_along_axis(func1d: Any, axis: int, arr: Any, *args: Any, **kwargs: Any) -> Any:
    """A function of each vector along a dimension."""
    x = as_tensor(arr)
    dim = normalize_axis_index(axis, x.dim())
    last = x.movedim(dim, -1)
    outer = tuple(last.shape[:-1])
    if not prod(outer):
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    found = [as_tensor(func1d(Array(last[place]), *args, **kwargs)) for place in np.ndindex(outer)]
    first = to_numpy_dtype(found[0].dtype)
    made = aten.stack.default([cast(one, first) for one in found], 0).reshape(outer + tuple(found[0].shape))
    inner = found[0].dim()
    order = [*range(dim), *range(len(outer), len(outer) + inner), *range(dim, len(outer))]
    return made.permute(*order)


@line(np.apply_over_axes)
def apply_over_axes(func: Any, a: Any, axes: Any) -> Any:
    """A function of an array and a dimension, for one dimension after the other."""
    x = as_tensor(a)
    ndim = x.dim()
    for given in np.ravel(axes).tolist():
        axis = given + ndim if given < 0 else given
        found = as_tensor(func(Array(x), axis))
        if found.dim() != x.dim():
            found = found.unsqueeze(axis)
            if found.dim() != x.dim():
                raise ValueError("function is not returning an array of the correct shape")
        x = found
    return x
