"""Sums, products, extremes, means, variances, and their running forms."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from wye.call.packets import ops
from wye.numpy import order
from wye.numpy.arrays import as_tensor, cast, has_layer
from wye.numpy.axes import condition, kept, merged, one_axis, reduced
from wye.numpy.indexing import value_for
from wye.numpy.promotion import promoted
from wye.numpy.table import line
from wye.numpy.writing import write_out
from wye.tensors import Tensor
from wye.tensors.dtypes import from_numpy_dtype, to_numpy_dtype

__all__ = ["ABSENT", "all_", "any_", "count", "cumprod", "cumsum", "max_", "mean", "min_", "prod", "sum_", "var"]

aten: Any = ops.aten
ABSENT: Final = np._NoValue  # NumPy's mark for an argument that is not given


def summing_dtype(x: Any, dtype: Any) -> Any:
    """The dtype in which NumPy sums: small integers in those of the machine's size."""
    if dtype is not None:
        return np.dtype(dtype)
    own = to_numpy_dtype(x.dtype)
    if own.kind == "b" or (own.kind == "i" and own.itemsize < 8):
        return np.dtype(np.int64)
    return np.dtype(np.uint64) if own.kind == "u" else own


def first_value(initial: Any, x: Any) -> Any:
    """What a reduction begins with, as a tensor of the array's dtype.

    Raises:
        OverflowError: a Python integer is beyond it.
        TypeError: it is complex, and the array is real.
    """
    return value_for(x, initial)


def _masked(x: Any, where: Any, value: Any) -> Any:
    """The elements for which a condition holds, a value for the others; the shape is that of both together."""
    return x if where is True else aten.where.self(condition(where), x, x.new_full((), value))


# ---- sums and products ----


def _over(x: Any, axis: Any, keepdims: Any, of_all: Any, along: Any) -> Any:
    """A reduction of floats, by the operator for all elements or the one for some dimensions."""
    if axis is None and not keepdims:
        return of_all(x)
    dims = reduced(axis, x.dim())
    return along(x, list(dims), bool(keepdims)) if dims else x.clone()


@line(np.sum, keeps_class=True)
def sum_(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False, initial: Any = ABSENT,
    where: Any = True,
) -> Any:  # fmt: skip
    """`numpy.sum`."""
    x = as_tensor(a)
    if dtype is None and initial is ABSENT and where is True and x.dtype.is_floating_point:
        return write_out(_over(x, axis, keepdims, aten.sum.default, aten.sum.dim_IntList), out)
    x = _masked(cast_all(x, summing_dtype(x, dtype)), where, 0)
    dims = reduced(axis, x.dim())
    found = aten.sum.dim_IntList(x, list(dims), bool(keepdims), dtype=x.dtype) if dims else x.clone()
    if initial is not ABSENT:
        found = found + first_value(initial, x)
    return write_out(found, out)


@line(np.prod, keeps_class=True)
def prod(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False, initial: Any = ABSENT,
    where: Any = True,
) -> Any:  # fmt: skip
    """`numpy.prod`."""
    x = as_tensor(a)
    x = _masked(cast_all(x, summing_dtype(x, dtype)), where, 1)
    dims = reduced(axis, x.dim())
    if not dims:
        found = x.clone()
    elif len(dims) == 1:
        dtype_of_products = {} if x.dtype.is_floating_point else {"dtype": x.dtype}
        found = aten.prod.dim_int(x, dims[0], bool(keepdims), **dtype_of_products)
    else:
        flat, shape = merged(x, dims)
        found = aten.prod.dim_int(flat, -1, False, dtype=x.dtype)
        found = found.reshape(shape) if keepdims else found
    if initial is not ABSENT:
        found = found * first_value(initial, x)
    return write_out(found, out)


def cast_all(x: Any, dtype: Any) -> Any:
    """`cast`, and complex numbers to real ones by their real parts."""
    if x.is_complex() and dtype.kind not in "cb":
        x = x.real
    return cast(x, dtype)


# ---- extremes ----


