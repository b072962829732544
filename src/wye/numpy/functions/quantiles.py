"""Medians, quantiles and percentiles, also of what is not NaN.

All sort the elements along the axes once and read two neighbours, between which they interpolate.  How many elements
count is a number, or with NaN left out a tensor with one for each result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.call.packets import ops
from wye.numpy import order
from wye.numpy.arrays import as_tensor, cast, has_layer, is_symbol
from wye.numpy.axes import merged, reduced
from wye.numpy.functions.nan_reductions import can_be_nan, nanmean
from wye.numpy.functions.reductions import aligned, mean_dtype
from wye.numpy.promotion import result_dtype
from wye.numpy.table import line
from wye.numpy.writing import write_out
from wye.tensors import Tensor
from wye.tensors.dtypes import from_numpy_dtype, to_numpy_dtype

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["METHODS"]

aten: Any = ops.aten
_INT64: Final = from_numpy_dtype(np.dtype("int64"))


# ---- methods: from the number of elements and a quantile to a place among them ----

# Methods of Hyndman and Fan that interpolate, with their alpha and beta.
_CONTINUOUS: Final = {
    "interpolated_inverted_cdf": (0.0, 1.0), "hazen": (0.5, 0.5), "weibull": (0.0, 0.0), "linear": (1.0, 1.0),
    "median_unbiased": (1 / 3.0, 1 / 3.0), "normal_unbiased": (3 / 8.0, 3 / 8.0),
}  # fmt: skip


def _nearest_even(n: Any, q: Any) -> Any:
    place = n * q - 1.5
    before = place.floor()
    stays = (place == before) & (before % 2 == 1)
    return aten.where.self(stays, before, before + 1)


# Methods that read one element: its place.
_DISCRETE: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "inverted_cdf": lambda n, q: (n * q - 1).ceil(),
    "closest_observation": _nearest_even,
    "lower": lambda n, q: ((n - 1) * q).floor(),
    "higher": lambda n, q: ((n - 1) * q).ceil(),
    "nearest": lambda n, q: ((n - 1) * q).round(),
}
METHODS: Final = (*_CONTINUOUS, *_DISCRETE, "averaged_inverted_cdf", "midpoint")


def _place(method: str, n: Any, q: Any) -> tuple[Any, Any]:
    """The element before a quantile, as a number of q's dtype, and how far it is on the way to the next."""
    if method in _DISCRETE:
        return _DISCRETE[method](n, q), None
    if method == "averaged_inverted_cdf":
        place = n * q - 1
        before = place.floor()
        return before, aten.where.self(place == before, q.new_full((), 0.5), q.new_full((), 1.0))
    if method == "midpoint":
        whole = (n - 1) * q
        before = whole.floor()
        return before, aten.where.self(whole == before, q.new_full((), 0.0), q.new_full((), 0.5))
    alpha, beta = _CONTINUOUS[method]
    place = (n - 1) * q if method == "linear" else n * q + (alpha + q * (1 - alpha - beta)) - 1
    before = place.detach().floor()
    return before, place - before


def _inside(place: Any, last: Any) -> Any:
    """Places as indices, between the first element and the last."""
    place = aten.clamp.default(place.to(_INT64), 0)
    return aten.minimum.default(place, last) if isinstance(last, Tensor) else aten.clamp.default(place, None, last)


def _read(ascending: Any, place: Any) -> Any:
    """The elements at places in the last dimension."""
    return ascending.gather(-1, place.expand([*ascending.shape[:-1], place.shape[-1]]))


def _mixed(before: Any, after: Any, part: Any) -> Any:
    """Between two elements, exact at both ends."""
    step = cast(after - before, to_numpy_dtype(part.dtype))
    return aten.where.self(part >= 0.5, after - step * (1 - part), before + step * part)


# ---- the computation ----


