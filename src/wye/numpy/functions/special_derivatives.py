"""Derivatives of `scipy.special`'s universal functions that no operator computes, or none that has a derivative."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from wye.call.packets import ops

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["derivatives_of", "names"]

aten: Any = ops.aten
_DEGREE: Final = math.pi / 180


def _table(of: Callable[[str], Callable[..., Any]]) -> dict[str, tuple[Callable[..., Any] | None, ...]]:
    """For each name the derivatives by its arguments, written with the lines that ``of`` gives."""
    return {
        **_of_bessel_functions(of), **_of_distributions(of), **_of_degrees(of), **_of_hypergeometric(of),
        "dawsn": (lambda x: 1 - 2 * x * of("dawsn")(x),),
        "ellipe": (lambda m: _at_zero(m, of("ellipe")(m) - of("ellipk")(m), -math.pi / 8),),
        "ellipk": (lambda m: _at_zero(m, of("ellipe")(m) / (1 - m) - of("ellipk")(m), math.pi / 8),),
        "erfcinv": (lambda y: -0.5 * math.sqrt(math.pi) * aten.exp.default(of("erfcinv")(y) ** 2),),
        "erfi": (lambda x: 2 / math.sqrt(math.pi) * aten.exp.default(x * x),),
        "exp1": (lambda x: -aten.exp.default(-x) / x,),
        "expi": (lambda x: aten.exp.default(x) / x,),
        "rgamma": (lambda x: -_psi(x) * of("rgamma")(x),),
        "spence": (_of_spence,),
        "binom": (
            lambda n, k: of("binom")(n, k) * (_psi(n + 1) - _psi(n - k + 1)),
            lambda n, k: of("binom")(n, k) * (_psi(n - k + 1) - _psi(k + 1)),
        ),
        "poch": (
            lambda a, m: of("poch")(a, m) * (_psi(a + m) - _psi(a)),
            lambda a, m: of("poch")(a, m) * _psi(a + m),
        ),
    }  # fmt: skip


def _psi(x: Any) -> Any:
    return aten.digamma.default(x)


def _at_zero(m: Any, numerator: Any, limit: float) -> Any:
    is_zero = aten.eq.Scalar(m, 0)
    found = numerator / (2 * aten.masked_fill.Scalar(m, is_zero, 1.0))
    return aten.masked_fill.Scalar(found, is_zero, limit)


def _of_spence(x: Any) -> Any:
    is_one = aten.eq.Scalar(x, 1)
    other = aten.masked_fill.Scalar(x, is_one, 2.0)
    return aten.masked_fill.Scalar(aten.log.default(other) / (1 - other), is_one, -1.0)


def _of_bessel_functions(of: Any) -> Any:
    def around(name: str, sign: float, factor: float = 0.5) -> Any:
        """By the functions of the orders around this one."""
        return lambda v, x: factor * (of(name)(v - 1, x) + sign * of(name)(v + 1, x))

    return {
        "j0": (lambda x: -of("j1")(x),),
        "j1": (lambda x: 0.5 * (of("j0")(x) - of("jv")(aten.scalar_tensor.default(2.0, dtype=x.dtype), x)),),
        "y0": (lambda x: -of("y1")(x),),
        "y1": (lambda x: of("y0")(x) - of("y1")(x) / x,),
        "k0": (lambda x: -of("k1")(x),),
        "k1": (lambda x: -of("k0")(x) - of("k1")(x) / x,),
        "k0e": (lambda x: of("k0e")(x) - of("k1e")(x),),
        "k1e": (lambda x: of("k1e")(x) * (1 - 1 / x) - of("k0e")(x),),
        "jv": (None, around("jv", -1.0)),
        "yv": (None, around("yv", -1.0)),
        "yn": (None, around("yn", -1.0)),
        "iv": (None, around("iv", 1.0)),
        "kv": (None, around("kv", 1.0, -0.5)),
        "kn": (None, around("kn", 1.0, -0.5)),
        "ive": (None, lambda v, x: around("ive", 1.0)(v, x) - of("ive")(v, x) * aten.sign.default(x)),
        "kve": (None, lambda v, x: around("kve", 1.0, -0.5)(v, x) + of("kve")(v, x)),
    }


def _log_beta(a: Any, b: Any) -> Any:
    return aten.lgamma.default(a) + aten.lgamma.default(b) - aten.lgamma.default(a + b)


def _beta_density(a: Any, b: Any, x: Any) -> Any:
    return aten.exp.default((a - 1) * aten.log.default(x) + (b - 1) * aten.log1p.default(-x) - _log_beta(a, b))


def _gamma_density(a: Any, x: Any) -> Any:
    return aten.exp.default((a - 1) * aten.log.default(x) - x - aten.lgamma.default(a))


def _student_density(df: Any, t: Any) -> Any:
    half = aten.full_like.default(df, 0.5)
    power = -_log_beta(df / 2, half) - (df + 1) / 2 * aten.log1p.default(t * t / df)
    return aten.exp.default(power) / aten.sqrt.default(df)


def _of_owens(h: Any, a: Any) -> Any:
    slope = aten.erf.default(a * h / math.sqrt(2)) * aten.exp.default(-0.5 * h * h)
    return -slope / (2 * math.sqrt(2 * math.pi))


def _of_distributions(of: Any) -> Any:
    """Densities, for the functions that are distributions, and one over them for their inverses."""
    return {
        "betainc": (None, None, _beta_density),
        "betaincc": (None, None, lambda a, b, x: -_beta_density(a, b, x)),
        "betaincinv": (None, None, lambda a, b, y: 1 / _beta_density(a, b, of("betaincinv")(a, b, y))),
        "gammaincinv": (None, lambda a, y: 1 / _gamma_density(a, of("gammaincinv")(a, y))),
        "gammainccinv": (None, lambda a, y: -1 / _gamma_density(a, of("gammainccinv")(a, y))),
        "chdtr": (None, lambda v, x: 0.5 * _gamma_density(v / 2, x / 2)),
        "chdtrc": (None, lambda v, x: -0.5 * _gamma_density(v / 2, x / 2)),
        "stdtr": (None, _student_density),
        "stdtrit": (None, lambda df, p: 1 / _student_density(df, of("stdtrit")(df, p))),
        "owens_t": (
            _of_owens,
            lambda h, a: aten.exp.default(-0.5 * h * h * (1 + a * a)) / (2 * math.pi * (1 + a * a)),
        ),
    }


def _of_degrees(of: Any) -> Any:
    return {
        "sindg": (lambda x: _DEGREE * of("cosdg")(x),),
        "cosdg": (lambda x: -_DEGREE * of("sindg")(x),),
        "tandg": (lambda x: _DEGREE * (1 + of("tandg")(x) ** 2),),
        "cotdg": (lambda x: -_DEGREE * (1 + of("cotdg")(x) ** 2),),
    }


def _of_hypergeometric(of: Any) -> Any:
    """By the last argument."""
    return {
        "hyp0f1": (None, lambda v, x: of("hyp0f1")(v + 1, x) / v),
        "hyp1f1": (None, None, lambda a, b, x: a / b * of("hyp1f1")(a + 1, b + 1, x)),
        "hyp2f1": (None, None, None, lambda a, b, c, x: a * b / c * of("hyp2f1")(a + 1, b + 1, c + 1, x)),
    }


def names() -> list[str]:
    """SciPy's names of the functions."""
    return list(_table(lambda name: lambda *_: None))


def derivatives_of(name: str, of: Callable[[str], Callable[..., Any]]) -> tuple[Callable[..., Any] | None, ...] | None:
    """The derivatives of a function by its arguments; None: it is not one of these.

    Args:
        name: Of SciPy.
        of: Gives the function of tensors for another name of SciPy.
    """
    return _table(of).get(name)