def _extreme(x: Any, axis: Any, out: Any, keepdims: Any, initial: Any, where: Any, least: bool) -> Any:
    dims = reduced(axis, x.dim())
    if where is True and initial is ABSENT and dims and x.dtype.is_floating_point and x.numel():
        return write_out((aten.amin if least else aten.amax).default(x, list(dims), bool(keepdims)), out)
    if where is not True:
        if initial is ABSENT:
            name = "minimum" if least else "maximum"
            raise ValueError(
                f"reduction operation '{name}' does not have an identity, so to use a where mask one has to specify "
                "'initial'"
            )
        x = _masked(x, where, initial)
        dims = reduced(axis, x.dim())
    first = None if initial is ABSENT else first_value(initial, x)
    if 0 in [x.shape[d] for d in dims]:
        if first is None:
            name = "minimum" if least else "maximum"
            raise ValueError(f"zero-size array to reduction operation {name} which has no identity")
        shape = kept(x.shape, dims) if keepdims else [size for d, size in enumerate(x.shape) if d not in dims]
        return write_out(first.expand(shape).clone(), out)
    found = order.extreme(x, dims, bool(keepdims), least=least) if dims else x.clone()
    if first is not None:
        found = between(found, first, least=least)
    return write_out(found, out)


def between(x: Any, y: Any, *, least: bool) -> Any:
    """The greater, or the lesser, of two tensors of one dtype; NaN where there is one."""
    if not x.is_complex():
        return (aten.minimum if least else aten.maximum).default(x, y)
    takes_x = (order.less(x, y) if least else order.less(y, x)) | (x == y)
    return aten.where.self((takes_x | x.isnan()) & ~(y.isnan() & ~x.isnan()), x, y)


@line(np.max, np.amax, keeps_class=True)
def max_(
    a: Any, axis: Any = None, out: Any = None, keepdims: Any = False, initial: Any = ABSENT, where: Any = True
) -> Any:
    """`numpy.max`; equal elements share the gradient evenly."""
    return _extreme(as_tensor(a), axis, out, keepdims, initial, where, least=False)


@line(np.min, np.amin, keeps_class=True)
def min_(
    a: Any, axis: Any = None, out: Any = None, keepdims: Any = False, initial: Any = ABSENT, where: Any = True
) -> Any:
    """`numpy.min`; equal elements share the gradient evenly."""
    return _extreme(as_tensor(a), axis, out, keepdims, initial, where, least=True)


@line(np.ptp, keeps_class=True)
def ptp(a: Any, axis: Any = None, out: Any = None, keepdims: Any = False) -> Any:
    """`numpy.ptp`."""
    greatest, least = max_(a, axis, keepdims=keepdims), min_(a, axis, keepdims=keepdims)
    if to_numpy_dtype(least.dtype).kind == "b":
        raise TypeError("numpy boolean subtract, the `-` operator, is not supported")
    return write_out(greatest - least, out)


def place_of(x: Any, axis: Any, out: Any, keepdims: Any, least: bool) -> Any:
    """The place of the greatest, or the least, element.

    Raises:
        ValueError: there are no elements.
    """
    shape = kept(x.shape, reduced(axis, x.dim()))
    x = x.reshape(-1) if axis is None or not x.dim() else x
    dim = 0 if axis is None else one_axis(axis, x.dim())
    if not x.shape[dim]:
        raise ValueError(f"attempt to get {'argmin' if least else 'argmax'} of an empty sequence")
    found = order.argmax(x, dim, least=least)
    return write_out(found.reshape(shape) if keepdims or not shape else found, out)


@line(np.argmax, keeps_class=True)
def argmax(a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = False) -> Any:
    """`numpy.argmax`."""
    return place_of(as_tensor(a), axis, out, keepdims, least=False)


@line(np.argmin, keeps_class=True)
def argmin(a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = False) -> Any:
    """`numpy.argmin`."""
    return place_of(as_tensor(a), axis, out, keepdims, least=True)


# ---- truth ----


def _truth(a: Any, axis: Any, out: Any, keepdims: Any, where: Any, every: bool) -> Any:
    x = _masked(as_tensor(a, bool), where, every)
    dims = reduced(axis, x.dim())
    found = (aten.all if every else aten.any).dims(x, list(dims), bool(keepdims)) if dims else x.clone()
    return write_out(found, out)


@line(np.all, keeps_class=True)
def all_(a: Any, axis: Any = None, out: Any = None, keepdims: Any = False, *, where: Any = True) -> Any:
    """`numpy.all`."""
    return _truth(a, axis, out, keepdims, where, every=True)


@line(np.any, keeps_class=True)
def any_(a: Any, axis: Any = None, out: Any = None, keepdims: Any = False, *, where: Any = True) -> Any:
    """`numpy.any`."""
    return _truth(a, axis, out, keepdims, where, every=False)


@line(np.count_nonzero)
def count_nonzero(a: Any, axis: Any = None, *, keepdims: Any = False) -> Any:
    """`numpy.count_nonzero`."""
    return sum_(as_tensor(a, bool), axis, keepdims=keepdims)


