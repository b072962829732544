"""Lines of `scipy.special`'s universal functions.

SciPy is not imported here: a universal function without a line is looked up among SciPy's when it is first called, so
the program has imported it.
"""

from __future__ import annotations

import math
import sys
from typing import Any, Final

import numpy as np

from wye.call.packets import ops
from wye.numpy.arrays import as_ndarray, as_tensor, has_layer
from wye.numpy.differentiated import Differentiated
from wye.numpy.functions import special_derivatives
from wye.numpy.functions.elementwise import overload
from wye.numpy.table import UNIVERSAL, Universal, universal_line

__all__ = ["find", "is_scipys", "names"]

aten: Any = ops.aten
_MODULES: Final = ("scipy.special", "scipy.special._ufuncs", "scipy.special._special_ufuncs")

# The name in SciPy, and the overload that computes the same, for real numbers.
_NAMES: Final = {
    "entr": "special_entr", "erf": "erf", "erfc": "erfc", "erfcx": "special_erfcx", "erfinv": "erfinv", "exp2": "exp2",
    "expit": "sigmoid", "expm1": "expm1", "gammainc": "special_gammainc", "gammaincc": "special_gammaincc",
    "gammaln": "lgamma", "i0": "i0", "i0e": "special_i0e", "i1": "special_i1", "i1e": "special_i1e",
    "log1p": "log1p", "log_expit": "log_sigmoid", "logit": "logit",
    "log_ndtr": "special_log_ndtr", "ndtr": "special_ndtr", "ndtri": "special_ndtri", "psi": "digamma",
    "round": "round", "xlog1py": "special_xlog1py", "xlogy": "xlogy.Tensor", "_zeta": "special_zeta",
}  # fmt: skip

# The same of operators that have no derivative, which `special_derivatives` has: they stand in traces.
_WITHOUT_DERIVATIVE: Final = {
    "j0": "special_bessel_j0", "j1": "special_bessel_j1", "k0": "special_modified_bessel_k0",
    "k0e": "special_scaled_modified_bessel_k0", "k1": "special_modified_bessel_k1",
    "k1e": "special_scaled_modified_bessel_k1", "y0": "special_bessel_y0", "y1": "special_bessel_y1",
}  # fmt: skip


# ---- composites ----


def _sign_of_gamma(x: Any) -> Any:
    """The sign of the gamma function, which has one of either side at its poles."""
    is_odd = aten.ne.Scalar(aten.remainder.Scalar(aten.floor.default(x), 2), 0)
    is_minus_zero = aten.logical_and.default(aten.eq.Scalar(x, 0), aten.signbit.default(x))
    is_negative = aten.logical_or.default(aten.logical_and.default(aten.lt.Scalar(x, 0), is_odd), is_minus_zero)
    return aten.where.self(is_negative, -aten.ones_like.default(x), aten.ones_like.default(x))


def _is_whole(x: Any) -> Any:
    return aten.eq.Tensor(x, aten.floor.default(x))


def _gammasgn(x: Any) -> Any:
    is_pole = aten.logical_and.default(aten.lt.Scalar(x, 0), _is_whole(x))
    unknown = aten.logical_or.default(is_pole, aten.isnan.default(x))
    return aten.masked_fill.Scalar(_sign_of_gamma(x), unknown, math.nan)


def _gamma(x: Any) -> Any:
    is_pole = aten.logical_and.default(aten.lt.Scalar(x, 0), _is_whole(x))
    found = aten.mul.Tensor(aten.exp.default(aten.lgamma.default(x)), _sign_of_gamma(x))
    return aten.masked_fill.Scalar(found, is_pole, math.nan)


def _loggamma(x: Any) -> Any:
    return aten.masked_fill.Scalar(aten.lgamma.default(x), aten.lt.Scalar(x, 0), math.nan)


