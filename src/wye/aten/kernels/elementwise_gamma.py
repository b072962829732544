"""NumPy kernels: incomplete gamma functions, derivatives of the gamma function, and zeta.

All are evaluated in float64.  Where a series or a continued fraction needs more steps for some elements than for
others, those that have converged are left out of the next steps.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.arrays.elementwise_apply import apply
from wye.aten.arrays.programs import Program, program
from wye.aten.declare import Rules
from wye.aten.kernels.elementwise_special import digamma, erfc, horner, in_float64, lgamma, lgamma_1p
from wye.aten.pointwise import TYPINGS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["KERNELS", "check_order", "incomplete_gamma"]

KERNELS = Rules()
_EPSILON: Final = 2.0**-53
_FEW: Final = 16  # elements for which arithmetic with Python's numbers is quicker
_STEPS: Final = 2000  # of a series or a continued fraction, at most


# ---- zeta and polygamma ----


@cache
def _bernoulli(count: int) -> tuple[Fraction, ...]:
    numbers = [Fraction(1)]
    for m in range(1, count):
        numbers.append(-sum((math.comb(m + 1, k) * numbers[k] for k in range(m)), Fraction(0)) / (m + 1))
    return tuple(numbers)


@cache
def _corrections() -> tuple[float, ...]:
    """Of Euler's and Maclaurin's formula: the Bernoulli numbers of even order over their factorials."""
    return tuple(float(_bernoulli(26)[2 * k] / math.factorial(2 * k)) for k in range(1, 13))


def _zeta_positive(s: Any, q: Any) -> Any:
    """The sum of (q + k)^-s over all k from 0 on, for s > 1 and q > 0: ten terms, then Euler's and Maclaurin's."""
    power = -s
    total = np.power(q, power)
    for k in range(1, 10):
        total = total + np.power(q + k, power)
    a = q + 10
    last = np.power(a, power)
    total = total + last * (a / (s - 1) + 0.5)
    factor = last / a * s
    for k, correction in enumerate(_corrections(), 1):
        total = total + correction * factor
        factor = factor * ((s + (2 * k - 1)) / a) * ((s + 2 * k) / a)
    return total


def _zeta(s: Any, q: Any) -> Any:
    order = np.where(s > 1, s, 2.0)
    # The terms with negative bases are, apart from the sign, those between two sums with positive ones.
    whole = np.floor(q)
    inside = (q < 0) & (q > whole) & (s == np.floor(s))
    below = np.where(inside, q - whole, 0.5)
    sums = _zeta_positive(order, np.where(q > 0, np.minimum(q, 1e300), below))
    positive = np.where(np.isinf(q), np.nan, sums)
    mirrored = _zeta_positive(order, 1 - below) - _zeta_positive(order, 1 - np.where(q < 0, np.maximum(q, -1e300), 0.0))
    negative = np.where(np.floor(s / 2) * 2 == s, mirrored, -mirrored) + sums
    negative = np.where(q == whole, np.inf, np.where(s == np.floor(s), negative, np.nan))
    result = np.where(q > 0, positive, negative)
    result = np.where((s == s) | (q <= 0), result, np.nan)
    return np.where(s == 1, np.inf, np.where((s < 1) | (q != q), np.nan, result))


@KERNELS("special_zeta", "special_zeta.other_scalar", "special_zeta.self_scalar")
def special_zeta(self: Any, other: Any, *, out: Any = None) -> Any:
    """Hurwitz' zeta function: the sum of ``(k + other) ** -self`` over all k from 0 on."""
    return apply(in_float64(_zeta), TYPINGS["special_zeta"], (self, other), out)


program(special_zeta, in_float64(_zeta), "other", typing=TYPINGS["special_zeta"])


def check_order(n: int) -> None:
    """Check the order of a derivative.

    Raises:
        RuntimeError: it is negative.
    """
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")


