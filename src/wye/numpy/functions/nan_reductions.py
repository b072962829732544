"""Reductions that leave NaN out."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.call.packets import ops
from wye.numpy.arrays import as_tensor, cast, has_layer
from wye.numpy.axes import condition, reduced
from wye.numpy.functions.reductions import (
    ABSENT,
    all_,
    cast_all,
    count,
    cumprod,
    cumsum,
    max_,
    mean_dtype,
    min_,
    place_of,
    prod,
    spread,
    sum_,
    taken_away,
    var,
)
from wye.numpy.functions.reductions import mean as plain_mean
from wye.numpy.table import line
from wye.numpy.writing import write_out
from wye.tensors.dtypes import to_numpy_dtype

__all__ = ["can_be_nan", "replaced"]

aten: Any = ops.aten


def can_be_nan(x: Any) -> bool:
    """Does this dtype have NaN?"""
    return bool(x.dtype.is_floating_point or x.dtype.is_complex)


def replaced(x: Any, value: Any) -> Any:
    """The elements, and a value for each NaN."""
    return aten.where.self(x.isnan(), x.new_full((), value), x) if can_be_nan(x) else x


def _numbers(x: Any, where: Any) -> Any:
    """The condition that an element counts: it is not NaN, and the program's condition holds."""
    if not can_be_nan(x):
        return where
    return ~x.isnan() if where is True else ~x.isnan() & condition(where)


# ---- sums and products ----


@line(np.nansum)
def nansum(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False, initial: Any = ABSENT,
    where: Any = True,
) -> Any:  # fmt: skip
    """`numpy.nansum`."""
    return sum_(replaced(as_tensor(a), 0), axis, dtype, out, keepdims, initial, where)


@line(np.nanprod)
def nanprod(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False, initial: Any = ABSENT,
    where: Any = True,
) -> Any:  # fmt: skip
    """`numpy.nanprod`."""
    return prod(replaced(as_tensor(a), 1), axis, dtype, out, keepdims, initial, where)


@line(np.nancumsum)
def nancumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """`numpy.nancumsum`."""
    return cumsum(replaced(as_tensor(a), 0), axis, dtype, out)


@line(np.nancumprod)
def nancumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """`numpy.nancumprod`."""
    return cumprod(replaced(as_tensor(a), 1), axis, dtype, out)


# ---- extremes ----


def _extreme(a: Any, axis: Any, out: Any, keepdims: Any, initial: Any, where: Any, function: Any, worst: float) -> Any:
    x = as_tensor(a)
    if not can_be_nan(x) or where is not True or initial is not ABSENT:
        return function(replaced(x, worst if initial is ABSENT else initial), axis, out, keepdims, initial, where)
    found = function(replaced(x, worst), axis, None, keepdims)
    has_none = all_(x.isnan(), axis, keepdims=keepdims)
    return write_out(aten.where.self(has_none, found.new_full((), np.nan), found), out)


@line(np.nanmax)
def nanmax(
    a: Any, axis: Any = None, out: Any = None, keepdims: Any = False, initial: Any = ABSENT, where: Any = True
) -> Any:
    """`numpy.nanmax`."""
    return _extreme(a, axis, out, keepdims, initial, where, max_, -np.inf)


@line(np.nanmin)
def nanmin(
    a: Any, axis: Any = None, out: Any = None, keepdims: Any = False, initial: Any = ABSENT, where: Any = True
) -> Any:
    """`numpy.nanmin`."""
    return _extreme(a, axis, out, keepdims, initial, where, min_, np.inf)


def _place(a: Any, axis: Any, out: Any, keepdims: Any, least: bool) -> Any:
    x = as_tensor(a)
    if can_be_nan(x) and not has_layer((x,)) and bool(all_(x.isnan(), axis).any()):
        raise ValueError("All-NaN slice encountered")
    return place_of(replaced(x, np.inf if least else -np.inf), axis, out, keepdims, least)


@line(np.nanargmax)
def nanargmax(a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = False) -> Any:
    """`numpy.nanargmax`; where a layer follows the array, the place among nothing but NaN is 0 instead of an error."""
    return _place(a, axis, out, keepdims, least=False)


@line(np.nanargmin)
def nanargmin(a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = False) -> Any:
    """`numpy.nanargmin`; where a layer follows the array, the place among nothing but NaN is 0 instead of an error."""
    return _place(a, axis, out, keepdims, least=True)


# ---- means and variances ----


@line(np.nanmean)
def nanmean(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False, *, where: Any = True
) -> Any:
    """`numpy.nanmean`."""
    x = as_tensor(a)
    if not can_be_nan(x):
        return plain_mean(x, axis, dtype, out, keepdims, where=where)
    _refuse_integers(dtype)
    return plain_mean(replaced(x, 0), reduced(axis, x.dim()), dtype, out, keepdims, where=_numbers(x, where))


def _refuse_integers(dtype: Any) -> None:
    if dtype is not None and np.dtype(dtype).kind not in "fc":
        raise TypeError("If a is inexact, then dtype must be inexact")


@line(np.nanvar)
def nanvar(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: Any = False, *,
    where: Any = True, mean: Any = ABSENT, correction: Any = ABSENT,
) -> Any:  # fmt: skip
    """`numpy.nanvar`."""
    x = as_tensor(a)
    if not can_be_nan(x):
        return var(x, axis, dtype, out, ddof, keepdims, where=where, mean=mean, correction=correction)
    _refuse_integers(dtype)
    ddof, mask, dims = taken_away(ddof, correction), _numbers(x, where), reduced(axis, x.dim())
    x = cast_all(replaced(x, 0), mean_dtype(x, dtype))
    center = plain_mean(x, dims, keepdims=True, where=mask) if mean is ABSENT else as_tensor(mean)
    is_empty = count(x, dims, True, mask) == 0  # of nothing but NaN: counted below
    center = aten.where.self(is_empty, center.new_zeros(()), center)
    total = sum_(spread(x, center), dims, keepdims=keepdims, where=mask)
    left = count(x, dims, keepdims, mask) - ddof
    some = aten.clamp.default(left, 1)
    found = aten.where.self(left > 0, cast(total / some, to_numpy_dtype(total.dtype)), total.new_full((), np.nan))
    return write_out(found, out)


@line(np.nanstd)
def nanstd(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: Any = False, *,
    where: Any = True, mean: Any = ABSENT, correction: Any = ABSENT,
) -> Any:  # fmt: skip
    """`numpy.nanstd`."""
    found = nanvar(a, axis, dtype, None, ddof, keepdims, where=where, mean=mean, correction=correction)
    return write_out(found.sqrt(), out)
