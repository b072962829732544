"""Derivatives of elementwise arithmetic, rounding, comparison and logic."""

from __future__ import annotations

from math import log, pi
from typing import Any

from wye.autograd.formulas import conj, scaled, where, zeros
from wye.autograd.rules import NO_FORMULA, NOT_DIFFERENTIABLE, Derivative, derivative
from wye.call.packets import ops

__all__ = ["CONJ_PHYSICAL", "DERIVATIVES"]

_LN2, _LN10 = log(2.0), log(10.0)


def _each(node: str | None = None, /, **formulas: Any) -> Derivative:
    """A derivative of an elementwise operator."""
    return derivative(node=node, forward="elementwise", **formulas)


def _divided(grad: Any, self: Any, other: Any, rounding_mode: str | None) -> Any:
    return zeros(grad) if rounding_mode is not None else -grad * conj((self / other) / other)


def _without_nan(ratio: Any) -> Any:
    return ratio.masked_fill(ratio.isnan(), 0)


def _sgn(grad: Any, self: Any, result: Any) -> Any:
    if not self.is_complex():
        return zeros(grad)
    size = self.abs()
    across = (conj(result) * grad).imag * 1j * result / size
    return across.masked_fill(size == 0, 0)


def _copysigned(grad: Any, self: Any, result: Any) -> Any:
    return grad * (result / self).masked_fill(self == 0, 0)


def _larger(grad: Any, one: Any, other: Any) -> Any:
    """To the larger of two; to both where they are equal, half each."""
    return where(one == other, grad / 2, grad).masked_fill(one < other, 0)


def _angle(grad: Any, one: Any, other: Any, sign: float) -> Any:
    square = one * one + other * other
    return grad * (sign * other / square).masked_fill(square == 0, 0)


def _first(grad: Any, self: Any, other: Any, *, larger: bool) -> Any:
    wins = self >= other if larger else self <= other
    return grad.masked_fill((wins | other.isnan()).logical_not(), 0)


def _second(grad: Any, self: Any, other: Any, *, larger: bool) -> Any:
    wins = self >= other if larger else self <= other
    return grad.masked_fill(wins | other.isnan(), 0)


def _acosh(grad: Any, self: Any) -> Any:
    if self.is_complex():
        return grad * conj((self + 1).rsqrt() * (self - 1).rsqrt())
    return grad * (self * self - 1).rsqrt()


_NONE = NOT_DIFFERENTIABLE
_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
CONJ_PHYSICAL = derivative(
    self=lambda grad: grad.conj_physical(),
    forward=lambda self_t: self_t.conj_physical(),
    node="ConjPhysicalBackward0",
).writes_as("ConjPhysicalBackward1")