def _trigamma(x: Any) -> Any:
    """The second derivative of lgamma; on the left it is reflected, large at poles as the sine is only nearly zero."""
    wide = x.astype(np.float64, copy=False)
    is_left = wide < 0.5
    sine = np.sin(x * x.dtype.type(np.pi)).astype(np.float64)
    right = np.where(is_left, 1 - wide, wide)
    right = np.where(np.isinf(right), np.where(is_left, np.nan, 0.0), _zeta_positive(2.0, np.minimum(right, 1e300)))
    return np.where(is_left, np.square(np.pi / sine) - right, right).astype(x.dtype, copy=False)


def _polygamma(n: int) -> Callable[[Any], Any]:
    if n == 0:
        return in_float64(digamma)
    if n == 1:
        return _trigamma
    scale = float(np.exp(lgamma(np.array(n + 1.0)))) * (1.0 if n % 2 else -1.0)
    return in_float64(lambda x: scale * _zeta(np.float64(n + 1), x))


@lru_cache(64)
def _of_order(n: int) -> Any:
    """The function of one order, of arrays of any dtype."""
    fn = _polygamma(n)
    return Program(fn, (TYPINGS["polygamma"],), ("self",)).compiled(
        lambda self: apply(fn, TYPINGS["polygamma"], (self,))
    )


@KERNELS("polygamma")
def polygamma(n: int, self: Any, *, out: Any = None) -> Any:
    """The derivative of order ``n`` of the digamma function."""
    check_order(n)
    return _of_order(n)(self) if out is None else apply(_polygamma(n), TYPINGS["polygamma"], (self,), out)


# ---- incomplete gamma functions ----

# Note [Where which expansion holds]
# P(a, x) + Q(a, x) = 1, and the smaller one is computed.  Near x = a with a large: Temme's expansion, uniform in both.
# Elsewhere the power series for P where x is below a, and for Q the continued fraction where x is above a and 1.1,
# a series of its own where x is small.
# Broken by: a bound that is moved so that a series is used where it needs more than _STEPS terms.
# Guarded by: tests/conformance/test_special_functions.py::test_incomplete_gamma_functions_everywhere


def _stirling(a: Any) -> Any:
    """lgamma(a) - ((a - 1/2) log(a) - a + log(2 pi) / 2), for a from 10 on."""
    z = 1 / (a * a)
    return horner(z, (1 / 156, -691 / 360360, 1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12)) / a


def _log_excess(u: Any) -> Any:
    """U - log(1 + u), exactly where u is small."""
    t = np.where(np.abs(u) < 0.25, u / (2 + u), 0.0)
    square = t * t
    total = np.zeros_like(t)
    for k in range(15, 0, -1):  # log(1 + u) = 2 (t + t^3 / 3 + t^5 / 5 + ...), and u - 2 t = u t
        total = total * square + 1 / (2 * k + 1)
    near = u * t - 2 * t * square * total
    return np.where(np.abs(u) < 0.25, near, u - np.log1p(np.maximum(u, -1 + 1e-320)))


@cache
def _compiled_factor() -> Any:
    return Program(_exact_factor, (TYPINGS["igamma"],), ("self", "other")).compiled(_exact_factor)


def _factor(a: Any, x: Any) -> Any:
    return _compiled_factor()(a, x)


def _exact_factor(a: Any, x: Any) -> Any:
    """x^a exp(-x) / gamma(a)."""
    large = np.maximum(a, 10)
    far = np.sqrt(large / (2 * np.pi)) * np.exp(-large * _log_excess((x - large) / large) - _stirling(large))
    small = np.minimum(a, 10)
    near = small * np.exp(small * np.log(x) - x - lgamma_1p(small))
    return np.where(a < 10, near, far)


def _summed(term: Callable[[int, Any, Any, Any], Any], a: Any, x: Any, start: Any) -> Any:
    """``start`` and terms after it, each from the one before, until they no longer count."""
    total, last, open_ = start.copy(), start.copy(), np.arange(a.size)
    for k in range(1, _STEPS):
        last = term(k, last, a[open_], x[open_])
        total[open_] += last
        going = np.abs(last) > np.abs(total[open_]) * _EPSILON
        if not going.any():
            break
        open_, last = open_[going], last[going]
    return total


