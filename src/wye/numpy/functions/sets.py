"""Unique elements and sets of them.

Elements are sorted, and each that differs from the one before begins a group.  So values have gradients, and one way
serves all dtypes.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from wye.call.packets import ops
from wye.numpy import order
from wye.numpy.arrays import as_tensor
from wye.numpy.axes import one_axis
from wye.numpy.functions.nan_reductions import can_be_nan
from wye.numpy.functions.sorting import compressed, count_before
from wye.numpy.promotion import promoted
from wye.numpy.table import line
from wye.tensors.dtypes import from_numpy_dtype

__all__ = ["unique"]

aten: Any = ops.aten
_BOOL, _INT64 = (from_numpy_dtype(np.dtype(name)) for name in ("bool", "int64"))


class UniqueAllResult(NamedTuple):
    """What `numpy.unique_all` returns."""

    values: Any
    indices: Any
    inverse_indices: Any
    counts: Any


class UniqueCountsResult(NamedTuple):
    """What `numpy.unique_counts` returns."""

    values: Any
    counts: Any


class UniqueInverseResult(NamedTuple):
    """What `numpy.unique_inverse` returns."""

    values: Any
    inverse_indices: Any


# ---- groups of equal elements ----


class _Groups:
    """Rows, or elements, in ascending order, with the first of each group marked."""

    def __init__(self, x: Any, *, equal_nan: bool) -> None:
        self.places = order.argsort(x, 0) if x.dim() == 1 else _row_order(x)
        self.ascending = aten.index_select.default(x, 0, self.places)
        after, before = self.ascending[1:], self.ascending[:-1]
        differs = after != before
        if equal_nan and x.dim() == 1 and can_be_nan(x):
            differs = differs & ~(after.isnan() & before.isnan())
        if x.dim() > 1:
            differs = differs.any(1)
        self.is_first = aten.cat.default([differs.new_ones((min(x.shape[0], 1),), dtype=_BOOL), differs], 0)

    def values(self) -> Any:
        return compressed(self.ascending, self.is_first)

    def indices(self) -> Any:
        return compressed(self.places, self.is_first)

    def inverse(self) -> Any:
        group = self.is_first.to(_INT64).cumsum(0) - 1
        return aten.scatter.src(aten.zeros_like.default(group), 0, self.places, group)

    def counts(self) -> Any:
        starts = aten.nonzero.default(self.is_first).squeeze(1)
        ends = aten.cat.default([starts[1:], starts.new_full((min(self.is_first.shape[0], 1),), len(self.is_first))], 0)
        return ends - starts


def _row_order(x: Any) -> Any:
    """Places of rows in ascending order, compared from the first column on."""
    places = aten.arange.default(x.shape[0], dtype=_INT64, device=x.device)
    for column in reversed(range(x.shape[1])):
        key = aten.index_select.default(x.select(1, column), 0, places)
        places = aten.index_select.default(places, 0, order.argsort(key, 0))
    return places


@line(np.unique)
def unique(
    ar: Any, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: Any = None, *,
    equal_nan: bool = True, sorted: bool = True,
) -> Any:  # fmt: skip
    """`numpy.unique`, always sorted."""
    x = as_tensor(ar)
    dim = None if axis is None else one_axis(axis, x.dim())
    if dim is None or x.dim() == 1:
        groups = _Groups(x.reshape(-1), equal_nan=equal_nan)
        found, shape = [groups.values()], tuple(x.shape)
    else:
        rows = x.movedim(dim, 0)
        size = int(np.prod(rows.shape[1:], dtype=np.int64))
        groups = _Groups(rows.reshape([rows.shape[0], size]), equal_nan=equal_nan)
        values, shape = groups.values(), (x.shape[dim],)
        found = [values.reshape([values.shape[0], *rows.shape[1:]]).movedim(0, dim)]
    if return_index:
        found.append(groups.indices())
    if return_inverse:
        found.append(groups.inverse().reshape(shape))
    if return_counts:
        found.append(groups.counts())
    return found[0] if len(found) == 1 else tuple(found)


@line(np.unique_all)
def unique_all(x: Any) -> Any:
    """`numpy.unique_all`."""
    return UniqueAllResult(*unique(x, True, True, True, equal_nan=False))


@line(np.unique_counts)
def unique_counts(x: Any) -> Any:
    """`numpy.unique_counts`."""
    return UniqueCountsResult(*unique(x, return_counts=True, equal_nan=False))


@line(np.unique_inverse)
def unique_inverse(x: Any) -> Any:
    """`numpy.unique_inverse`."""
    return UniqueInverseResult(*unique(x, return_inverse=True, equal_nan=False))


@line(np.unique_values, own=False)  # NumPy's own has an order that depends on its version
def unique_values(x: Any) -> Any:
    """`numpy.unique_values`."""
    return unique(x, equal_nan=False)


# ---- sets ----


def _is_in(x: Any, others: Any) -> Any:
    """For each element: is it in a row of the same dtype?"""
    if not others.shape[0]:
        return aten.zeros_like.default(x, dtype=_BOOL)
    ascending = order.sort(others, 0)
    place = count_before(ascending, x, or_equal=False)
    place = aten.clamp.default(place, None, others.shape[0] - 1)
    return aten.index_select.default(ascending, 0, place.reshape(-1)).reshape(x.shape) == x


_KINDS: Final = (None, "sort", "table")


@line(np.isin)
def isin(
    element: Any, test_elements: Any, assume_unique: bool = False, invert: bool = False, *, kind: Any = None
) -> Any:
    """`numpy.isin`."""
    if kind not in _KINDS:
        raise ValueError(f"Invalid kind: '{kind}'. Please use None, 'sort' or 'table'.")
    x, others = promoted(element, test_elements)
    if kind == "table" and can_be_nan(x):
        raise ValueError("The 'table' method is only supported for boolean or integer arrays.")
    found = _is_in(x, others.reshape(-1))
    return ~found if invert else found


@line(getattr(np, "in1d", None))
def in1d(ar1: Any, ar2: Any, assume_unique: bool = False, invert: bool = False, *, kind: Any = None) -> Any:
    """`numpy.in1d`, which newer NumPy does not have."""
    return isin(as_tensor(ar1).reshape(-1), ar2, assume_unique, invert, kind=kind)


def _two_rows(ar1: Any, ar2: Any, assume_unique: bool) -> list[Any]:
    rows = promoted(as_tensor(ar1).reshape(-1), as_tensor(ar2).reshape(-1))
    return rows if assume_unique else [unique(row) for row in rows]


@line(np.intersect1d)
def intersect1d(ar1: Any, ar2: Any, assume_unique: bool = False, return_indices: bool = False) -> Any:
    """`numpy.intersect1d`."""
    rows = promoted(as_tensor(ar1).reshape(-1), as_tensor(ar2).reshape(-1))
    first = [None, None]
    if not assume_unique:
        (left, first[0]), (right, first[1]) = (unique(row, return_index=True) for row in rows)
        rows = [left, right]
    both = aten.cat.default(rows, 0)
    places = order.argsort(both, 0)
    ascending = aten.index_select.default(both, 0, places)
    is_double = ascending[1:] == ascending[:-1]
    values = compressed(ascending[:-1], is_double)
    if not return_indices:
        return values
    found = [compressed(places[:-1], is_double), compressed(places[1:], is_double) - rows[0].shape[0]]
    return values, *[one if at is None else aten.index_select.default(at, 0, one)
                     for one, at in zip(found, first, strict=True)]  # fmt: skip


@line(np.union1d)
def union1d(ar1: Any, ar2: Any) -> Any:
    """`numpy.union1d`."""
    return unique(aten.cat.default(_two_rows(ar1, ar2, True), 0))


@line(np.setdiff1d)
def setdiff1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    """`numpy.setdiff1d`."""
    own = as_tensor(ar1).reshape(-1)
    own = own if assume_unique else unique(own)
    return compressed(own, isin(own, ar2, invert=True))


@line(np.setxor1d)
def setxor1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    """`numpy.setxor1d`."""
    both = order.sort(aten.cat.default(_two_rows(ar1, ar2, assume_unique), 0), 0)
    if not both.shape[0]:
        return both
    edge = both.new_ones((1,), dtype=_BOOL)
    differs = aten.cat.default([edge, both[1:] != both[:-1], edge], 0)
    return compressed(both, differs[1:] & differs[:-1])