DERIVATIVES: dict[str, Derivative] = {
    # ---- arithmetic ----
    "add.Tensor": derivative(self=lambda grad: grad, other=scaled, forward="joint"),
    "add.Scalar": _each("AddBackward1", self=lambda grad: grad),
    "sub.Tensor": derivative(self=lambda grad: grad, other=lambda grad, alpha: -scaled(grad, alpha), forward="joint"),
    "sub.Scalar": _each("SubBackward1", self=lambda grad: grad),
    "rsub.Tensor": derivative(self=lambda grad, alpha: -scaled(grad, alpha), other=lambda grad: grad, forward="joint"),
    "rsub.Scalar": _each("RsubBackward1", self=lambda grad, alpha: -scaled(grad, alpha)),
    "mul.Tensor": derivative(
        self=lambda grad, other: grad * conj(other), other=lambda grad, self: grad * conj(self), forward="linear"
    ),
    "mul.Scalar": _each("MulBackward1", self=lambda grad, other: grad * conj(other)),
    "div.Tensor": _each(
        self=lambda grad, other: grad / conj(other),
        other=lambda grad, self, other: -grad * conj((self / other) / other),
    ),
    "div.Scalar": _each("DivBackward1", self=lambda grad, other: grad / conj(other)),
    "div.Tensor_mode": _each(
        "DivBackward2",
        self=lambda grad, other, rounding_mode: zeros(grad) if rounding_mode is not None else grad / conj(other),
        other=_divided,
    ),
    "div.Scalar_mode": _each(
        "DivBackward3",
        self=lambda grad, other, rounding_mode: zeros(grad) if rounding_mode is not None else grad / conj(other),
    ),
    "remainder.Tensor": _each(
        "RemainderBackward1",
        self=lambda grad: grad,
        other=lambda grad, self, other: -grad * self.div(other, rounding_mode="floor"),
    ),
    "remainder.Scalar": _each(self=lambda grad: grad),
    "remainder.Scalar_Tensor": _each(
        "RemainderBackward2", other=lambda grad, self, other: grad * -(self / other).floor()
    ),
    "fmod.Tensor": _each(
        "FmodBackward1",
        self=lambda grad: grad,
        other=lambda grad, self, other: -grad * self.div(other, rounding_mode="trunc"),
    ),
    "fmod.Scalar": _each(self=lambda grad: grad),
    "neg": derivative(self=lambda grad: -grad, forward="joint"),
    "reciprocal": _each(self=lambda grad, result: -grad * conj(result * result)),
    "sqrt": _each(self=lambda grad, result: grad / (2 * conj(result))),
    "rsqrt": _each(self=lambda grad, result: -0.5 * grad * conj(result.pow(3))),
    "hypot": _each(
        self=lambda grad, self, result: grad * _without_nan(self / result),
        other=lambda grad, other, result: grad * _without_nan(other / result),
    ),
    "abs": derivative(
        self=lambda grad, self: grad * self.sgn(),
        forward=lambda self_t, self: (self_t * conj(self.sgn())).real if self.is_complex() else self_t * self.sgn(),
    ),
    "sgn": derivative(self=_sgn, forward=lambda self_t, self, result: _sgn(self_t, self, result)),
    "_conj_physical": CONJ_PHYSICAL,
    # ---- exponentials and logarithms ----
    "exp": _each(self=lambda grad, result: grad * conj(result)),
    "exp2": _each(self=lambda grad, result: grad * conj(result) * _LN2),
    "expm1": _each(self=lambda grad, result: grad * (conj(result) + 1)),
    "log": _each(self=lambda grad, self: grad / conj(self)),
    "log2": _each(self=lambda grad, self: grad / (conj(self) * _LN2)),
    "log10": _each(self=lambda grad, self: grad / (conj(self) * _LN10)),
    "log1p": _each(self=lambda grad, self: grad / conj(self + 1)),
    "logaddexp": _each(
        self=lambda grad, self, other: grad / conj(1 + (other - self).exp()),
        other=lambda grad, self, other: grad / conj(1 + (self - other).exp()),
    ),
    "logaddexp2": _each(
        self=lambda grad, self, other: grad / (1 + (other - self).exp2()),
        other=lambda grad, self, other: grad / (1 + (self - other).exp2()),
    ),
    "sigmoid": _each(self=lambda grad, result: ops.aten.sigmoid_backward.default(grad, result)),
    # ---- angles ----
    "acos": _each(self=lambda grad, self: grad * -conj((-self * self + 1).rsqrt())),
    "acosh": _each(self=_acosh).writes_as("AcoshBackward1"),
    "asin": _each(self=lambda grad, self: grad * conj((-self * self + 1).rsqrt())),
    "asinh": _each(self=lambda grad, self: grad * conj((self.pow(2) + 1).rsqrt())).writes_as("AsinhBackward1"),
    "atan": _each(self=lambda grad, self: grad / conj(self * self + 1)),
    "atanh": _each(self=lambda grad, self: grad / conj(1 - self.pow(2))).writes_as("AtanhBackward1"),
    "atan2": _each(
        self=lambda grad, self, other: _angle(grad, self, other, 1.0),
        other=lambda grad, self, other: _angle(grad, other, self, -1.0),
    ),
    "cos": _each(self=lambda grad, self: grad * -conj(self.sin())),
    "cosh": _each(self=lambda grad, self: grad * conj(self.sinh())),
    "sin": _each(self=lambda grad, self: grad * conj(self.cos())),
    "sinh": _each(self=lambda grad, self: grad * conj(self.cosh())),
    "tan": _each(self=lambda grad, result: grad * conj(1 + result.pow(2))),
    "tanh": _each(self=lambda grad, result: ops.aten.tanh_backward.default(grad, result)),
    "deg2rad": _each(self=lambda grad: grad * (pi / 180)),
    "rad2deg": _each(self=lambda grad: grad * (180 / pi)),
    # ---- rounding: constant between the jumps ----
    "ceil": _each(self=zeros),
    "floor": _each(self=zeros),
    "trunc": _each(self=zeros),
    "round": _each(self=zeros),
    "round.decimals": _each("RoundBackward1", self=zeros),
    "sign": _each(self=zeros),
    "frac": _each(self=lambda grad: grad),
    "copysign.Tensor": _each(self=_copysigned, other=zeros),
    "copysign.Scalar": _each("CopysignBackward1", self=_copysigned),
    # ---- the larger and the smaller ----
    "maximum": _each(
        self=lambda grad, self, other: _larger(grad, self, other),
        other=lambda grad, self, other: _larger(grad, other, self),
    ),
    "minimum": _each(
        self=lambda grad, self, other: _larger(grad, -self, -other),
        other=lambda grad, self, other: _larger(grad, -other, -self),
    ),
    "fmax": _each(
        self=lambda grad, self, other: _first(grad, self, other, larger=True),
        other=lambda grad, self, other: _second(grad, self, other, larger=True),
    ),
    "fmin": _each(
        self=lambda grad, self, other: _first(grad, self, other, larger=False),
        other=lambda grad, self, other: _second(grad, self, other, larger=False),
    ),
    "nextafter": _each(self=lambda grad: grad, other=zeros),
    "floor_divide": NO_FORMULA,
    "floor_divide.Scalar": NO_FORMULA,
    # ---- questions and bits ----
    "signbit": _NONE,
    "isnan": _NONE,
    "isinf": _NONE,
    "isposinf": _NONE,
    "isneginf": _NONE,
    "logical_and": _NONE,
    "logical_or": _NONE,
    "logical_xor": _NONE,
    "logical_not": _NONE,
    "gcd": _NONE,
    "lcm": _NONE,
    "bitwise_not": _NONE,
    **{f"{name}.{kind}": _NONE for name in _COMPARISONS for kind in ("Tensor", "Scalar")},
    # written over a floating point tensor, zeros and ones do not depend on what was there
    **{
        f"{name}_.Scalar": derivative(self=zeros, forward=lambda self_t: zeros(self_t), node=f"{name.title()}Backward0")
        for name in _COMPARISONS
    },
    **{
        f"{name}_.Tensor": derivative(
            self=zeros, other=zeros, forward=lambda self_t: zeros(self_t), node=f"{name.title()}Backward1"
        )
        for name in _COMPARISONS
    },
    **{
        f"bitwise_{name}.{kind}": _NONE
        for name in ("and", "or", "xor")
        for kind in ("Tensor", "Scalar", "Scalar_Tensor")
    },
    **{
        f"bitwise_{name}_shift.{kind}": _NONE
        for name in ("left", "right")
        for kind in ("Tensor", "Tensor_Scalar", "Scalar_Tensor")
    },
    **{f"__{name}shift__.{kind}": _NONE for name in ("l", "r", "il", "ir") for kind in ("Tensor", "Scalar")},
}