def _log_beta(a: Any, b: Any) -> tuple[Any, Any]:
    """The logarithm of the size of the beta function, and its sign.

    At a pole ``n`` of one gamma function another one can be a pole too, which leaves a limit: with a whole ``m`` above
    0 the function is that of ``1 - n - m`` and ``m``, up to its sign.
    """
    first_is, second_is = (aten.logical_and.default(aten.le.Scalar(one, 0), _is_whole(one)) for one in (a, b))
    is_pole = aten.logical_or.default(first_is, second_is)
    n, m = aten.where.self(first_is, a, b), aten.where.self(first_is, b, a)
    rest = 1 - n - m
    is_even_or_odd = aten.logical_and.default(aten.isfinite.default(rest), _is_whole(m))
    has_sign = aten.logical_and.default(is_even_or_odd, aten.gt.Scalar(rest, 0))
    has_limit = aten.logical_and.default(has_sign, aten.gt.Scalar(m, 0))
    signs = _sign_of_gamma(a) * _sign_of_gamma(b) * _sign_of_gamma(a + b)
    at_limit = 1 - 2 * aten.remainder.Scalar(aten.where.ScalarOther(has_sign, m, 0.0), 2)
    first, second = (
        aten.where.self(is_pole, aten.where.ScalarOther(has_limit, limit, 1.0), one)
        for one, limit in ((a, rest), (b, m))
    )
    found = aten.lgamma.default(first) + aten.lgamma.default(second) - aten.lgamma.default(first + second)
    without = aten.logical_and.default(is_pole, aten.logical_not.default(has_limit))
    return aten.masked_fill.Scalar(found, without, math.inf), aten.where.self(is_pole, at_limit, signs)


def _betaln(a: Any, b: Any) -> Any:
    return _log_beta(a, b)[0]


def _beta(a: Any, b: Any) -> Any:
    found, sign = _log_beta(a, b)
    return aten.exp.default(found) * sign


def _rel_entr(x: Any, y: Any) -> Any:
    inside = aten.logical_and.default(aten.gt.Scalar(x, 0), aten.gt.Scalar(y, 0))
    is_zero = aten.logical_and.default(aten.eq.Scalar(x, 0), aten.ge.Scalar(y, 0))
    known = aten.where.ScalarOther(inside, x, 1.0), aten.where.ScalarOther(inside, y, 1.0)  # elsewhere: no derivative
    found = known[0] * aten.log.default(known[0] / known[1])
    outside = aten.where.ScalarOther(is_zero, aten.zeros_like.default(found), math.inf)
    unknown = aten.logical_or.default(aten.isnan.default(x), aten.isnan.default(y))
    return aten.masked_fill.Scalar(aten.where.self(inside, found, outside), unknown, math.nan)


def _kl_div(x: Any, y: Any) -> Any:
    return _rel_entr(x, y) - x + y


def _huber(delta: Any, r: Any) -> Any:
    size = aten.abs.default(r)
    found = aten.where.self(aten.le.Tensor(size, delta), 0.5 * r * r, delta * (size - 0.5 * delta))
    return aten.where.ScalarOther(aten.ge.Scalar(delta, 0), found, math.inf)


def _pseudo_huber(delta: Any, r: Any) -> Any:
    none = aten.logical_or.default(aten.eq.Scalar(delta, 0), aten.eq.Scalar(r, 0))
    quotient = r / aten.masked_fill.Scalar(delta, aten.eq.Scalar(delta, 0), 1.0)
    found = delta * delta * (aten.sqrt.default(1 + quotient * quotient) - 1)
    found = aten.where.self(none, 0.5 * r * r * aten.ne.Scalar(delta, 0), found)
    return aten.where.ScalarOther(aten.ge.Scalar(delta, 0), found, math.inf)


def _exp10(x: Any) -> Any:
    return aten.pow.Scalar(10.0, x)


def _cosm1(x: Any) -> Any:
    half = aten.sin.default(0.5 * x)
    return -2 * half * half


def _exprel(x: Any) -> Any:
    is_small = aten.lt.Scalar(aten.abs.default(x), 1e-5)
    found = aten.expm1.default(x) / aten.masked_fill.Scalar(x, is_small, 1.0)
    return aten.where.self(is_small, 1 + x / 2 + x * x / 6, found)