# ---- means and variances ----


def mean_dtype(x: Any, dtype: Any) -> Any:
    """The dtype of means: float64 for integers."""
    if dtype is not None:
        return np.dtype(dtype)
    own = to_numpy_dtype(x.dtype)
    return own if own.kind in "fc" else np.dtype(np.float64)


def count(x: Any, axis: Any, keepdims: Any, where: Any) -> Any:
    """How many elements a reduction goes over: a number, or a tensor where there is a condition."""
    if where is True:
        return math.prod([x.shape[d] for d in reduced(axis, x.dim())])
    mask = aten.broadcast_tensors.default([condition(where), x])[0]
    return sum_(mask, axis, keepdims=keepdims)


@line(np.mean, keeps_class=True)
def mean(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False, *, where: Any = True
) -> Any:
    """`numpy.mean`."""
    x = as_tensor(a)
    dims = None if axis is None else _checked(axis, x.dim())
    if dtype is None and where is True and x.dtype.is_floating_point and x.numel():
        return write_out(_over(x, dims, keepdims, aten.mean.default, aten.mean.dim), out)
    wanted, dims = mean_dtype(x, dtype), reduced(dims, x.dim())
    if where is True and wanted.kind in "fc" and dims and x.numel():
        return write_out(aten.mean.dim(cast_all(x, wanted), list(dims), bool(keepdims)), out)
    wide = np.dtype(np.float32) if wanted == np.float16 else wanted
    total = sum_(x, dims, wide, keepdims=keepdims, where=where)
    number = count(x, dims, keepdims, where)
    return write_out(cast_all(total / (number if isinstance(number, Tensor) else float(number)), wanted), out)


def _checked(axis: Any, ndim: int) -> tuple[int, ...]:
    """The dimensions of a mean, for which an array without dimensions has no axis 0."""
    return reduced(axis if axis is None or ndim else (axis if isinstance(axis, tuple) else (axis,)), ndim)


def spread(x: Any, center: Any) -> Any:
    """Squared distances, which are real."""
    distance = x - center
    return distance.real * distance.real + distance.imag * distance.imag if x.is_complex() else distance * distance


def taken_away(ddof: Any, correction: Any) -> Any:
    """What is subtracted from the number of elements, under one of its two names.

    Raises:
        ValueError: both are given.
    """
    if correction is ABSENT:
        return ddof
    if ddof != 0:
        raise ValueError("ddof and correction can't be provided simultaneously.")
    return correction


def _is_plain(x: Any, dims: Any, ddof: Any, number: Any, where: Any, mean: Any) -> bool:
    """Does an operator compute this variance?"""
    is_whole = where is True and mean is ABSENT
    return bool(is_whole and dims and number > ddof and x.numel() and not isinstance(ddof, np.ndarray))


@line(np.var, keeps_class=True)
def var(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: Any = False, *,
    where: Any = True, mean: Any = ABSENT, correction: Any = ABSENT,
) -> Any:  # fmt: skip
    """`numpy.var`."""
    x, ddof = as_tensor(a), taken_away(ddof, correction)
    x = cast_all(x, mean_dtype(x, dtype))
    dims = _checked(axis, x.dim())
    number = count(x, dims, True, where)
    if _is_plain(x, dims, ddof, number, where, mean):
        return write_out(aten.var.correction(x, list(dims), correction=ddof, keepdim=bool(keepdims)), out)
    center = _mean_of(x, dims, True, where) if mean is ABSENT else as_tensor(mean)
    total = sum_(spread(x, center), dims, keepdims=keepdims, where=where)
    if not isinstance(number, Tensor):
        return write_out(total / float(max(number - ddof, 0)), out)
    left = aten.clamp.default(count(x, dims, keepdims, where) - ddof, 0)
    return write_out(cast(total / left, to_numpy_dtype(total.dtype)), out)


def _mean_of(x: Any, dims: tuple[int, ...], keepdims: bool, where: Any) -> Any:
    return mean(x, dims, keepdims=keepdims, where=where)