def _quantiles(x: Any, q: Any, dtype: Any, method: str, skips_nan: bool) -> Any:
    """Quantiles ``q``, in one dimension, of the last dimension, in whose place they stand."""
    size, has_nan = x.shape[-1], can_be_nan(x)
    ascending = order.sort(x, -1)
    n, last = size, size - 1
    if skips_nan and has_nan:
        number = (~x.isnan()).to(_INT64).sum(-1, keepdim=True)
        n, last = number.to(q.dtype), aten.clamp.default(number - 1, 0)
    before, part = _place(method, n, q)
    if part is None:
        found = _read(ascending, _inside(before, last))
    else:
        if not has_nan:
            ascending = cast(ascending, dtype)
        # Outside of the elements both neighbours are the first, or the last.
        is_low, is_high = before < 0, before + (part if method in _CONTINUOUS else 0) >= last
        after = aten.where.self(is_low, aten.zeros_like.default(before), before + 1)
        before = aten.where.self(is_high, aten.zeros_like.default(before) + last, before)
        pair = [_read(ascending, _inside(place, last)) for place in (before, after)]
        found = _mixed(pair[0], pair[1], cast(part, dtype))
    if has_nan:
        is_bad = (number == 0) if skips_nan else ascending[..., -1:].isnan()
        found = aten.where.self(is_bad, found.new_full((), np.nan), found)
    return found


def _weighted(x: Any, q: Any, weights: Any, skips_nan: bool) -> Any:
    """The same with a weight for each element: the first one at which the sum of weights reaches the quantile."""
    places = order.argsort(x, -1)
    ascending, w = x.gather(-1, places), as_tensor(weights, np.float64).gather(-1, places)
    has_nan = can_be_nan(x)
    if skips_nan and has_nan:
        w = aten.where.self(ascending.isnan(), w.new_full((), 0.0), w)
    sums = w.cumsum(-1)
    sums = sums / sums[..., -1:]
    if not has_layer((sums,)) and bool(sums.isnan().any()) and not skips_nan:
        raise ValueError("Weights included NaN, inf or were all zero.")
    sums = aten.where.self(sums == 0, sums.new_full((), -1.0), sums)  # elements without weight are not the first
    is_before = sums.to(q.dtype).unsqueeze(-1) < q
    place = _inside(is_before.to(_INT64).sum(-2), x.shape[-1] - 1)
    found = ascending.gather(-1, place)
    if has_nan:
        is_bad = x.isnan().all(-1, keepdim=True) if skips_nan else ascending[..., -1:].isnan()
        found = aten.where.self(is_bad, found.new_full((), np.nan), found)
    return found


def _run(
    a: Any, q: Any, axis: Any, out: Any, method: str, keepdims: Any, weights: Any, *, skips_nan: bool, whole: float
) -> Any:
    x = as_tensor(a)
    if x.is_complex():
        raise TypeError("a must be an array of real numbers")
    asked, is_integer = _fractions(q, whole)
    _check(asked, method, weights, whole)
    if skips_nan and not x.numel():
        return nanmean(x, axis, out=out, keepdims=keepdims)
    flat, shape = merged(x, axis)
    if not flat.shape[-1]:
        raise IndexError("index -1 is out of bounds for axis 0 with size 0")
    method = _known(method)
    if is_integer and method == "linear":
        method = "lower"  # the first and the last element, without steps between
    own = to_numpy_dtype(x.dtype)
    if method not in _DISCRETE and own.kind == "b":
        raise TypeError("numpy boolean subtract, the `-` operator, is not supported")
    dtype = result_dtype((own, float if type(q) in (int, float) else to_numpy_dtype(asked.dtype)))
    row = asked.reshape(-1)
    if weights is None:
        found = _quantiles(flat, row, dtype, method, skips_nan)
    else:
        w = aligned(as_tensor(weights), x, axis)
        found = _weighted(flat, row, merged(w, axis)[0], skips_nan)
    if is_integer and type(q) is not int and method in _OF_INTEGERS:
        found = cast(found, result_dtype((own, np.dtype(np.int64))))
    found = found.movedim(-1, 0)
    rest = shape if keepdims else tuple(found.shape[1:])
    return write_out(found.reshape([*asked.shape, *rest]), out)


# Methods that compute in integers where the quantiles, 0 and 1, are integers.
_OF_INTEGERS: Final = ("interpolated_inverted_cdf", "weibull", "averaged_inverted_cdf")


