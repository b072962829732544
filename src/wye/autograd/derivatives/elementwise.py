"""Derivatives of elementwise arithmetic, rounding, comparison and logic."""

from __future__ import annotations

from math import log, pi
from typing import Any

import numpy as np

from wye._engine import engine
from wye.autograd.formulas import by_number, conj, either, minus_times, number_minus, scaled, where, zeros
from wye.autograd.rules import NO_FORMULA, NOT_DIFFERENTIABLE, Derivative, derivative
from wye.call.packets import ops

__all__ = ["CONJ_PHYSICAL", "DERIVATIVES"]

_LN2, _LN10 = log(2.0), 2.3025850929940455  # PyTorch's digits: the last one differs from ln(10)


def _each(node: str | None = None, /, **formulas: Any) -> Derivative:
    """A derivative of an elementwise operator."""
    return derivative(node=node, forward="elementwise", **formulas)


def _divided(grad: Any, self: Any, other: Any, rounding_mode: str | None) -> Any:
    return _zeros(grad) if rounding_mode is not None else minus_times(conj((self / other) / other), grad)


def _zeros(grad: Any) -> Any:
    return ops.aten.zeros_like.default(grad, dtype=grad.dtype, layout=grad.layout, device=grad.device)


def _directed(grad: Any, self: Any) -> Any:
    """A real gradient times the directions of complex numbers: 0 has none."""
    if grad.dtype.kind == "c" or self.dtype.kind != "c" or not self.flags.c_contiguous or not grad.flags.c_contiguous:
        return None
    size = np.abs(self)
    return grad * np.where(size == 0, self.dtype.type(0), self / size)


def _abs(grad: Any, self: Any) -> Any:
    found = engine.compute_unseen_complex(_directed, grad, self) if self.is_complex() else None
    return grad * self.sgn() if found is None else found


def _across(grad: Any, self: Any, result: Any) -> Any:
    """The part of a gradient that turns directions; 0 has none."""
    if grad.dtype is not self.dtype or not self.flags.c_contiguous or not grad.flags.c_contiguous:
        return None
    size = np.abs(self)
    return np.where(size == 0, self.dtype.type(0), (result.conj() * grad).imag * 1j * result / size)


def _sgn(grad: Any, self: Any, result: Any) -> Any:
    if not self.is_complex():
        return zeros(grad)
    unseen = engine.compute_unseen_complex(_across, grad, self, result)
    if unseen is not None:
        return unseen
    size = self.abs()
    across = (conj(result) * grad).imag * 1j * result / size
    return across.masked_fill(size == 0, 0)


def _copysigned(grad: Any, self: Any, result: Any) -> Any:
    return grad * (result / self).masked_fill_(self == 0, 0)


def _chosen(grad: Any, self: Any, other: Any, loses: str) -> Any:
    """To one of two, where it does not lose; to both where they are equal, half each."""
    half = by_number.div(grad, 2)
    return where(self == other, half, grad).masked_fill_(getattr(self, loses)(other), 0)


def _angles(grad: Any, self: Any, other: Any, needs: Any) -> Any:
    first = self * self
    square = other * other + first
    inverse = square.reciprocal().masked_fill(square == 0, 0)
    return grad * other * inverse if needs[0] else None, grad * -self * inverse if needs[1] else None


def _angle_forward(self_t: Any, other_t: Any, self: Any, other: Any) -> Any:
    square = self * self + other * other
    return (self_t * other - other_t * self) * square.reciprocal().masked_fill(square == 0, 0)


def _first(grad: Any, self: Any, other: Any, *, larger: bool) -> Any:
    wins = self >= other if larger else self <= other
    return grad.masked_fill(either(wins, other.isnan()).logical_not_(), 0)


def _second(grad: Any, self: Any, other: Any, *, larger: bool) -> Any:
    wins = self >= other if larger else self <= other
    return grad.masked_fill(either(wins, other.isnan()), 0)


def _acosh(grad: Any, self: Any) -> Any:
    if self.is_complex():
        return grad * conj(by_number.add(self, 1).rsqrt() * by_number.sub(self, 1).rsqrt())
    return grad * by_number.sub(self * self, 1).rsqrt()


def _rsqrt(grad: Any, result: Any) -> Any:
    cubed = conj(result.pow(3))
    return by_number.mul(grad, -0.5) * cubed


def _atanh(grad: Any, self: Any) -> Any:
    below = conj(number_minus(1, self.pow(2)))
    return by_number.mul(grad, 1) / below


