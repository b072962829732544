"""NumPy kernels: Bessel and Airy functions.

All are evaluated in float64: Chebyshev series near zero, and amplitudes of waves or exponentials far from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.arrays import chebyshev_series as series
from wye.aten.arrays.chebyshev_series import chebyshev
from wye.aten.arrays.elementwise_apply import in_blocks
from wye.aten.declare import Rules
from wye.aten.kernels.elementwise import unary
from wye.aten.kernels.elementwise_special import in_float64

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["GROWN", "IN_FLOAT64", "KERNELS", "OF_X", "bessel_j0"]

KERNELS = Rules()
_HALF_ROOT: Final = 0.7071067811865476  # the sine and cosine of pi / 4
_WAVE: Final = 0.7978845608028654  # sqrt(2 / pi)
_TWO_OVER_PI: Final = 0.6366197723675814


# ---- modified: i and k ----


def _i0e(x: Any) -> Any:
    size = np.abs(x)
    near, far = np.minimum(size, 8), np.maximum(size, 8)
    tail = chebyshev(16 / far - 1, series.I0_FAR) / np.sqrt(far)
    return np.where(size <= 8, chebyshev(near / 4 - 1, series.I0_NEAR), tail)


def _i1e(x: Any) -> Any:
    size = np.abs(x)
    near, far = np.minimum(size, 8), np.maximum(size, 8)
    tail = chebyshev(16 / far - 1, series.I1_FAR) / np.sqrt(far)
    return np.copysign(np.where(size <= 8, near * chebyshev(near / 4 - 1, series.I1_NEAR), tail), x)


def _i0(x: Any) -> Any:
    return np.exp(np.abs(x)) * _i0e(x)


def _i1(x: Any) -> Any:
    return np.exp(np.abs(x)) * _i1e(x)


def _grown(fn: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function with a growing factor: infinite where the exponential is, in the dtype of the elements."""

    def of(x: Any) -> Any:
        overflows = np.isinf(np.exp(np.abs(x)))
        ends = np.copysign(np.inf, x) if fn is _i1 else np.inf
        result = np.where(overflows, ends, fn(x.astype(np.float64, copy=False)))
        return np.where(np.isinf(x), np.nan, result).astype(x.dtype, copy=False)

    return of


def _modified_k(at_zero: Callable[[Any], Any], far: tuple[float, ...], scaled: bool) -> Callable[[Any], Any]:
    def of(x: Any) -> Any:
        near, tail = np.minimum(np.maximum(x, 1e-320), 2), np.maximum(x, 2)
        low, high = at_zero(near), chebyshev(4 / tail - 1, far) / np.sqrt(tail)
        if scaled:
            low = low * np.exp(near)
        else:
            high = high * np.exp(-tail)
        result = np.where(x <= 2, low, np.where(np.isinf(tail), 0.0, high))
        return np.where(x > 0, result, np.where(x == 0, np.inf, np.nan))

    return of


def _k0_near(x: Any) -> Any:
    return chebyshev(x * x / 2 - 1, series.K0_NEAR) - np.log(x / 2) * _i0(x)


def _k1_near(x: Any) -> Any:
    return chebyshev(x * x / 2 - 1, series.K1_NEAR) / x + np.log(x / 2) * _i1(x)


# ---- j and y ----


def _waves(x: Any, order: int) -> tuple[Any, Any]:
    """J and y of numbers from 8 on."""
    t, p, q = (8 / x) ** 2 * 2 - 1, series.P0_FAR, series.Q0_FAR
    if order:
        p, q = series.P1_FAR, series.Q1_FAR
    upper, lower = chebyshev(t, p), chebyshev(t, q) / x
    sine, cosine = np.sin(x), np.cos(x)
    if order:  # of x - 3 pi / 4
        sine, cosine = -(sine + cosine) * _HALF_ROOT, (sine - cosine) * _HALF_ROOT
    else:  # of x - pi / 4
        sine, cosine = (sine - cosine) * _HALF_ROOT, (sine + cosine) * _HALF_ROOT
    scale = _WAVE / np.sqrt(x)
    return scale * (upper * cosine - lower * sine), scale * (upper * sine + lower * cosine)


def _j0_near(x: Any) -> Any:
    zeros = (x - 2.404825557695773) * (x + 2.404825557695773) * (x - 5.520078110286311) * (x + 5.520078110286311)
    return zeros * chebyshev(x * x / 32 - 1, series.J0_NEAR)


def _j1_near(x: Any) -> Any:
    zeros = (x - 3.8317059702075125) * (x + 3.8317059702075125) * (x - 7.015586669815619) * (x + 7.015586669815619)
    return x * zeros * chebyshev(x * x / 32 - 1, series.J1_NEAR)


