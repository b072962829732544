"""Derivatives of elementwise operators with three operands."""

from __future__ import annotations

from typing import Any

from wye.autograd.formulas import both, by_number, conj, either, kept_where, minus_times, number_minus
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops
from wye.schema.values import MEMORY_FORMATS

__all__ = ["DERIVATIVES"]


def _each(node: str | None = None, /, **formulas: Any) -> Derivative:
    return derivative(node=node, forward="elementwise", **formulas)


def _clamped(grad: Any, self: Any, min: Any, max: Any) -> Any:
    if min is None and max is None:
        return grad
    if max is None:
        return kept_where(grad, lambda: self >= min)
    if min is None:
        return kept_where(grad, lambda: self <= max)
    return kept_where(grad, lambda: _inside(self, min, max))


def _inside(self: Any, min: Any, max: Any) -> Any:
    above = self >= min
    return both(above, self <= max)


def _to_min(grad: Any, self: Any, min: Any, max: Any) -> Any:
    if min is None:
        return None
    return kept_where(grad, lambda: self < min if max is None else both(self < min, min < max))


def _to_max(grad: Any, self: Any, min: Any, max: Any) -> Any:
    if max is None:
        return None
    return kept_where(grad, lambda: self > max if min is None else either(self > max, max < min))


def _number_over(number: Any, value: Any) -> Any:
    return ops.aten.empty_like.default(value, memory_format=MEMORY_FORMATS["preserve_format"]).fill_(number).div_(value)


def _slope_of_divisor(tensor1: Any, tensor2: Any, value: Any) -> Any:
    square = tensor2 * tensor2
    return conj(by_number.mul(tensor1, value) / square)


DERIVATIVES: dict[str, Derivative] = {
    "clamp": _each("ClampBackward1", self=_clamped),
    "clamp.Tensor": _each(self=_clamped, min=_to_min, max=_to_max),
    "clamp_min": _each(self=lambda grad, self, min: kept_where(grad, lambda: self >= min)),
    "clamp_min.Tensor": _each(
        "ClampMinBackward1",
        self=lambda grad, self, min: kept_where(grad, lambda: self >= min),
        min=lambda grad, self, min: kept_where(grad, lambda: self < min),
    ),
    "clamp_max": _each(self=lambda grad, self, max: kept_where(grad, lambda: self <= max)),
    "clamp_max.Tensor": _each(
        "ClampMaxBackward1",
        self=lambda grad, self, max: kept_where(grad, lambda: self <= max),
        max=lambda grad, self, max: kept_where(grad, lambda: self > max),
    ),
    "lerp.Scalar": _each(
        self=lambda grad, weight: by_number.mul(grad, conj(1 - weight)),
        end=lambda grad, weight: by_number.mul(grad, conj(weight)),
    ),
    "lerp.Tensor": _each(
        "LerpBackward1",
        self=lambda grad, weight: grad * conj(number_minus(1, weight)),
        end=lambda grad, weight: grad * conj(weight),
        weight=lambda grad, self, end: grad * conj(end - self),
    ),
    "addcmul": _each(
        self=lambda grad: grad,
        tensor1=lambda grad, tensor2, value: grad * conj(by_number.mul(tensor2, value)),
        tensor2=lambda grad, tensor1, value: grad * conj(by_number.mul(tensor1, value)),
    ),
    "addcdiv": _each(
        self=lambda grad: grad,
        tensor1=lambda grad, tensor2, value: grad * conj(_number_over(value, tensor2)),
        tensor2=lambda grad, tensor1, tensor2, value: minus_times(_slope_of_divisor(tensor1, tensor2, value), grad),
    ),
}
