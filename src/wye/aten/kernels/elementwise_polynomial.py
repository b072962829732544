"""NumPy kernels: orthogonal polynomials of a degree for each element.

Evaluated by the recurrence of three terms in the dtype of the elements, as in PyTorch: what overflows is NaN.
Chebyshev polynomials of higher degrees are trigonometric functions between -1 and 1, hyperbolic ones outside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.arrays.elementwise_apply import apply, named
from wye.aten.declare import Rules
from wye.aten.pointwise import TYPINGS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["KERNELS", "POLYNOMIALS"]

KERNELS = Rules()
_LONGEST: Final = 200_000  # degrees up to which a recurrence is evaluated
_HYPERBOLIC: Final = 2000  # degrees from which Chebyshev polynomials are hyperbolic functions


def _recurrence(x: Any, n: Any, first: Any, step: Callable[[int, Any, Any, Any], Any]) -> Any:
    """The polynomials of degree ``n``, from 1 and ``first`` on: ``step(k, x, p, q)`` follows p and q of degree k."""
    result = np.where(n == 0, x.dtype.type(1), first)
    going = np.flatnonzero((n > 1) & (first == first))
    result[(n > 1) & (first != first)] = np.nan
    if not going.size:
        return result
    x, n, q = x[going], n[going], first[going]
    p = np.ones_like(q)
    for k in range(1, int(n.max())):
        p, q = q, step(k, x, p, q)
        done = (n == k + 1) | (q != q)
        if done.any():
            result[going[done]] = q[done]
            left = ~done
            going, x, n, p, q = going[left], x[left], n[left], p[left], q[left]
            if not going.size:
                break
    return result


# ---- Chebyshev polynomials ----


def _signs(n: Any, dtype: Any) -> Any:
    return np.where(n % 2 == 0, 1, -1).astype(dtype)


def _at_ends(kind: str, x: Any, n: Any) -> Any:
    """The values at 1 and -1."""
    sign = _signs(n, x.dtype)
    large = {"t": np.ones_like(x), "u": (n + 1).astype(x.dtype)}.get(kind, (2 * n + 1).astype(x.dtype))
    at_one = np.ones_like(x) if kind == "v" else large
    at_minus_one = sign if kind == "w" else sign * large
    return np.where(x > 0, at_one, at_minus_one)


def _inside(kind: str, x: Any, n: Any) -> Any:
    """Between -1 and 1, by trigonometric functions."""
    angle, degree = np.arccos(x), n.astype(x.dtype)
    if kind == "t":
        return np.cos(degree * angle)
    if kind == "u":
        return np.sin((degree + 1) * angle) / np.sin(angle)
    half = angle / 2
    turned = (degree + x.dtype.type(0.5)) * angle
    return np.cos(turned) / np.cos(half) if kind == "v" else np.sin(turned) / np.sin(half)


def _outside(kind: str, x: Any, n: Any) -> Any:
    """Of high degrees below -1 and above 1, by hyperbolic functions; NaN where they overflow."""
    size, degree = np.arccosh(np.abs(x)), n.astype(x.dtype)
    turned, half = (degree + x.dtype.type(0.5)) * size, size / 2
    if kind == "t":
        value = np.cosh(degree * size)
    elif kind == "u":
        value = np.sinh((degree + 1) * size) / np.sinh(size)
    elif (kind == "v") == bool(x[0] > 0):  # v at -x is w at x, apart from the sign
        value = np.cosh(turned) / np.cosh(half)
    else:
        value = np.sinh(turned) / np.sinh(half)
    value = np.where(x < 0, _signs(n, x.dtype) * value, value)
    return np.where(np.isinf(value), x.dtype.type(np.nan), value)


def _chebyshev(kind: str, trigonometric: int) -> Callable[[Any, Any], Any]:
    factor, offset = {"t": (1, 0), "u": (2, 0), "v": (2, -1), "w": (2, 1)}[kind]

    def of(x: Any, n: Any) -> Any:
        size = np.abs(x)
        inside = (n > trigonometric) & (size < 1)
        high = (n > _HYPERBOLIC) & (size > 1)
        rest = ~(inside | high | (size == 1))
        result = np.empty_like(x)
        result[rest] = _recurrence(x[rest], n[rest], factor * x[rest] + offset, lambda k, x, p, q: (x + x) * q - p)
        result[inside] = _inside(kind, x[inside], n[inside])
        for side in (high & (x > 0), high & (x < 0)):
            if side.any():
                result[side] = _outside(kind, x[side], n[side])
        return np.where(size == 1, _at_ends(kind, x, n), result)

    return of


def _shifted(polynomial: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda x, n: polynomial(x + x - 1, n)


# ---- the others ----


def _hermite(twice: int) -> Callable[[Any, Any], Any]:
    def of(x: Any, n: Any) -> Any:
        limit = 128 if x.dtype.itemsize == 4 else 512
        long = n > limit
        found = _recurrence(x, np.where(long, 0, n), twice * x, lambda k, x, p, q: twice * x * q - twice * k * p)
        return np.where(long, x.dtype.type(np.nan), found)

    return of


def _check_degrees(name: str, n: Any) -> None:
    if n.size and n.max() > _LONGEST:
        raise RuntimeError(f"{name}: degrees are at most {_LONGEST}, but found {n.max()}")


def _laguerre(x: Any, n: Any) -> Any:
    flat = x == 0
    n = np.where(flat, 0, n)
    _check_degrees("laguerre_polynomial_l", n)
    return _recurrence(x, n, 1 - x, lambda k, x, p, q: ((2 * k + (1 - x)) * q - k * p) / (k + 1))


def _legendre(x: Any, n: Any) -> Any:
    ends = np.abs(x) == 1
    inner = np.where(ends, 0, n)
    _check_degrees("legendre_polynomial_p", np.where(np.abs(x) < 1, inner, np.minimum(inner, _LONGEST)))
    found = _recurrence(x, inner, x, lambda k, x, p, q: ((2 * k + 1) * x * q - k * p) / (k + 1))
    return np.where(ends, np.where(x > 0, x.dtype.type(1), _signs(n, x.dtype)), found)


def _by_degree(polynomial: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """A polynomial of elements and degrees, of any shapes: degrees lose their fractions, negative ones give 0."""

    def of(x: Any, n: Any) -> Any:
        x, n = np.broadcast_arrays(x, n)
        degree = np.where(np.abs(n) < 2.0**62, n, -1).astype(np.int64)
        value = polynomial(x.reshape(-1), np.maximum(degree, 0).reshape(-1)).reshape(x.shape)
        return np.where(degree < 0, x.dtype.type(0), np.where(degree == 0, x.dtype.type(1), value))

    return of


POLYNOMIALS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "special_chebyshev_polynomial_t": _chebyshev("t", 6),
    "special_chebyshev_polynomial_u": _chebyshev("u", 8),
    "special_chebyshev_polynomial_v": _chebyshev("v", 8),
    "special_chebyshev_polynomial_w": _chebyshev("w", 8),
    "special_shifted_chebyshev_polynomial_t": _shifted(_chebyshev("t", 6)),
    "special_shifted_chebyshev_polynomial_u": _shifted(_chebyshev("u", 6)),
    "special_shifted_chebyshev_polynomial_v": _shifted(_chebyshev("v", 6)),
    "special_shifted_chebyshev_polynomial_w": _shifted(_chebyshev("w", 4)),
    "special_hermite_polynomial_h": _hermite(2),
    "special_hermite_polynomial_he": _hermite(1),
    "special_laguerre_polynomial_l": _laguerre,
    "special_legendre_polynomial_p": _legendre,
}


def _kernel(name: str, polynomial: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    fn, typing = _by_degree(polynomial), TYPINGS[name]

    def kernel(x: Any, n: Any, *, out: Any = None) -> Any:
        return apply(fn, typing, (x, n), out)

    return named(kernel, name)


for _name, _polynomial in POLYNOMIALS.items():
    KERNELS(_name, f"{_name}.x_scalar", f"{_name}.n_scalar")(_kernel(_name, _polynomial))