def _sum_of(a: float, x: float) -> float:
    """The power series of one pair: the steps of `_lower_series`."""
    total = last = 1.0
    for k in range(1, _STEPS):
        last = last * x / (a + k)  # positive, as a and x are
        total += last
        if last <= total * _EPSILON:
            break
    return total


def _lower_series(a: Any, x: Any) -> Any:
    """P for x below a."""
    if a.size <= _FEW:
        sums = [_sum_of(*pair) for pair in zip(a.tolist(), x.tolist(), strict=True)]
        return _factor(a, x) * np.array(sums) / a
    total = _summed(lambda k, last, a, x: last * x / (a + k), a, x, np.ones_like(a))
    return _factor(a, x) * total / a


@cache
def _compiled_series() -> Any:
    return Program(_exact_series, (TYPINGS["igamma"],), ("self", "other")).compiled(_exact_series)


def _upper_series(a: Any, x: Any) -> Any:
    return _compiled_series()(a, x)


def _exact_series(a: Any, x: Any) -> Any:
    """Q for small x and a."""
    powers = np.ones_like(a)
    total = np.zeros_like(a)
    for k in range(1, 40):
        powers = powers * -x / k
        total += powers / (a + k)
    log = a * np.log(x) - lgamma_1p(a)
    return -np.expm1(log) - np.exp(log) * a * total


def _fraction_of(a: float, x: float) -> float:
    """The continued fraction of one pair: the steps of `_upper_fraction`."""
    b = x + 1 - a
    c, d = 1e300, 1 / b
    result = d
    for k in range(1, _STEPS):
        top, b = -k * (k - a), b + 2
        d = 1 / (top * d + b)
        c = b + top / c
        step = c * d
        result *= step
        if abs(step - 1) <= _EPSILON:
            break
    return result


def _upper_fraction(a: Any, x: Any) -> Any:
    """Q for x above a and 1.1: a continued fraction, by Lentz' method."""
    if a.size <= _FEW:
        return _factor(a, x) * np.array([_fraction_of(*pair) for pair in zip(a.tolist(), x.tolist(), strict=True)])
    b = x + 1 - a
    c, d = np.full_like(a, 1e300), 1 / b
    result, open_ = d.copy(), np.arange(a.size)
    for k in range(1, _STEPS):
        left = a[open_]
        top, b = -k * (k - left), b + 2
        d = 1 / (top * d + b)
        c = b + top / c
        step = c * d
        result[open_] *= step
        going = np.abs(step - 1) > _EPSILON
        if not going.any():
            break
        open_, b, c, d = open_[going], b[going], c[going], d[going]
    return _factor(a, x) * result


@cache
def _temme_coefficients(terms: int = 12, powers: int = 20) -> tuple[tuple[float, ...], ...]:
    """For each power of 1 / a the coefficients of the powers of eta, the highest first (DLMF 8.12)."""
    count = powers + 2 * terms + 4
    alpha = [Fraction(0), Fraction(1)]
    for n in range(2, count):
        alpha.append((alpha[n - 1] - sum(j * alpha[j] * alpha[n - j + 1] for j in range(2, n))) / (n + 1))
    stirling = [Fraction(0)] + [
        _bernoulli(terms + 2)[j + 1] / (j * (j + 1)) if j % 2 else Fraction(0) for j in range(1, terms)
    ]
    gamma = [Fraction(1)]  # of gamma(a) over Stirling's formula, in 1 / a
    for k in range(1, terms):
        gamma.append(sum((j * stirling[j] * gamma[k - j] for j in range(1, k + 1)), Fraction(0)) / k)
    first = [Fraction(-1, 3)] + [(n + 2) * alpha[n + 2] for n in range(1, count - 2)]
    rows, row = [], first
    for k in range(terms):
        if k:
            row = [(-1) ** k * gamma[k] * first[n] + (n + 2) * row[n + 2] for n in range(len(row) - 2)]
        rows.append(tuple(float(c) for c in reversed(row[:powers])))
    return tuple(rows)


