"""Derivatives: gradients of elementwise functions, once more."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

from wye.autograd.formulas import conj, where, zeros
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]

aten: Any = ops.aten


def _each(**formulas: Any) -> Derivative:
    return derivative(forward="elementwise", **formulas)


def _silu_again(grad: Any, grad_output: Any, self: Any) -> Any:
    sigmoid = self.sigmoid()
    slope = sigmoid * (1 - sigmoid)
    return grad * grad_output * slope * (2 + self * (1 - 2 * sigmoid))


def _gelu_again(grad: Any, grad_output: Any, self: Any, approximate: str) -> Any:
    square = self * self
    if approximate == "none":
        return grad * grad_output * (2 - square) * (square * -0.5).exp() * (1 / sqrt(2 * pi))
    beta, kappa = sqrt(2 / pi), 0.044715
    tanh = (beta * (self + kappa * self * square)).tanh()
    inner = beta * (1 + 3 * kappa * square)
    bent = self * (-tanh * inner * inner + 3 * beta * kappa * self)
    return grad * grad_output * (1 - tanh * tanh) * (inner + bent)


def _curve(*, slope: Any, curve: Any) -> Derivative:
    """Of ``grad_output`` times a slope: the gradient goes through the slope, and through the ``curve`` of it."""
    return derivative(grad_output=slope, self=curve, forward="elementwise")


def _line(*, slope: Any) -> Derivative:
    """Of ``grad_output`` times a slope that does not change in small steps."""
    return derivative(grad_output=slope, self=lambda grad: zeros(grad), forward="elementwise")


def _mish(grad: Any, grad_output: Any, self: Any) -> Any:
    sigmoid = self.sigmoid()
    tanh = (self.clamp(min=0) + (-self.abs()).exp().log1p()).tanh()
    curve = (1 - tanh * tanh) * sigmoid * (2 + self * (1 - sigmoid) - 2 * self * tanh * sigmoid)
    return grad * grad_output * curve


def _softplus(grad: Any, grad_output: Any, self: Any, beta: Any, threshold: Any) -> Any:
    sigmoid = (self * beta).sigmoid()
    curve = beta * sigmoid * (1 - sigmoid)
    return (grad * grad_output * curve).masked_fill(self * beta > threshold, 0)


def _logit(grad: Any, grad_output: Any, self: Any, eps: float | None) -> Any:
    under = self * (1 - self)
    made = grad * grad_output * (2 * self - 1) / (under * under)
    low = 0.0 if eps is None else eps
    return made.masked_fill((self < low) | (self > 1 - low), 0)


def _elu(
    grad: Any, grad_output: Any, alpha: Any, scale: Any, input_scale: Any, is_result: bool, self_or_result: Any
) -> Any:
    curve = grad * grad_output * input_scale
    if not is_result:
        curve = curve * (alpha * scale * input_scale) * (self_or_result * input_scale).exp()
    return curve.masked_fill(self_or_result > 0, 0)


def _hardswish(grad: Any, grad_output: Any, self: Any) -> Any:
    return (grad * grad_output / 3).masked_fill((self <= -3) | (self >= 3), 0)


def _log_sigmoid(grad: Any, grad_output: Any, self: Any) -> Any:
    sigmoid = self.sigmoid()
    return -grad * grad_output * sigmoid * (1 - sigmoid)


def _glu(grad: Any, grad_output: Any, self: Any, dim: int) -> tuple[Any, Any]:
    """Of the gradient of the result, and of the argument."""
    half = self.shape[dim] // 2
    first, second = self.narrow(dim, 0, half), self.narrow(dim, half, half)
    one, other = grad.narrow(dim, 0, half), grad.narrow(dim, half, half)
    sigmoid = second.sigmoid()
    slope = sigmoid * (1 - sigmoid)
    to_output = one * sigmoid + other * first * slope
    to_second = one * grad_output * slope + other * grad_output * first * slope * (1 - 2 * sigmoid)
    return to_output, aten.cat.default([other * grad_output * slope, to_second], dim)


def _prelu(grads: Any, grad_output: Any, self: Any, weight: Any) -> tuple[Any, Any, Any]:
    to_self, to_weight = grads
    to_self = zeros(self) if to_self is None else to_self
    to_weight = zeros(self) if to_weight is None else to_weight
    positive = self > 0
    to_grad = where(positive, to_self, weight * to_self + to_weight * self)
    return (
        to_grad,
        (to_weight * grad_output).masked_fill(positive, 0),
        (to_self * grad_output).masked_fill(positive, 0),
    )


def _prelu_forward(
    grad_output_t: Any, self_t: Any, weight_t: Any, grad_output: Any, self: Any, weight: Any
) -> tuple[Any, Any]:
    one, other = aten._prelu_kernel_backward.default(grad_output_t, self, weight)
    positive = self > 0
    return (
        one + (grad_output * weight_t).masked_fill(positive, 0),
        other + (grad_output * self_t).masked_fill(positive, 0),
    )


def _glu_forward(grad_output_t: Any, self_t: Any, grad_output: Any, self: Any, dim: int) -> Any:
    half = self.shape[dim] // 2
    first, second = self.narrow(dim, 0, half), self.narrow(dim, half, half)
    first_t, second_t = self_t.narrow(dim, 0, half), self_t.narrow(dim, half, half)
    sigmoid = second.sigmoid()
    slope = sigmoid * (1 - sigmoid)
    to_first = grad_output * slope * second_t
    to_second = grad_output * slope * (first_t + first * (1 - 2 * sigmoid) * second_t)
    return aten.glu_backward.default(grad_output_t, self, dim) + aten.cat.default([to_first, to_second], dim)


def _rrelu(grad: Any, self: Any, noise: Any, lower: Any, upper: Any, training: bool, self_is_result: bool) -> Any:
    return aten.rrelu_with_noise_backward.default(grad, self, noise, lower, upper, training, self_is_result)


DERIVATIVES: dict[str, Derivative] = {
    "threshold_backward": _each(
        grad_output=lambda grad, self, threshold: ops.aten.threshold_backward.default(grad, self, threshold),
        self=zeros,
    ),
    # Both are conjugated in the output, so their formulas have conjugates the other way round.
    "tanh_backward": derivative(
        grad_output=lambda grad, output: ops.aten.tanh_backward.default(grad, conj(output)),
        output=lambda grad, grad_output, output: conj(grad) * -2 * conj(output) * grad_output,
        forward=lambda grad_output_t, output_t, grad_output, output: (
            ops.aten.tanh_backward.default(grad_output_t, output) + grad_output * conj(-2 * output * output_t)
        ),
    ),
    "sigmoid_backward": derivative(
        grad_output=lambda grad, output: ops.aten.sigmoid_backward.default(grad, conj(output)),
        output=lambda grad, grad_output, output: conj(grad) * conj(1 - 2 * output) * grad_output,
        forward=lambda grad_output_t, output_t, grad_output, output: (
            ops.aten.sigmoid_backward.default(grad_output_t, output) + grad_output * conj((1 - 2 * output) * output_t)
        ),
    ),
    "silu_backward": _each(
        grad_output=lambda grad, self: ops.aten.silu_backward.default(grad, self),
        self=_silu_again,
    ),
    "gelu_backward": _each(
        grad_output=lambda grad, self, approximate: ops.aten.gelu_backward.default(grad, self, approximate=approximate),
        self=_gelu_again,
    ),
    "elu_backward": derivative(
        grad_output=lambda grad, alpha, scale, input_scale, is_result, self_or_result: aten.elu_backward.default(
            grad, alpha, scale, input_scale, is_result, self_or_result
        ),
        self_or_result=_elu,
        forward="elementwise",
    ),
    "mish_backward": _curve(slope=lambda grad, self: aten.mish_backward.default(grad, self), curve=_mish),
    "softplus_backward": _curve(
        slope=lambda grad, self, beta, threshold: aten.softplus_backward.default(grad, self, beta, threshold),
        curve=_softplus,
    ),
    "leaky_relu_backward": _line(
        slope=lambda grad, self, negative_slope: aten.leaky_relu_backward.default(grad, self, negative_slope, False)
    ),
    "hardtanh_backward": _line(
        slope=lambda grad, self, min_val, max_val: aten.hardtanh_backward.default(grad, self, min_val, max_val)
    ),
    "hardsigmoid_backward": _line(slope=lambda grad, self: aten.hardsigmoid_backward.default(grad, self)),
    "hardswish_backward": _curve(
        slope=lambda grad, self: aten.hardswish_backward.default(grad, self), curve=_hardswish
    ),
    "logit_backward": _curve(slope=lambda grad, self, eps: aten.logit_backward.default(grad, self, eps), curve=_logit),
    "log_sigmoid_backward": derivative(
        grad_output=lambda grad, self, buffer: aten.log_sigmoid_backward.default(grad, self, buffer),
        self=_log_sigmoid,
        forward=lambda grad_output_t, self_t, grad_output, self, buffer: (
            aten.log_sigmoid_backward.default(grad_output_t, self, buffer) + _log_sigmoid(self_t, grad_output, self)
        ),
    ),
    "softshrink_backward": _line(slope=lambda grad, self, lambd: aten.softshrink_backward.default(grad, self, lambd)),
    "hardshrink_backward": derivative(
        grad_out=lambda grad, self, lambd: aten.hardshrink_backward.default(grad, self, lambd),
        self=lambda grad: zeros(grad),
        forward="elementwise",
    ),
    "_prelu_kernel_backward": derivative({"grad_output, self, weight": _prelu}, forward=_prelu_forward),
    "glu_backward": derivative({"grad_output, self": _glu}, forward=_glu_forward),
    "rrelu_with_noise_backward": derivative(grad_output=_rrelu, self=lambda grad: zeros(grad), forward="elementwise"),
}
