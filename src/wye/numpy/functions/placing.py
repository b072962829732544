"""Functions that write to an array: put, place, copyto, fill_diagonal."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from wye.call.packets import ops
from wye.numpy import last_writes
from wye.numpy.arrays import Array, as_ndarray, as_tensor, has_layer, known
from wye.numpy.axes import condition
from wye.numpy.functions.grids import unraveled
from wye.numpy.functions.picking import positions, wrapped
from wye.numpy.indexing import setitem, value_for, writes
from wye.numpy.promotion import kind_of
from wye.numpy.table import line
from wye.tensors import Tensor
from wye.tensors.dtypes import to_numpy_dtype

aten: Any = ops.aten


def _written_to(target: Any, name: str, *others: Any) -> Any:
    """The tensor that a function writes to.

    Raises:
        TypeError: it is no array; or an ndarray, and a layer follows what is written.
    """
    if type(target) is Array:
        return target._tensor
    if isinstance(target, Tensor):
        return target
    if not isinstance(target, np.ndarray):
        raise TypeError(f"numpy.{name}: argument 1 must be numpy.ndarray, not {type(target).__name__}")
    if has_layer([as_tensor(one) for one in others]):
        raise TypeError(
            f"numpy.{name} writes to an ndarray here, which would lose what follows the values: write to an array that "
            "np.zeros_like(x) or wye.numpy.asarray(a) made"
        )
    return None


def _data(value: Any) -> Any:
    tensor = value._tensor if type(value) is Array else value
    return as_ndarray(tensor) if isinstance(tensor, Tensor) else value


def _cycled(values: Any, count: int) -> Any:
    """As many values as wanted, in a row, from the first again where they end."""
    flat = values.reshape(-1)
    size = flat.shape[0]
    return flat[:count] if size >= count else flat.repeat(-(-count // size))[:count]


@line(np.put, repeats=False)
@writes
def put(a: Any, ind: Any, v: Any, mode: Any = "raise") -> None:
    """Write values to the elements with some numbers."""
    x = _written_to(a, "put", ind, v)
    if x is None:
        np.put(a, _data(ind), _data(v), mode)
        return
    at, values = positions(ind).reshape(-1), value_for(x, v)
    if not values.numel() or not at.numel():
        return
    at = wrapped(at, x.numel(), mode)
    if mode == "raise":
        at = aten.where.self(at < 0, at + x.numel(), at)
        at = aten.where.ScalarSelf(at < 0, x.numel(), at)  # not once more from the end
    places = unraveled(at, tuple(x.shape))
    if mode == "raise" and places:
        # The first position is not wrapped by another, so that what is too large is found.
        inner = x.numel() // max(x.shape[0], 1)
        places[0] = at.div(max(inner, 1), rounding_mode="floor")
    target = x if x.dim() else x.unsqueeze(0)
    last_writes.put(target, places or [at], _cycled(values, at.shape[0]))


@line(np.putmask, repeats=False)
@writes
def putmask(a: Any, mask: Any, values: Any) -> None:
    """Write values where a mask holds: to each place the value at the same number."""
    x = _written_to(a, "putmask", mask, values)
    if x is None:
        np.putmask(a, _data(mask), _data(values))
        return
    where, given = as_tensor(mask, bool), value_for(x, values)
    if where.numel() != x.numel():
        raise ValueError("putmask: mask and data must be the same size")
    if given.numel():
        x.copy_(aten.where.self(where.reshape(x.shape), _cycled(given, x.numel()).reshape(x.shape), x))


@line(np.place, repeats=False)
@writes
def place(arr: Any, mask: Any, vals: Any) -> None:
    """Write values where a mask holds: to the first such place the first value."""
    x = _written_to(arr, "place", mask, vals)
    if x is None:
        np.place(arr, _data(mask), _data(vals))
        return
    where, given = as_tensor(mask, bool).reshape(-1), value_for(x, vals).reshape(-1)
    if where.shape[0] != x.numel():
        raise ValueError("place: mask and data must be the same size")
    if not given.shape[0]:
        if not has_layer((where,)) and not bool(where.any()):
            return
        raise ValueError("Cannot insert from an empty array!")
    number = (where.cumsum(0) - 1).remainder(given.shape[0])
    x.copy_(aten.where.self(where, aten.index.Tensor(given, [number]), x.reshape(-1)).reshape(x.shape))


@line(np.copyto, repeats=False)
@writes
def copyto(dst: Any, src: Any, casting: Any = "same_kind", where: Any = True) -> None:
    """Write the elements of an array to another."""
    x = _written_to(dst, "copyto", src, where)
    if x is None:
        np.copyto(dst, _data(src), casting, _data(where))
        return
    kind, wanted = kind_of(src), to_numpy_dtype(x.dtype)
    given = np.result_type(wanted, kind(0)) if isinstance(kind, type) else kind
    if not np.can_cast(given, wanted, casting):
        raise TypeError(f"Cannot cast array data from {given!r} to {wanted!r} according to the rule '{casting}'")
    value = value_for(x, src)
    if where is not True:
        value = aten.where.self(condition(where), value, x)
    setitem(Array(x), ..., value)


@line(np.put_along_axis, repeats=False)
@writes
def put_along_axis(arr: Any, indices: Any, values: Any, axis: Any) -> None:
    """Write values for each place to a position of a dimension."""
    x = _written_to(arr, "put_along_axis", indices, values)
    if x is None:
        np.put_along_axis(arr, _data(indices), _data(values), axis)
        return
    at = as_tensor(indices)
    if axis is None:
        if at.dim() != 1:
            raise ValueError("when axis=None, `indices` must have a single dimension.")
        setitem(Array(x), tuple(unraveled(positions(at).remainder(max(x.numel(), 1)), tuple(x.shape))), values)
        return
    dim = normalize_axis_index(axis, x.dim())
    if to_numpy_dtype(at.dtype).kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    if at.dim() != x.dim():
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    index: list[Any] = []
    for number, size in enumerate(x.shape):
        shape = [1] * number + [-1] + [1] * (x.dim() - number - 1)
        index.append(at if number == dim else known(np.arange(size)).reshape(shape))
    setitem(Array(x), tuple(index), values)


@line(np.fill_diagonal, repeats=False)
@writes
def fill_diagonal(a: Any, val: Any, wrap: bool = False) -> None:
    """Write to the main diagonal."""
    x = _written_to(a, "fill_diagonal", val)
    if x is None:
        np.fill_diagonal(a, _data(val), wrap)
        return
    if x.dim() < 2:
        raise ValueError("array must be at least 2-d")
    if x.dim() > 2 and len(set(x.shape)) != 1:
        raise ValueError("All dimensions of input must be of equal length")
    columns = x.shape[1]
    end = columns * columns if x.dim() == 2 and not wrap else None
    step = columns + 1 if x.dim() == 2 else 1 + int(np.cumprod(x.shape[:-1]).sum())
    at = np.arange(x.numel())[:end:step]
    values = value_for(x, val)
    if values.numel() and len(at):
        places = [known(one) for one in np.unravel_index(at, tuple(x.shape))]
        aten.index_put_.default(x, places, _cycled(values, len(at)))