def _temme(a: Any, x: Any, sign: float) -> Any:
    """P (sign -1) or Q (sign 1) for large a and x near it."""
    u = (x - a) / a
    excess = _log_excess(u)
    eta = np.copysign(np.sqrt(2 * excess), u)
    total = np.zeros_like(a)
    for row in reversed(_temme_coefficients()):
        total = total / a + horner(eta, row)
    rest = np.exp(-a * excess) / np.sqrt(2 * np.pi * a) * total
    return erfc(sign * eta * np.sqrt(a / 2)) / 2 + sign * rest


_NEAR, _SMALL, _FRACTION, _POWER = range(4)


def _exact_choice(a: Any, x: Any) -> Any:
    """The number of the expansion that holds: see Note [Where which expansion holds]."""
    near = (a > 20) & (np.abs(x - a) < 0.3 * a)
    small = (x <= 1.1) & np.where(x <= 0.5, -0.4 / np.log(np.minimum(x, 0.5)) >= a, x * 1.1 >= a)
    rest = np.where((x > 1.1) & (x > a), np.float64(_FRACTION), np.float64(_POWER))
    return np.where(near, np.float64(_NEAR), np.where(small, np.float64(_SMALL), rest))


@cache
def _compiled_choice() -> Any:
    return Program(_exact_choice, (TYPINGS["igamma"],), ("self", "other")).compiled(_exact_choice)


def _expanded(kind: float, a: Any, x: Any, upper: bool) -> Any:
    """P or Q by one of the expansions."""
    if kind == _NEAR:
        return _temme(a, x, 1.0 if upper else -1.0)
    if kind == _POWER:
        found = _lower_series(a, x)
        return 1 - found if upper else found
    found = (_upper_series if kind == _SMALL else _upper_fraction)(a, x)
    return found if upper else 1 - found


def _incomplete(a: Any, x: Any, upper: bool) -> Any:
    """P or Q of positive numbers, each by the expansion that holds there."""
    choice = _compiled_choice()(a, x)
    kinds = set(choice.tolist()) if choice.size <= _FEW else set(np.unique(choice).tolist())
    if len(kinds) == 1:
        return _expanded(kinds.pop(), a, x, upper)
    result = np.empty_like(a)
    for kind in kinds:
        where = choice == kind
        result[where] = _expanded(kind, a[where], x[where], upper)
    return result


def incomplete_gamma(upper: bool) -> Callable[[Any, Any], Any]:
    """The regularised incomplete gamma function of arrays of float64: the upper one, or the lower one."""
    zero, one = (1.0, 0.0) if upper else (0.0, 1.0)

    def of(a: Any, x: Any) -> Any:
        if a.shape != x.shape:
            a, x = np.broadcast_arrays(a, x)
        inside = (a > 0) & (x > 0) & np.isfinite(a) & np.isfinite(x)
        if inside.size and np.logical_and.reduce(inside, None):
            return _incomplete(a.reshape(-1), x.reshape(-1), upper).reshape(a.shape)
        result = np.full(a.shape, np.nan)
        known = ~(a < 0) & ~(x < 0) & ~inside & (np.isinf(a) | np.isinf(x) | (x == 0) | ((a == 0) & (x == x)))
        ends = np.where(x == 0, zero, np.where(np.isinf(a), np.where(np.isinf(x), np.nan, zero), one))
        result[known] = np.where((a == 0) & (x == 0), np.nan, ends)[known]
        result[inside] = _incomplete(a[inside], x[inside], upper)
        return result

    return of


@KERNELS("igamma")
def igamma(self: Any, other: Any, *, out: Any = None) -> Any:
    """The lower incomplete gamma function of order ``self``, regularized."""
    return apply(in_float64(incomplete_gamma(upper=False)), TYPINGS["igamma"], (self, other), out)


@KERNELS("igammac")
def igammac(self: Any, other: Any, *, out: Any = None) -> Any:
    """The upper incomplete gamma function of order ``self``, regularized."""
    return apply(in_float64(incomplete_gamma(upper=True)), TYPINGS["igammac"], (self, other), out)
