"""Derivatives of activation functions."""

from __future__ import annotations

from typing import Any

from wye.autograd.formulas import where
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]

aten: Any = ops.aten


def _each(node: str | None = None, /, **formulas: Any) -> Derivative:
    return derivative(node=node, forward="elementwise", **formulas)


def _gelu(grad: Any, self: Any, approximate: str) -> Any:
    if approximate == "none":  # without the keyword the engine runs it on small tensors
        return aten.gelu_backward.default(grad, self)
    return aten.gelu_backward.default(grad, self, approximate=approximate)


def _glu_forward(self_t: Any, self: Any, dim: int) -> Any:
    half = self.shape[dim] // 2
    first, second = self.narrow(dim, 0, half), self.narrow(dim, half, half)
    first_t, second_t = self_t.narrow(dim, 0, half), self_t.narrow(dim, half, half)
    sigmoid = second.sigmoid()
    return first_t * sigmoid + first * sigmoid * (1 - sigmoid) * second_t


def _prelu(grad: Any, self: Any, weight: Any) -> tuple[Any, Any]:
    made: tuple[Any, Any] = aten._prelu_kernel_backward.default(grad, self, weight)
    return made


def _rrelu(grad: Any, self: Any, noise: Any, lower: Any, upper: Any, training: bool) -> Any:
    return aten.rrelu_with_noise_backward.default(grad, self, noise, lower, upper, training, False)


DERIVATIVES: dict[str, Derivative] = {
    "relu": _each(self=lambda grad, result: aten.threshold_backward.default(grad, result, 0)),
    "gelu": _each(self=_gelu),
    "silu": _each(self=lambda grad, self: aten.silu_backward.default(grad, self)),
    "mish": _each(self=lambda grad, self: aten.mish_backward.default(grad, self)),
    "softplus": _each(
        self=lambda grad, self, beta, threshold: aten.softplus_backward.default(grad, self, beta, threshold)
    ),
    "elu": _each(
        self=lambda grad, self, alpha, scale, input_scale: aten.elu_backward.default(
            grad, alpha, scale, input_scale, False, self
        )
    ),
    "celu": _each(self=lambda grad, self, alpha: aten.elu_backward.default(grad, alpha, 1, 1 / alpha, False, self)),
    "leaky_relu": _each(
        self=lambda grad, self, negative_slope: aten.leaky_relu_backward.default(grad, self, negative_slope, False)
    ),
    "hardtanh": _each(
        self=lambda grad, self, min_val, max_val: aten.hardtanh_backward.default(grad, self, min_val, max_val)
    ),
    "hardsigmoid": _each(self=lambda grad, self: aten.hardsigmoid_backward.default(grad, self)),
    "hardswish": _each(self=lambda grad, self: aten.hardswish_backward.default(grad, self)),
    "log_sigmoid_forward": derivative(
        self=lambda grad, self, result1: aten.log_sigmoid_backward.default(grad, self, result1),
        forward=lambda self_t, self, result1: (aten.log_sigmoid_backward.default(self_t, self, result1), None),
        node="LogSigmoidBackward0",
        constant=(1,),
    ),
    "softshrink": _each(self=lambda grad, self, lambd: aten.softshrink_backward.default(grad, self, lambd)),
    "hardshrink": _each(self=lambda grad, self, lambd: aten.hardshrink_backward.default(grad, self, lambd)),
    "threshold": _each(self=lambda grad, self, threshold: aten.threshold_backward.default(grad, self, threshold)),
    "_prelu_kernel": derivative(
        {"self, weight": _prelu},
        node="PreluKernelBackward0",
        forward=lambda self_t, weight_t, self, weight: where(self >= 0, self_t, weight * self_t + weight_t * self),
    ),
    "glu": derivative(self=lambda grad, self, dim: aten.glu_backward.default(grad, self, dim), forward=_glu_forward),
    "rrelu_with_noise": _each(self=_rrelu),
    "rrelu_with_noise_functional": derivative(
        self=lambda grad, self, result1, lower, upper, training: _rrelu(grad, self, result1, lower, upper, training),
        constant=(1,),
    ),
}

for _name, _node in {
    "celu": "CeluBackward1",
    "elu": "EluBackward1",
    "leaky_relu": "LeakyReluBackward1",
    "threshold": "ThresholdBackward1",
}.items():
    DERIVATIVES[_name].writes_as(_node)
