"""Derivatives: gradients of elementwise functions, once more."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

from wye.autograd.formulas import conj, zeros
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]


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
}