def _fractions(q: Any, whole: float) -> tuple[Any, bool]:
    """Quantiles as fractions of 1, and whether they are integers."""
    asked = as_tensor(q)
    is_integer = not asked.dtype.is_floating_point
    asked = as_tensor(asked, np.float64) if is_integer else asked
    return (asked / whole, False) if whole != 1 else (asked, is_integer)


def _known(method: str) -> str:
    if method not in METHODS:
        raise ValueError(f"{method!r} is not a valid method. Use one of: {', '.join(METHODS)}")
    return method


def _check(asked: Any, method: str, weights: Any, whole: float) -> None:
    if asked.dim() > 2:
        raise ValueError("q must be a scalar or 1d")
    if not has_layer((asked,)) and not bool(((asked >= 0) & (asked <= 1)).all()):
        name = "Quantiles" if whole == 1 else "Percentiles"
        raise ValueError(f"{name} must be in the range [0, {whole:.0f}]")
    if weights is not None and method != "inverted_cdf":
        raise ValueError(f"Only method 'inverted_cdf' supports weights. Got: {method}.")
    if weights is not None and not has_layer((as_tensor(weights),)) and bool((as_tensor(weights) < 0).any()):
        raise ValueError("Weights must be non-negative.")


# ---- lines ----


@line(np.quantile)
def quantile(
    a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: Any = False, *, weights: Any = None,
) -> Any:  # fmt: skip
    """`numpy.quantile`."""
    return _run(a, q, axis, out, method, keepdims, weights, skips_nan=False, whole=1)


@line(np.percentile)
def percentile(
    a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: Any = False, *, weights: Any = None,
) -> Any:  # fmt: skip
    """`numpy.percentile`."""
    return _run(a, q, axis, out, method, keepdims, weights, skips_nan=False, whole=100)


@line(np.nanquantile)
def nanquantile(
    a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: Any = False, *, weights: Any = None,
) -> Any:  # fmt: skip
    """`numpy.nanquantile`."""
    return _run(a, q, axis, out, method, keepdims, weights, skips_nan=True, whole=1)


@line(np.nanpercentile)
def nanpercentile(
    a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: Any = False, *, weights: Any = None,
) -> Any:  # fmt: skip
    """`numpy.nanpercentile`."""
    return _run(a, q, axis, out, method, keepdims, weights, skips_nan=True, whole=100)


@line(np.median)
def median(a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: Any = False) -> Any:
    """`numpy.median`."""
    x = as_tensor(a)
    flat, shape = merged(x, axis)
    size, dtype = flat.shape[-1], mean_dtype(x, None)
    if not size:
        found = cast(flat, dtype).new_full(flat.shape[:-1], np.nan)
    else:
        ascending = cast(order.sort(flat, -1), dtype)
        is_odd = not is_symbol(size) and size % 2 == 1  # of a symbolic size, the mean of twice the same
        found = _middle(ascending.select(-1, (size - 1) // 2), ascending.select(-1, size // 2), is_odd)
        if can_be_nan(x):
            found = aten.where.self(ascending[..., -1].isnan(), ascending[..., -1], found)
    return write_out(found.reshape(shape) if keepdims else found, out)


def _middle(low: Any, high: Any, is_odd: bool) -> Any:
    return low if is_odd else (low + high) / 2


@line(np.nanmedian)
def nanmedian(a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: Any = False) -> Any:
    """`numpy.nanmedian`."""
    x = as_tensor(a)
    reduced(axis, x.dim())
    if not can_be_nan(x) or not x.numel():
        return median(x, axis, out, overwrite_input, keepdims)
    flat, shape = merged(x, axis)
    number = (~flat.isnan()).to(_INT64).sum(-1, keepdim=True)
    ascending = order.sort(flat, -1)
    low = ascending.gather(-1, aten.clamp.default((number - 1) // 2, 0)).squeeze(-1)
    high = ascending.gather(-1, aten.clamp.default(number // 2, None, flat.shape[-1] - 1)).squeeze(-1)
    found = aten.where.self(number.squeeze(-1) % 2 == 1, low, (low + high) / 2)
    return write_out(found.reshape(shape) if keepdims else found, out)
