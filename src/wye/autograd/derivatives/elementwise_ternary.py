"""Derivatives of elementwise operators with three operands."""

from __future__ import annotations

from typing import Any

from wye.autograd.formulas import conj, scaled, where
from wye.autograd.rules import Derivative, derivative

__all__ = ["DERIVATIVES"]


def _each(node: str | None = None, /, **formulas: Any) -> Derivative:
    return derivative(node=node, forward="elementwise", **formulas)


def _clamped(grad: Any, self: Any, min: Any, max: Any) -> Any:
    if min is None and max is None:
        return grad
    kept = None if min is None else self >= min
    if max is not None:
        kept = self <= max if kept is None else kept & (self <= max)
    return where(kept, grad, 0)


def _to_min(grad: Any, self: Any, min: Any, max: Any) -> Any:
    if min is None:
        return None
    wins = self < min
    return where(wins if max is None else wins & (min < max), grad, 0)


def _to_max(grad: Any, self: Any, min: Any, max: Any) -> Any:
    if max is None:
        return None
    wins = self > max
    return where(wins if min is None else wins | (max < min), grad, 0)


DERIVATIVES: dict[str, Derivative] = {
    "clamp": _each("ClampBackward1", self=_clamped),
    "clamp.Tensor": _each(self=_clamped, min=_to_min, max=_to_max),
    "clamp_min": _each(self=lambda grad, self, min: where(self >= min, grad, 0)),
    "clamp_min.Tensor": _each(
        "ClampMinBackward1",
        self=lambda grad, self, min: where(self >= min, grad, 0),
        min=lambda grad, self, min: where(self < min, grad, 0),
    ),
    "clamp_max": _each(self=lambda grad, self, max: where(self <= max, grad, 0)),
    "clamp_max.Tensor": _each(
        "ClampMaxBackward1",
        self=lambda grad, self, max: where(self <= max, grad, 0),
        max=lambda grad, self, max: where(self > max, grad, 0),
    ),
    "lerp.Scalar": _each(
        self=lambda grad, weight: grad * conj(1 - weight), end=lambda grad, weight: grad * conj(weight)
    ),
    "lerp.Tensor": _each(
        "LerpBackward1",
        self=lambda grad, weight: grad * conj(1 - weight),
        end=lambda grad, weight: grad * conj(weight),
        weight=lambda grad, self, end: grad * conj(end - self),
    ),
    "addcmul": _each(
        self=lambda grad: grad,
        tensor1=lambda grad, tensor2, value: scaled(grad * conj(tensor2), value),
        tensor2=lambda grad, tensor1, value: scaled(grad * conj(tensor1), value),
    ),
    "addcdiv": _each(
        self=lambda grad: grad,
        tensor1=lambda grad, tensor2, value: scaled(grad / conj(tensor2), value),
        tensor2=lambda grad, tensor1, tensor2, value: -grad * conj(value * tensor1 / (tensor2 * tensor2)),
    ),
}
