"""Sorting, searching, choosing by a condition."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from wye.call.packets import ops
from wye.numpy import order
from wye.numpy.arrays import Array, as_tensor, has_layer
from wye.numpy.axes import one_axis
from wye.numpy.promotion import promoted
from wye.numpy.table import line
from wye.tensors.dtypes import from_numpy_dtype

__all__ = ["argsort", "compressed", "count_before", "nonzero", "sort", "where"]

aten: Any = ops.aten
_INT64: Final = from_numpy_dtype(np.dtype("int64"))
_BOOL: Final = from_numpy_dtype(np.dtype(bool))


# ---- sorting ----


def _refuse_fields(fields: Any) -> None:
    if fields is not None:
        raise ValueError("Cannot specify order when the array has no fields.")


def _rows(a: Any, axis: Any, *, takes_numbers: bool) -> tuple[Any, int]:
    """The tensor and the dimension to sort; without an axis all elements in a row."""
    x = as_tensor(a)
    if axis is None or (takes_numbers and not x.dim()):
        x, axis = x.reshape(-1), 0 if axis is None else axis
    return x, one_axis(axis, x.dim())


@line(np.sort)
def sort(
    a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None, descending: Any = False
) -> Any:
    """`numpy.sort`: stable, whichever ``kind`` is asked for."""
    _refuse_fields(order)
    return _sorted(*_rows(a, axis, takes_numbers=False), descending is True)


@line(np.argsort, keeps_class=True)
def argsort(
    a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None, descending: Any = False
) -> Any:
    """`numpy.argsort`: stable, whichever ``kind`` is asked for."""
    _refuse_fields(order)
    return _places(*_rows(a, axis, takes_numbers=True), descending is True)


def _sorted(x: Any, dim: int, descending: bool = False) -> Any:
    return order.sort(x, dim, descending)


def _places(x: Any, dim: int, descending: bool = False) -> Any:
    return order.argsort(x, dim, descending)


@line(np.sort_complex)
def sort_complex(a: Any) -> Any:
    """`numpy.sort_complex`."""
    x = sort(a)
    if x.is_complex():
        return x
    small = x.dtype in [from_numpy_dtype(np.dtype(name)) for name in ("int8", "uint8", "int16", "uint16")]
    return x.to(from_numpy_dtype(np.dtype("complex64" if small else "complex128")))


@line(np.lexsort)
def lexsort(keys: Any, axis: Any = -1) -> Any:
    """`numpy.lexsort`."""
    if isinstance(keys, (list, tuple)):
        given = [as_tensor(one) for one in keys]
    else:
        given = list(as_tensor(keys).unbind(0)) if as_tensor(keys).dim() else []
    if not given:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    if not given[0].dim():
        return given[0].new_zeros((), dtype=_INT64)
    dim = one_axis(axis, given[0].dim())
    if any(tuple(one.shape) != tuple(given[0].shape) for one in given):
        raise ValueError("all keys need to be the same shape")
    found = order.argsort(given[0], dim)
    for one in given[1:]:
        found = found.gather(dim, order.argsort(one.gather(dim, found), dim))
    return found


def _check_kth(kth: Any, x: Any, dim: int) -> None:
    for one in np.atleast_1d(np.asarray(kth)).ravel().tolist():
        if not isinstance(one, int):
            raise TypeError("Partition index must be integer")
        if not -x.shape[dim] <= one < x.shape[dim]:
            raise ValueError(f"kth(={one}) out of bounds ({x.shape[dim]})")


@line(np.partition)
def partition(a: Any, kth: Any, axis: Any = -1, kind: str = "introselect", order: Any = None) -> Any:
    """`numpy.partition`: the parts are sorted, too."""
    _refuse_fields(order)
    x, dim = _rows(a, axis, takes_numbers=False)
    _check_kth(kth, x, dim)
    return _sorted(x, dim)


@line(np.argpartition, keeps_class=True)
def argpartition(a: Any, kth: Any, axis: Any = -1, kind: str = "introselect", order: Any = None) -> Any:
    """`numpy.argpartition`: the parts are sorted, too."""
    _refuse_fields(order)
    x, dim = _rows(a, axis, takes_numbers=True)
    _check_kth(kth, x, dim)
    return _places(x, dim)


# ---- searching ----


def count_before(ascending: Any, x: Any, *, or_equal: bool) -> Any:
    """How many elements of a sorted row are before each of ``x``, of the same dtype; NaN is after all numbers."""
    if x.dtype.is_floating_point:
        is_number, size = ~ascending.isnan(), ascending.shape[0]
        row = aten.where.ScalarOther(is_number, ascending, np.inf)
        number = is_number.to(_INT64).sum()
        found = aten.minimum.default(aten.searchsorted.Tensor(row, x.contiguous(), right=or_equal), number)
        return aten.where.self(x.isnan(), number * 0 + size if or_equal else number, found)
    if not x.is_complex():
        return aten.searchsorted.Tensor(order.key(ascending).contiguous(), order.key(x).contiguous(), right=or_equal)
    row, each = ascending, x.unsqueeze(-1)
    is_before = order.less(row, each) | (~row.isnan() & each.isnan())
    if or_equal:
        is_before = is_before | (row == each) | (row.isnan() & each.isnan())
    return is_before.to(_INT64).sum(-1)


@line(np.searchsorted, keeps_class=True)
def searchsorted(a: Any, v: Any, side: Any = "left", sorter: Any = None) -> Any:
    """`numpy.searchsorted`."""
    if side not in ("left", "right"):
        raise ValueError(f"search side must be 'left' or 'right' (got {side!r})")
    row, x = promoted(a, v)
    if row.dim() != 1:
        raise ValueError("object too deep for desired array" if row.dim() else "object of too small depth for array")
    if sorter is not None:
        row = row.gather(0, as_tensor(sorter, np.int64))
    return count_before(row, x, or_equal=side == "right")


def _check_monotonic(edges: Any) -> None:
    if has_layer((edges,)):
        return
    falls, rises = bool((edges[1:] < edges[:-1]).any()), bool((edges[1:] > edges[:-1]).any())
    if rises and falls:
        raise ValueError("bins must be monotonically increasing or decreasing")


@line(np.digitize)
def digitize(x: Any, bins: Any, right: bool = False) -> Any:
    """`numpy.digitize`; bins that a layer follows are taken as ascending or descending by their ends."""
    values, edges = promoted(x, bins)
    if values.is_complex():
        raise TypeError("x may not be complex")
    ascending = count_before(edges, values, or_equal=not right)
    if not edges.shape[0]:
        return ascending
    _check_monotonic(edges)
    descending = edges.shape[0] - count_before(edges.flip(0), values, or_equal=not right)
    return aten.where.self(order.less(edges[-1], edges[0]), descending, ascending)


# ---- choosing ----


def compressed(x: Any, mask: Any) -> Any:
    """The parts along the first dimension for which a condition, in one dimension, holds."""
    return aten.index.Tensor(x, [mask])


@line(np.where)
def where(condition: Any, x: Any = None, y: Any = None, /) -> Any:
    """`numpy.where`, with one argument and with three."""
    if type(condition) is Array and type(x) is Array and condition._tensor.dtype is _BOOL:  # most calls, quicker
        mask, left = condition._tensor, x._tensor
        if type(y) is Array and y._tensor.dtype is left.dtype:
            return aten.where.self(mask, left, y._tensor)
        if type(y) is float and left.dtype.is_floating_point:
            return aten.where.ScalarOther(mask, left, y)
    if x is None and y is None:
        return nonzero(condition)
    if x is None or y is None:
        raise ValueError("either both or neither of x and y should be given")
    return aten.where.self(as_tensor(condition, bool), *promoted(x, y))


@line(np.nonzero, keeps_class=True)
def nonzero(a: Any) -> Any:
    """`numpy.nonzero`."""
    x = as_tensor(a)
    if not x.dim():
        raise ValueError("Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead.")
    return tuple(aten.nonzero.default(x).unbind(1))


@line(np.flatnonzero)
def flatnonzero(a: Any) -> Any:
    """`numpy.flatnonzero`."""
    return nonzero(as_tensor(a).reshape(-1))[0]


@line(np.argwhere, keeps_class=True)
def argwhere(a: Any) -> Any:
    """`numpy.argwhere`."""
    return aten.nonzero.default(as_tensor(a))


@line(np.extract)
def extract(condition: Any, arr: Any) -> Any:
    """`numpy.extract`."""
    return aten.take.default(as_tensor(arr), flatnonzero(condition))