@line(np.std, keeps_class=True)
def std(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: Any = False, *,
    where: Any = True, mean: Any = ABSENT, correction: Any = ABSENT,
) -> Any:  # fmt: skip
    """`numpy.std`."""
    x, less = as_tensor(a), taken_away(ddof, correction)
    x = cast_all(x, mean_dtype(x, dtype))
    dims = _checked(axis, x.dim())
    number = count(x, dims, True, where)
    if _is_plain(x, dims, less, number, where, mean) and number != 1:
        return write_out(aten.std.correction(x, list(dims), correction=less, keepdim=bool(keepdims)), out)
    found = var(a, axis, dtype, None, ddof, keepdims, where=where, mean=mean, correction=correction)
    if where is True and mean is ABSENT and as_tensor(a).numel() == found.numel():
        return write_out(found, out)  # of one number: always 0 (or NaN), so is its gradient; that of a root is not
    return write_out(found.sqrt(), out)


@line(np.average)
def average(a: Any, axis: Any = None, weights: Any = None, returned: bool = False, *, keepdims: Any = False) -> Any:
    """`numpy.average`."""
    x = as_tensor(a)
    given, axis = axis, _checked(axis, x.dim())
    if weights is None:
        found = mean(x, axis, keepdims=keepdims)
        total = found.new_full((), x.numel() / max(found.numel(), 1))
    else:
        w = aligned(as_tensor(weights), x, given)
        if to_numpy_dtype(x.dtype).kind in "biu":
            x = as_tensor(x, np.float64)
        x, w = promoted(x, w)
        total = sum_(w, axis, keepdims=keepdims)
        if not has_layer((total,)) and bool((total == 0).any()):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        found = sum_(x * w, axis, keepdims=keepdims) / total
    return (found, total.expand(found.shape)) if returned else found


def aligned(weights: Any, x: Any, axis: Any) -> Any:
    """Weights with the shape of the array: they have it already, or that of the axes.

    Raises:
        TypeError: weights without an axis have another shape.
        ValueError: they do not have the shape of the axes.
    """
    if tuple(weights.shape) == tuple(x.shape):
        return weights
    if axis is None:
        raise TypeError("Axis must be specified when shapes of a and weights differ.")
    dims = reduced(axis, x.dim())
    if tuple(weights.shape) != tuple(x.shape[d] for d in dims):
        raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
    ascending = weights.permute(*np.argsort(dims).tolist())
    return ascending.reshape([size if d in dims else 1 for d, size in enumerate(x.shape)]).expand(x.shape)


# ---- running sums and products ----


def _running(a: Any, axis: Any, dtype: Any, out: Any, operator: Any) -> Any:
    x = as_tensor(a)
    x = cast_all(x, summing_dtype(x, dtype))
    if axis is None or not x.dim():
        if axis is not None:
            one_axis(axis, 1)
        x, axis = x.reshape(-1), 0
    dim = one_axis(axis, x.dim())
    if to_numpy_dtype(x.dtype).kind == "b":  # sums say whether there was any, products whether there were all
        return write_out(aten.ne.Scalar(operator(x, dim, dtype=from_numpy_dtype(np.dtype(np.int64))), 0), out)
    return write_out(operator(x, dim) if x.dtype.is_floating_point else operator(x, dim, dtype=x.dtype), out)


@line(np.cumsum, keeps_class=True)
def cumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """`numpy.cumsum`."""
    return _running(a, axis, dtype, out, aten.cumsum.default)


@line(np.cumprod, keeps_class=True)
def cumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """`numpy.cumprod`."""
    return _running(a, axis, dtype, out, aten.cumprod.default)


def _cumulative(x: Any, axis: Any, dtype: Any, out: Any, include_initial: bool, function: Any, identity: int) -> Any:
    tensor = as_tensor(x)
    if not tensor.dim():
        tensor = tensor.reshape(-1)
    if axis is None:
        if tensor.dim() != 1:
            raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")
        axis = 0
    dim = one_axis(axis, tensor.dim())
    found = function(tensor, dim, dtype)
    if include_initial:
        first = found.new_full([1 if d == dim else size for d, size in enumerate(found.shape)], identity)
        found = aten.cat.default([first, found], dim)
    return write_out(found, out)


@line(getattr(np, "cumulative_sum", None))
def cumulative_sum(
    x: Any, /, *, axis: Any = None, dtype: Any = None, out: Any = None, include_initial: bool = False
) -> Any:
    """`numpy.cumulative_sum`."""
    return _cumulative(x, axis, dtype, out, include_initial, cumsum, 0)


@line(getattr(np, "cumulative_prod", None))
def cumulative_prod(
    x: Any, /, *, axis: Any = None, dtype: Any = None, out: Any = None, include_initial: bool = False
) -> Any:
    """`numpy.cumulative_prod`."""
    return _cumulative(x, axis, dtype, out, include_initial, cumprod, 1)