def _boxcox_of(log: Any, exponent: Any) -> Any:
    is_zero = aten.eq.Scalar(exponent, 0)
    power = aten.masked_fill.Scalar(exponent, is_zero, 1.0)
    return aten.where.self(is_zero, log, aten.expm1.default(power * log) / power)


def _boxcox(x: Any, exponent: Any) -> Any:
    return _boxcox_of(aten.log.default(x), exponent)


def _boxcox1p(x: Any, exponent: Any) -> Any:
    return _boxcox_of(aten.log1p.default(x), exponent)


def _log_of_inverse(y: Any, exponent: Any) -> Any:
    is_zero = aten.eq.Scalar(exponent, 0)
    power = aten.masked_fill.Scalar(exponent, is_zero, 1.0)
    return aten.where.self(is_zero, y, aten.log1p.default(power * y) / power)


def _inv_boxcox(y: Any, exponent: Any) -> Any:
    return aten.exp.default(_log_of_inverse(y, exponent))


def _inv_boxcox1p(y: Any, exponent: Any) -> Any:
    return aten.expm1.default(_log_of_inverse(y, exponent))


def _cbrt(x: Any) -> Any:
    return aten.mul.Tensor(aten.sign.default(x), aten.pow.Tensor_Scalar(aten.abs.default(x), 1 / 3))


_COMPOSITES: Final = {
    "beta": _beta, "betaln": _betaln, "boxcox": _boxcox, "boxcox1p": _boxcox1p, "cbrt": _cbrt, "cosm1": _cosm1,
    "exp10": _exp10, "exprel": _exprel, "gamma": _gamma, "gammasgn": _gammasgn, "huber": _huber,
    "inv_boxcox": _inv_boxcox, "inv_boxcox1p": _inv_boxcox1p, "kl_div": _kl_div, "loggamma": _loggamma,
    "pseudo_huber": _pseudo_huber, "rel_entr": _rel_entr,
}  # fmt: skip


def names() -> list[str]:
    """SciPy's names of the lines."""
    return sorted([*_NAMES, *_COMPOSITES, *special_derivatives.names()])


def find(ufunc: Any) -> Universal | None:
    """Make the line of a universal function of SciPy; None: it has none."""
    name = ufunc.__name__
    if not is_scipys(ufunc):
        return None
    if name in _NAMES or name in _COMPOSITES:
        call: Any = _COMPOSITES.get(name) or overload(_NAMES[name])
        universal = Universal(call, {"c": _of_complex(ufunc)})
        universal_line(ufunc, universal)
        return universal
    derivatives = special_derivatives.derivatives_of(name, _line_of)
    if derivatives is None:
        return None
    operator = overload(_WITHOUT_DERIVATIVE[name]) if name in _WITHOUT_DERIVATIVE else None
    universal = Universal(Differentiated(ufunc, derivatives, operator))
    universal_line(ufunc, universal)
    return universal


def is_scipys(ufunc: Any) -> bool:
    """Is this a universal function of `scipy.special`?"""
    name = ufunc.__name__
    return any(getattr(sys.modules.get(module), name, None) is ufunc for module in _MODULES)


def _line_of(name: str) -> Any:
    """The function of tensors of a line."""
    ufunc = next(
        found for module in _MODULES if isinstance(found := getattr(sys.modules.get(module), name, None), np.ufunc)
    )
    universal: Any = UNIVERSAL.get(ufunc) or find(ufunc)
    return universal.call


def _of_complex(ufunc: Any) -> Any:
    """For complex numbers, of which most operators take none: SciPy itself, on data."""
    name = ufunc.__name__
    if name in ("exp2", "expit", "expm1", "log1p"):
        return overload(_NAMES[name])

    def run(*tensors: Any) -> Any:
        if has_layer(tensors):
            raise TypeError(f"scipy.special.{name} of complex numbers has no operator in wye: give real numbers")
        return as_tensor(ufunc(*map(as_ndarray, tensors)))

    return run
