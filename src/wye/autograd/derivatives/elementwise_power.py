"""Derivatives of powers."""

from __future__ import annotations

import math
from typing import Any

from wye.autograd.formulas import by_number, conj, where
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops
from wye.schema.values import MEMORY_FORMATS

__all__ = ["DERIVATIVES"]


def _base(grad: Any, self: Any, exponent: Any) -> Any:
    if exponent == 0:
        return ops.aten.zeros_like.default(self, memory_format=MEMORY_FORMATS["contiguous_format"])
    if type(exponent) is int:
        exponent = float(exponent)
    return grad * conj(by_number.mul(self.pow(exponent - 1), exponent))


def _base_by_tensor(grad: Any, self: Any, exponent: Any) -> Any:
    power = exponent * self.pow(exponent - 1)
    return grad * conj(power.masked_fill(exponent == 0, 0))


def _exponent(grad: Any, self: Any, exponent: Any, result: Any) -> Any:
    is_zero = (self == 0) & _not_negative(exponent)
    if result.is_complex() and not self.is_complex():
        self = self.to(result.dtype)  # the logarithm of a negative number is complex
    # The logarithm of 1 there, so that second derivatives do not multiply 0 by an infinite one.
    return grad * conj(where(is_zero, 0, result * self.masked_fill(is_zero, 1).log()))


def _not_negative(exponent: Any) -> Any:
    return (exponent.imag == 0) & (exponent.real >= 0) if exponent.is_complex() else exponent >= 0


def _exponent_of_number(grad: Any, self: Any, exponent: Any, result: Any) -> Any:
    if self == 0:
        low = exponent.real if exponent.is_complex() else exponent
        return grad * conj(result * ops.aten.zeros_like.default(low).masked_fill(low < 0, -math.inf))
    if isinstance(self, complex) or self < 0:
        import cmath  # here: the logarithm of a number that is not positive

        found = cmath.log(self)
        return grad * conj(result * (found if grad.is_complex() else math.nan))
    return grad * conj(result * math.log(self))


DERIVATIVES: dict[str, Derivative] = {
    "pow.Tensor_Scalar": derivative(self=_base, forward="elementwise"),
    "pow.Tensor_Tensor": derivative(
        self=_base_by_tensor, exponent=_exponent, forward="elementwise", node="PowBackward1"
    ),
    "pow.Scalar": derivative(exponent=_exponent_of_number, forward="elementwise", node="PowBackward2"),
}
