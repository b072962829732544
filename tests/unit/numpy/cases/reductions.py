"""Sums, products, extremes, means, quantiles."""

from __future__ import annotations

import warnings
from functools import wraps

import numpy as np
from tests.unit.numpy.drawn import case, draw

_DTYPES = ("bool", "int8", "uint8", "int32", "uint16", "uint32", "uint64", "float16", "float32", "complex64")
_REAL = tuple(name for name in _DTYPES if name != "complex64")
_VALUES = {"gradient": False, "vmap": False}  # of dtypes that other cases cover
_MASK = np.array([[True, False, True], [True, True, False]])
_HOLES = np.array([[1.5, np.nan, -0.25, 2.0], [np.nan, np.nan, 0.5, np.nan], [0.75, -1.25, 3.0, 0.125]])


def quiet(f):
    """A function of NumPy without its warnings about empty slices."""

    @wraps(f)
    def called(*args, **kwargs):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            return f(*args, **kwargs)

    return called


def _hollow(*axes: int) -> np.ndarray:
    return np.transpose(_HOLES, axes) if axes else _HOLES.copy()


_METHODS = (
    "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull",
    "linear", "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint", "nearest",
)  # fmt: skip

_FOLDS = [
    case(f, draw(*shape), **kwargs)
    for f in (np.sum, np.prod, np.max, np.min, np.mean, np.var, np.std)
    for shape, kwargs in (
        ((2, 3), {}), ((2, 3), {"axis": -1}), ((2, 3, 2), {"axis": (0, -1)}),
        ((2, 3, 2), {"axis": (2, 1), "keepdims": True}), ((4,), {"keepdims": True}),
    )
]  # fmt: skip

