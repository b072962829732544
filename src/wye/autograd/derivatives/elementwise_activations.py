"""Derivatives of activation functions."""

from __future__ import annotations

from typing import Any

from wye.autograd.formulas import where, zeros
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]


def _each(node: str | None = None, /, **formulas: Any) -> Derivative:
    return derivative(node=node, forward="elementwise", **formulas)


def _mish(grad: Any, self: Any) -> Any:
    sigmoid = self.sigmoid()
    tanh = _softplus(self).tanh()
    return grad * (tanh + self * sigmoid * (1 - tanh * tanh))


def _softplus(self: Any) -> Any:
    return self.clamp(min=0) + (-self.abs()).exp().log1p()


def _softplus_grad(grad: Any, self: Any, beta: Any, threshold: Any) -> Any:
    scaled = self * beta
    return where(scaled > threshold, grad, grad * scaled.sigmoid())


def _elu(grad: Any, self: Any, alpha: Any, scale: Any, input_scale: Any) -> Any:
    low = grad * (alpha * scale * input_scale) * (self * input_scale).exp()
    return where(self <= 0, low, grad * scale)


def _inside(grad: Any, low: Any, high: Any) -> Any:
    return grad.masked_fill(low | high, 0)


def _hardswish(grad: Any, self: Any) -> Any:
    middle = grad * (self / 3 + 0.5)
    return where(self <= -3, zeros(grad), where(self < 3, middle, grad))


def _glu(grad: Any, self: Any, dim: int) -> Any:
    half = self.shape[dim] // 2
    first, second = self.narrow(dim, 0, half), self.narrow(dim, half, half)
    sigmoid = second.sigmoid()
    return _cat([grad * sigmoid, grad * first * sigmoid * (1 - sigmoid)], dim)


def _glu_forward(self_t: Any, self: Any, dim: int) -> Any:
    half = self.shape[dim] // 2
    first, second = self.narrow(dim, 0, half), self.narrow(dim, half, half)
    first_t, second_t = self_t.narrow(dim, 0, half), self_t.narrow(dim, half, half)
    sigmoid = second.sigmoid()
    return first_t * sigmoid + first * sigmoid * (1 - sigmoid) * second_t


def _cat(tensors: list[Any], dim: int) -> Any:
    from wye.call.packets import ops  # here: one formula needs it

    return ops.aten.cat.default(tensors, dim)


def _rrelu(grad: Any, self: Any, noise: Any, lower: Any, upper: Any, training: bool) -> Any:
    if training and upper - lower > 1e-6:
        return grad * noise
    slope = (lower + upper) / 2
    return where(self > 0, grad, grad * slope)


DERIVATIVES: dict[str, Derivative] = {
    "relu": _each(self=lambda grad, result: ops.aten.threshold_backward.default(grad, result, 0)),
    "gelu": _each(
        self=lambda grad, self, approximate: ops.aten.gelu_backward.default(grad, self, approximate=approximate)
    ),
    "silu": _each(self=lambda grad, self: ops.aten.silu_backward.default(grad, self)),
    "mish": _each(self=_mish),
    "softplus": _each(self=_softplus_grad),
    "elu": _each(self=_elu),
    "celu": _each(self=lambda grad, self, alpha: _elu(grad, self, alpha, 1, 1 / alpha)),
    "leaky_relu": _each(self=lambda grad, self, negative_slope: where(self > 0, grad, grad * negative_slope)),
    "hardtanh": _each(
        self=lambda grad, self, min_val, max_val: _inside(grad, self <= min_val, self >= max_val),
    ),
    "hardsigmoid": _each(self=lambda grad, self: _inside(grad / 6, self <= -3, self >= 3)),
    "hardswish": _each(self=_hardswish),
    "log_sigmoid_forward": derivative(
        self=lambda grad, self: grad * (-self).sigmoid(),
        forward=lambda self_t, self: (self_t * (-self).sigmoid(), None),
        node="LogSigmoidBackward0",
        constant=(1,),
    ),
    "softshrink": _each(self=lambda grad, self, lambd: grad.masked_fill((self >= -lambd) & (self <= lambd), 0)),
    "hardshrink": _each(self=lambda grad, self, lambd: grad.masked_fill((self >= -lambd) & (self <= lambd), 0)),
    "threshold": _each(self=lambda grad, self, threshold: ops.aten.threshold_backward.default(grad, self, threshold)),
    "_prelu_kernel": _each(
        "PreluKernelBackward0",
        self=lambda grad, self, weight: where(self >= 0, grad, grad * weight),
        weight=lambda grad, self: where(self >= 0, zeros(grad), grad * self),
    ),
    "glu": derivative(self=_glu, forward=_glu_forward),
    "rrelu_with_noise": _each(self=_rrelu),
    "rrelu_with_noise_functional": derivative(
        self=lambda grad, self, noise_out, lower, upper, training: _rrelu(grad, self, noise_out, lower, upper, training)
    ),
}
