"""Derivatives of special functions."""

from __future__ import annotations

import math
from math import log, pi, sqrt
from typing import Any

from wye.autograd.formulas import by_number, conj, where
from wye.autograd.rules import NO_FORMULA, Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]


def _each(node: str | None = None, /, **formulas: Any) -> Derivative:
    return derivative(node=node, forward="elementwise", **formulas)


def _sinc(grad: Any, self: Any) -> Any:
    at = by_number.mul(self, pi)
    square = by_number.mul(self * self, pi)
    sine = at.sin()
    slope = grad * conj((at * at.cos() - sine) / square)
    zero = ops.aten.scalar_tensor.default(0.0, dtype=slope.dtype, layout=slope.layout, device=slope.device)
    return ops.aten.where.self(square == 0.0, zero, slope)


def _log(grad: Any, number: Any) -> Any:
    return grad.new_full([], number).log()


def _xlog1py(grad: Any, self: Any, other: Any) -> Any:
    slope = other.log1p() if hasattr(other, "log1p") else grad.new_full([], other).log1p()
    return grad * where((self == 0) & (other <= -1), 0, slope)


def _xlogy_number(grad: Any, self: Any, other: Any) -> Any:
    return grad * where((self == 0) & bool(other <= 0), 0, _log(grad, other))


def _xlogy(grad: Any, self: Any, other: Any) -> Any:
    share = ops.aten.xlogy.Tensor(grad, other)
    low = other <= 0.0
    return share.masked_fill((self == 0.0) & low, 0.0)


def _kept(grad: Any, self: Any) -> Any:
    finite = self.abs() != math.inf
    return grad * ((self == self) * finite)  # NaN is not equal to itself


def _power(exponent: Any) -> Any:
    return (exponent * 0 + 2.0).pow(exponent)


_SLOPE_OF_ERF = 2 / sqrt(pi)

DERIVATIVES: dict[str, Derivative] = {
    "erf": _each(self=lambda grad, self: by_number.mul((-self.pow(2)).exp(), _SLOPE_OF_ERF) * grad),
    "erfc": _each(self=lambda grad, self: by_number.mul((-self.pow(2)).exp(), -_SLOPE_OF_ERF) * grad),
    "erfinv": _each(self=lambda grad, self: by_number.mul(self.erfinv().pow(2).exp(), 0.5 * sqrt(pi)) * grad),
    "lgamma": _each(self=lambda grad, self: grad * self.digamma()),
    "logit": _each(self=lambda grad, self, eps: ops.aten.logit_backward.default(grad, self, eps)),
    "sinc": _each(self=_sinc),
    "xlogy.Tensor": _each(
        self=_xlogy,
        other=lambda grad, self, other: grad * self / other,
    ),
    "xlogy.Scalar_Other": _each("XlogyBackward2", self=_xlogy_number),
    "xlogy.Scalar_Self": _each("XlogyBackward1", other=lambda grad, self, other: grad * self / other),
    "special_xlog1py": _each(
        self=_xlog1py,
        other=lambda grad, self, other: grad * self / (other + 1),
    ),
    "special_xlog1py.other_scalar": _each("SpecialXlog1PyBackward2", self=_xlog1py),
    "special_xlog1py.self_scalar": _each(
        "SpecialXlog1PyBackward1", other=lambda grad, self, other: grad * self / (other + 1)
    ),
    "nan_to_num": _each(self=_kept),
    "frexp.Tensor": derivative(
        self=lambda grad, result1: grad / _power(result1),
        forward=lambda self_t, result1: (self_t / _power(result1), None),
        constant=(1,),
    ),
    "heaviside": NO_FORMULA,
    "digamma": _each(self=lambda grad, self: grad * ops.aten.polygamma.default(1, self)),
    "ldexp.Tensor": _each(
        self=lambda grad, other: grad * conj(ops.aten.pow.Scalar(2, other)),
        other=lambda grad, result: by_number.mul(grad * conj(result), log(2.0)),
    ),
    "special_erfcx": _each(self=lambda grad, self, result: grad * (2 * self * result - _SLOPE_OF_ERF)),
    "special_entr": _each(self=lambda grad, self: -grad * (1 + self.log())),
    "special_ndtri": _each(self=lambda grad, result: grad * sqrt(2 * pi) * (result * result / 2).exp()),
    "special_log_ndtr": _each(
        self=lambda grad, self: grad * sqrt(2 / pi) / ops.aten.special_erfcx.default(self * -sqrt(0.5))
    ),
}