CASES = [
    *_FOLDS,
    *[case(f, draw(3, 2, dtype=dtype), axis=0, **_VALUES) for f in (np.sum, np.prod, np.mean) for dtype in _DTYPES],
    *[case(f, draw(3, 2, dtype=dtype), axis=0, rtol=1e-2, **_VALUES) for f in (np.var, np.std) for dtype in _DTYPES],
    *[case(f, draw(3, 2, dtype=dtype), axis=0, **_VALUES)
      for f in (np.max, np.min, np.argmax, np.argmin, np.all, np.any, np.cumsum, np.cumprod, np.count_nonzero)
      for dtype in _DTYPES],
    *[case(f, draw(3, 2, dtype="complex128"), axis=1)
      for f in (np.sum, np.prod, np.max, np.min, np.mean, np.var, np.std)],
    *[case(f, np.array(1.5)) for f in (np.sum, np.prod, np.max, np.min, np.mean, np.argmax, np.cumsum, np.all)],
    case(np.std, np.array(1.5), gradient=False),
    *[case(f, np.array(1.5), axis=0) for f in (np.sum, np.prod, np.max, np.min, np.argmin, np.cumsum, np.any)],
    *[case(f, draw(0, 3), axis=0) for f in (np.sum, np.prod, np.all, np.any, np.cumsum)],
    *[case(f, draw(0, 3), axis=1) for f in (np.max, np.min, np.argmax, np.sum)],
    *[case(f, draw(2, 3, order="F"), axis=1) for f in (np.sum, np.prod, np.max, np.cumsum, np.var)],
    *[case(f, draw(2, 3, order="gaps"), axis=1) for f in (np.sum, np.prod, np.min, np.cumprod, np.std)],
    *[case(f, draw(2, 3), axis=()) for f in (np.sum, np.prod, np.max, np.mean)],
    # initial, where, dtype
    *[case(f, draw(2, 3), axis=0, initial=0.5) for f in (np.sum, np.prod, np.max, np.min)],
    *[case(f, draw(2, 3), axis=1, initial=-0.5, where=_MASK) for f in (np.sum, np.prod, np.max, np.min)],
    case(np.max, draw(0, 3), axis=0, initial=2.0),
    *[case(f, draw(2, 3), axis=1, where=_MASK) for f in (np.sum, np.prod, np.mean, np.var, np.std, np.all, np.any)],
    *[case(f, draw(2, 3), axis=1, where=_MASK, keepdims=True) for f in (np.mean, np.var)],
    *[case(f, draw(2, 3), dtype="float32", gradient=False) for f in (np.sum, np.prod, np.mean, np.var, np.cumsum)],
    *[case(f, draw(2, 3, dtype="int32"), dtype="float64") for f in (np.sum, np.prod, np.mean, np.std, np.cumprod)],
    case(np.mean, draw(2, 3, dtype="int64"), dtype="int64"),
    *[case(f, draw(4, 3), axis=0, ddof=1) for f in (np.var, np.std)],
    *[case(f, draw(4, 3), axis=0, correction=1.5) for f in (np.var, np.std)],
    *[case(f, draw(4, 3), axis=0, mean=draw(1, 3)) for f in (np.var, np.std)],
    case(lambda x, out: np.sum(x, axis=0, out=out), draw(2, 3), np.zeros(3), of=np.sum, vmap=False, gradient=False),
    case(lambda x, out: np.max(x, 1, out), draw(2, 3), np.zeros(2), of=np.max, vmap=False, gradient=False),
    # others
    case(np.amax, draw(2, 3)),
    case(np.amin, draw(2, 3)),
    *[case(f, draw(2, 3), axis=axis) for f in (np.argmax, np.argmin) for axis in (None, 0, -1)],
    *[case(f, draw(2, 3), axis=1, keepdims=True) for f in (np.argmax, np.argmin)],
    case(np.argmax, draw(2, 3), keepdims=True),
    *[case(f, draw(2, 3, dtype="bool"), axis=axis) for f in (np.all, np.any) for axis in (None, 0, (0, 1))],
    case(np.all, draw(2, 3), keepdims=True),
    case(np.ptp, draw(2, 3)),
    case(np.ptp, draw(2, 3), axis=1, keepdims=True),
    case(np.ptp, draw(2, 3, dtype="uint8"), axis=0),
    case(np.average, draw(2, 3)),
    case(np.average, draw(2, 3), axis=1, weights=draw(3, low=0.5)),
    case(np.average, draw(2, 3), axis=0, weights=draw(2, 3, low=0.5), returned=True, keepdims=True),
    case(np.average, draw(2, 3, dtype="int32"), weights=draw(2, 3, dtype="int32", low=1), returned=True),
    case(np.average, draw(2, 3, 4), axis=(2, 0), weights=draw(4, 2, low=0.5)),
    case(np.average, draw(2, 3), axis=1, returned=True),
    *[case(f, draw(2, 3), axis=axis) for f in (np.cumsum, np.cumprod) for axis in (None, 0, -1)],
    *[case(f, draw(5)) for f in (np.cumulative_sum, np.cumulative_prod)],
    *[case(f, draw(2, 3), axis=-1, include_initial=True) for f in (np.cumulative_sum, np.cumulative_prod)],
    *[case(f, draw(4, dtype="uint8")) for f in (np.cumulative_sum, np.cumulative_prod)],
    *[case(np.count_nonzero, draw(2, 3, dtype="int8"), axis=axis) for axis in (None, 1, (0, 1))],
    case(np.count_nonzero, draw(2, 3), keepdims=True),
    # without NaN
    *[case(f, _hollow(), axis=axis)
      for f in (np.nansum, np.nanprod, np.nanmax, np.nanmin, np.nanmean, np.nanvar, np.nanmedian)
      for axis in (None, -1)],
    case(np.nanstd, _hollow()),
    *[case(f, _hollow(1, 0), axis=0, keepdims=True, second=False)
      for f in (np.nansum, np.nanprod, np.nanmax, np.nanmin, np.nanmean, np.nanvar, np.nanmedian)],
    *[case(f, draw(3, 2, dtype=dtype), axis=0, gradient=False)
      for f in (np.nansum, np.nanprod, np.nanmax, np.nanmin, np.nanmean, np.nanmedian)
      for dtype in ("uint8", "float32")],
    *[case(f, _hollow(), axis=1, where=np.array([True, False, True, True]))
      for f in (np.nansum, np.nanprod, np.nanmean)],
    *[case(f, _hollow(), axis=0, initial=0.25) for f in (np.nansum, np.nanprod, np.nanmax, np.nanmin)],
    *[case(quiet(f), _hollow()[:, :3], axis=0, ddof=1, gradient=False, of=f) for f in (np.nanvar, np.nanstd)],
    *[case(quiet(f), np.array([[np.nan, np.nan], [1.0, np.nan]]), axis=1, gradient=False, of=f)
      for f in (np.nansum, np.nanprod, np.nanmax, np.nanmin, np.nanmean, np.nanvar, np.nanstd, np.nanmedian)],
    *[case(f, _hollow() * (1 + 2j), axis=1, gradient=False) for f in (np.nansum, np.nanmean, np.nanvar, np.nanprod)],
    *[case(f, _hollow(), axis=axis) for f in (np.nanargmax, np.nanargmin) for axis in (None, 1)],
    *[case(f, _hollow(), axis=axis) for f in (np.nancumsum, np.nancumprod) for axis in (None, 1)],
    # medians and quantiles
    *[case(np.median, draw(*shape), axis=axis) for shape in ((3, 4), (4, 5)) for axis in (None, 0, (0, 1), -1)],
    *[case(np.median, draw(3, 4, dtype=dtype), axis=1, keepdims=True, **_VALUES) for dtype in _DTYPES],
    case(quiet(np.median), draw(0), gradient=False, of=np.median),
    case(np.median, _hollow(), axis=0, gradient=False),
    *[case(np.quantile, draw(5, 3), 0.3, axis=0, method=method) for method in _METHODS],
    *[case(np.quantile, draw(2, 4), [0.0, 0.25, 0.6, 1.0], method=method, second=False) for method in _METHODS],
    *[case(np.percentile, draw(5, 3), [10, 50.0], axis=0, method=method) for method in _METHODS[5:8]],
    *[case(np.nanquantile, _hollow(), [0.2, 0.7], axis=1, method=method) for method in _METHODS],
    *[case(np.nanpercentile, _hollow(), 35.0, axis=0, method=method) for method in _METHODS[6:8]],
    *[case(np.quantile, draw(5, dtype=dtype), 0.4, gradient=False) for dtype in _REAL if dtype != "bool"],
    *[case(np.quantile, draw(5, dtype=dtype), np.array([0.4, 0.8]), gradient=False) for dtype in ("int8", "float32")],
    case(np.quantile, draw(5), np.array([0.31, 0.77])),
    case(np.quantile, draw(5, dtype="int32"), [0, 1]),
    case(np.quantile, draw(5, dtype="uint16"), 0.4, method="lower"),
    case(np.quantile, draw(2, 3, 4), [0.5, 0.1], axis=(0, 2), keepdims=True),
    case(np.quantile, _hollow(), 0.5, axis=1, gradient=False),
    case(np.quantile, draw(5), 0.4, weights=draw(5, low=0.5), method="inverted_cdf"),
    case(np.quantile, draw(5, 3), [0.4, 0.9], axis=0, weights=draw(5, low=0.5), method="inverted_cdf"),
    case(np.nanquantile, _hollow(), 0.4, axis=1, weights=draw(3, 4, low=0.5), method="inverted_cdf"),
    case(np.nanquantile, draw(5, dtype="int32"), 0.4),
    case(quiet(np.nanvar), np.array([np.inf, -np.inf, 1.0]), gradient=False, of=np.nanvar),
]  # fmt: skip
