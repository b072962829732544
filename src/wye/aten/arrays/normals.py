"""Normal numbers from uniform ones in float32, to the last bit as PyTorch's vectorised kernel makes them.

That kernel uses the Cephes library's polynomials for logarithm, sine and cosine, with multiply-adds that round once.
Products of two float32 numbers are exact in float64, which is how such a multiply-add is done here.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

__all__ = ["box_float32"]

_f = np.float32
_LOG: Final = (
    -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1, 2.0000714765e-1,
    -2.4999993993e-1, 3.3333331174e-1,
)  # fmt: skip
_QUARTER: Final = (-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8)  # -pi/4 in three parts


def _multiply_add(a: Any, b: Any, c: Any) -> Any:
    product = np.multiply(a, b, dtype=np.float64)
    product += c
    return product.astype(_f)


def _polynomial(x: Any, first: float, rest: tuple[float, ...]) -> Any:
    value: Any = _f(first)
    for coefficient in rest:
        value = _multiply_add(value, x, _f(coefficient))
    return value


def _log(x: Any) -> Any:
    bits = x.view(np.int32)
    exponent = ((bits >> 23) - 126).astype(_f)
    mantissa = ((bits & np.int32(0x007FFFFF)) | np.int32(0x3F000000)).view(_f)
    small = mantissa < _f(math.sqrt(0.5))
    exponent -= small
    m = mantissa - _f(1) + np.where(small, mantissa, _f(0))
    z = m * m
    y = _multiply_add(_polynomial(m, 7.0376836292e-2, _LOG) * m, z, exponent * _f(-2.12194440e-4))
    y = _multiply_add(-z, _f(0.5), y)
    return _multiply_add(exponent, _f(0.693359375), m + y)


def _sin_cos(x: Any) -> tuple[Any, Any]:
    octant = ((x * _f(4 / math.pi)).astype(np.int32) + 1) & ~1
    turns = octant.astype(_f)
    for part in _QUARTER:
        x = _multiply_add(turns, _f(part), x)
    z = x * x
    c = _polynomial(z, 2.443315711809948e-5, (-1.388731625493765e-3, 4.166664568298827e-2)) * z
    c = _multiply_add(c, z, -(z * _f(0.5))) + _f(1)
    s = _multiply_add(_polynomial(z, -1.9515295891e-4, (8.3321608736e-3, -1.6666654611e-1)) * z, x, x)
    straight = (octant & 2) == 0
    sine, cosine = np.where(straight, s, c), np.where(straight, c, s)
    np.negative(sine, out=sine, where=(octant & 4) != 0)
    np.negative(cosine, out=cosine, where=((octant - 2) & 4) == 0)
    return sine, cosine


def box_float32(blocks: Any, mean: float, std: float) -> Any:
    """Normal numbers in place of uniform ones: ``blocks[:, 0]`` gives the radii, ``blocks[:, 1]`` the angles."""
    radius = np.sqrt(_f(-2) * _log(_f(1) - blocks[:, 0]))
    sine, cosine = _sin_cos(_f(2 * math.pi) * blocks[:, 1])
    made = np.stack((radius * cosine, radius * sine), 1)
    return made if mean == 0.0 and std == 1.0 else _multiply_add(made, _f(std), _f(mean))