def bessel_j0(x: Any) -> Any:
    """The Bessel function of the first kind of order 0, of float64."""
    size = np.abs(x)
    far = np.minimum(np.maximum(size, 8), 1e300)
    result = np.where(size <= 8, _j0_near(np.minimum(size, 8)), _waves(far, 0)[0])
    return np.where(np.isinf(x), np.nan, result)


def _bessel_j1(x: Any) -> Any:
    size = np.abs(x)
    far = np.minimum(np.maximum(size, 8), 1e300)
    result = np.where(size <= 8, _j1_near(np.minimum(size, 8)), _waves(far, 1)[0])
    return np.where(np.isinf(x), np.nan, np.where(x < 0, -result, result))


def _second_kind(near: Callable[[Any], Any], order: int) -> Callable[[Any], Any]:
    def of(x: Any) -> Any:
        far = np.minimum(np.maximum(x, 8), 1e300)
        result = np.where(x <= 8, near(np.minimum(np.maximum(x, 1e-320), 8)), _waves(far, order)[1])
        return np.where((x > 0) & (x < np.inf), result, np.where(x == 0, -np.inf, np.nan))

    return of


def _y0_near(x: Any) -> Any:
    return chebyshev(x * x / 32 - 1, series.Y0_NEAR) + _TWO_OVER_PI * np.log(x) * _j0_near(x)


def _y1_near(x: Any) -> Any:
    return x * chebyshev(x * x / 32 - 1, series.Y1_NEAR) + _TWO_OVER_PI * (np.log(x) * _j1_near(x) - 1 / x)


def _spherical_j0(x: Any) -> Any:
    small = np.abs(x) < 0.5
    z = np.where(small, x * x, 0)
    series_at_zero = 1 - z / 6 * (1 - z / 20 * (1 - z / 42 * (1 - z / 72 * (1 - z / 110 * (1 - z / 156)))))
    return np.where(small, series_at_zero, np.where(np.isinf(x), 0.0, np.sin(x) / x))


# ---- Airy ----

_AIRY_START: Final = 1.8856180831641267  # 2 / 3 x^(3/2) at x = 2
_ROOT_PI: Final = 1.772453850905516


def _airy_ai(x: Any) -> Any:
    size = np.maximum(np.abs(x), 2)
    root = np.sqrt(size)
    z = root * size / 1.5
    fourth = np.sqrt(root) * _ROOT_PI
    falling = np.exp(-z) * chebyshev(2 * _AIRY_START / z - 1, series.AIRY_FAR) / (2 * fourth)
    t = 2 * (_AIRY_START / z) ** 2 - 1
    sine, cosine = np.sin(z), np.cos(z)
    sine, cosine = (sine + cosine) * _HALF_ROOT, (cosine - sine) * _HALF_ROOT
    waves = (chebyshev(t, series.AIRY_F) * sine - chebyshev(t, series.AIRY_G) / z * cosine) / fourth
    near = chebyshev(np.minimum(np.maximum(x, -2), 2) / 2, series.AIRY_NEAR)
    result = np.where(x > 2, falling, np.where(x < -2, waves, near))
    return np.where(np.isfinite(x), result, np.nan)


GROWN: Final[dict[str, Callable[[Any], Any]]] = {
    "i0": _i0,
    "special_i1": _i1,
    "special_modified_bessel_i0": _i0,
    "special_modified_bessel_i1": _i1,
}
IN_FLOAT64: Final[dict[str, Callable[[Any], Any]]] = {
    "special_i0e": _i0e,
    "special_i1e": _i1e,
    "special_modified_bessel_k0": _modified_k(_k0_near, series.K0_FAR, scaled=False),
    "special_modified_bessel_k1": _modified_k(_k1_near, series.K1_FAR, scaled=False),
    "special_bessel_j0": bessel_j0,
    "special_bessel_j1": _bessel_j1,
    "special_bessel_y0": _second_kind(_y0_near, 0),
    "special_bessel_y1": _second_kind(_y1_near, 1),
}
# The same; their argument is called x.
OF_X: Final[dict[str, Callable[[Any], Any]]] = {
    "special_scaled_modified_bessel_k0": _modified_k(_k0_near, series.K0_FAR, scaled=True),
    "special_scaled_modified_bessel_k1": _modified_k(_k1_near, series.K1_FAR, scaled=True),
    "special_spherical_bessel_j0": _spherical_j0,
    "special_airy_ai": _airy_ai,
}


def _of_x(kernel: Callable[..., Any]) -> Callable[..., Any]:
    def of(x: Any, *, out: Any = None) -> Any:
        return kernel(x, out=out)

    of.__name__ = of.__qualname__ = kernel.__name__
    return of


for _name, _function in GROWN.items():
    KERNELS[_name] = unary(_name, in_blocks(_grown(_function)))
for _name, _function in IN_FLOAT64.items():
    KERNELS[_name] = unary(_name, in_blocks(in_float64(_function)))
for _name, _function in OF_X.items():
    KERNELS[_name] = _of_x(unary(_name, in_blocks(in_float64(_function))))