def _power(exponent: Any) -> Any:
    return ops.aten.pow.Scalar(2, exponent)


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
    "sub.Tensor": derivative(self=lambda grad: grad, other=lambda grad, alpha: scaled(-grad, alpha), forward="joint"),
    "sub.Scalar": _each("SubBackward1", self=lambda grad: grad),
    "rsub.Tensor": derivative(self=lambda grad, alpha: scaled(-grad, alpha), other=lambda grad: grad, forward="joint"),
    "rsub.Scalar": _each("RsubBackward1", self=lambda grad, alpha: scaled(-grad, alpha)),
    "mul.Tensor": derivative(
        self=lambda grad, other: grad * conj(other), other=lambda grad, self: grad * conj(self), forward="linear"
    ),
    "mul.Scalar": _each("MulBackward1", self=lambda grad, other: by_number.mul(grad, conj(other))),
    "div.Tensor": _each(
        self=lambda grad, other: grad / conj(other),
        other=lambda grad, self, other: minus_times(conj((self / other) / other), grad),
    ),
    "div.Scalar": _each("DivBackward1", self=lambda grad, other: by_number.div(grad, conj(other))),
    "div.Tensor_mode": _each(
        "DivBackward2",
        self=lambda grad, other, rounding_mode: _zeros(grad) if rounding_mode is not None else grad / conj(other),
        other=_divided,
    ),
    "div.Scalar_mode": _each(
        "DivBackward3",
        self=lambda grad, other, rounding_mode: (
            _zeros(grad) if rounding_mode is not None else by_number.div(grad, conj(other))
        ),
    ),
    "remainder.Tensor": _each(
        "RemainderBackward1",
        self=lambda grad: grad,
        other=lambda grad, self, other: minus_times(self.div(other, rounding_mode="floor"), grad),
    ),
    "remainder.Scalar": _each(self=lambda grad: grad),
    "remainder.Scalar_Tensor": _each(
        "RemainderBackward2", other=lambda grad, self, other: grad * -(self / other).floor()
    ),
    "fmod.Tensor": _each(
        "FmodBackward1",
        self=lambda grad: grad,
        other=lambda grad, self, other: minus_times(self.div(other, rounding_mode="trunc"), grad),
    ),
    "fmod.Scalar": _each(self=lambda grad: grad),
    "neg": derivative(self=lambda grad: -grad, forward="joint"),
    "reciprocal": _each(self=lambda grad, result: minus_times(conj(result * result), grad)),
    "sqrt": _each(self=lambda grad, result: grad / by_number.mul(conj(result), 2)),
    "rsqrt": _each(self=_rsqrt),
    "hypot": _each(
        self=lambda grad, self, result: grad * (self / result),
        other=lambda grad, other, result: grad * (other / result),
    ),
    "abs": derivative(
        self=_abs,
        forward=lambda self_t, self: (self_t * conj(self.sgn())).real if self.is_complex() else self_t * self.sgn(),
    ),
    "sgn": derivative(self=_sgn, forward=lambda self_t, self, result: _sgn(self_t, self, result)),
    "_conj_physical": CONJ_PHYSICAL,
    # ---- exponentials and logarithms ----
    "exp": _each(self=lambda grad, result: grad * conj(result)),
    "exp2": _each(self=lambda grad, result: by_number.mul(grad * conj(result), _LN2)),
    "expm1": _each(self=lambda grad, result: grad * by_number.add(conj(result), 1)),
    "log": _each(self=lambda grad, self: grad / conj(self)),
    "log2": _each(self=lambda grad, self: grad / by_number.mul(conj(self), _LN2)),
    "log10": _each(self=lambda grad, self: grad / by_number.mul(conj(self), _LN10)),
    "log1p": _each(self=lambda grad, self: grad / conj(by_number.add(self, 1))),
    "logaddexp": _each(
        self=lambda grad, self, other: grad / conj(by_number.add((other - self).exp(), 1)),
        other=lambda grad, self, other: grad / conj(by_number.add((self - other).exp(), 1)),
    ),
    "logaddexp2": _each(
        self=lambda grad, self, other: grad / by_number.add(_power(other - self), 1),
        other=lambda grad, self, other: grad / by_number.add(_power(self - other), 1),
    ),
    "sigmoid": _each(self=lambda grad, result: ops.aten.sigmoid_backward.default(grad, result)),
    # ---- angles ----
    "acos": _each(self=lambda grad, self: grad * -conj(by_number.add(-self * self, 1).rsqrt())),
    "acosh": _each(self=_acosh).writes_as("AcoshBackward1"),
    "asin": _each(self=lambda grad, self: grad * conj(by_number.add(-self * self, 1).rsqrt())),
    "asinh": _each(self=lambda grad, self: grad * conj(by_number.add(self.pow(2), 1).rsqrt())).writes_as(
        "AsinhBackward1"
    ),
    "atan": _each(self=lambda grad, self: grad / conj(by_number.add(self * self, 1))),
    "atanh": _each(self=_atanh).writes_as("AtanhBackward1"),
    "atan2": derivative({"self, other": _angles}, forward=_angle_forward),
    "cos": _each(self=lambda grad, self: grad * -conj(self.sin())),
    "cosh": _each(self=lambda grad, self: grad * conj(self.sinh())),
    "sin": _each(self=lambda grad, self: grad * conj(self.cos())),
    "sinh": _each(self=lambda grad, self: grad * conj(self.cosh())),
    "tan": _each(self=lambda grad, result: grad * conj(by_number.add(result.pow(2), 1))),
    "tanh": _each(self=lambda grad, result: ops.aten.tanh_backward.default(grad, result)),
    "deg2rad": _each(self=lambda grad: by_number.mul(grad, pi / 180)),
    "rad2deg": _each(self=lambda grad: by_number.mul(grad, 180 / pi)),
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
        self=lambda grad, self, other: _chosen(grad, self, other, "lt"),
        other=lambda grad, self, other: _chosen(grad, self, other, "gt"),
    ),
    "minimum": _each(
        self=lambda grad, self, other: _chosen(grad, self, other, "gt"),
        other=lambda grad, self, other: _chosen(grad, self, other, "lt"),
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
