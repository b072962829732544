"""Derivatives of the gradients of losses: second derivatives."""

from __future__ import annotations

from typing import Any

from wye.autograd.formulas import where, zeros
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]

aten: Any = ops.aten
_NONE, _MEAN = 0, 1


def _gathered(each: Any, like: Any) -> Any:
    """The gradient of ``grad_output``, given that for each element: it may be one number for all of them."""
    return aten.sum.default(each) if not like.ndim and each.ndim else each


def _scaled(each: Any, like: Any, reduction: int) -> Any:
    return each / like.numel() if reduction == _MEAN else each


def _mse_slope(grad: Any, grad_output: Any, self: Any, target: Any, reduction: int) -> Any:
    return _gathered(aten.mse_loss_backward.default(grad, self, target, reduction), grad_output)


def _mse_curve(grad: Any, grad_output: Any, self: Any, reduction: int) -> Any:
    return _scaled(grad * grad_output * 2, self, reduction)


def _smooth_l1_slope(grad: Any, grad_output: Any, self: Any, target: Any, reduction: int, beta: float) -> Any:
    return _gathered(aten.smooth_l1_loss_backward.default(grad, self, target, reduction, beta), grad_output)


def _smooth_l1_curve(grad: Any, grad_output: Any, self: Any, target: Any, reduction: int, beta: float) -> Any:
    if not beta:
        return zeros(grad)
    near = (self - target).abs() < beta
    return _scaled(grad * grad_output / beta, self, reduction).masked_fill(near.logical_not(), 0)


def _huber_slope(grad: Any, grad_output: Any, self: Any, target: Any, reduction: int, delta: float) -> Any:
    return _gathered(aten.huber_loss_backward.default(grad, self, target, reduction, delta), grad_output)


def _huber_curve(grad: Any, grad_output: Any, self: Any, target: Any, reduction: int, delta: float) -> Any:
    near = (self - target).abs() < delta
    return _scaled(grad * grad_output, self, reduction).masked_fill(near.logical_not(), 0)


def _soft_margin_slope(grad: Any, grad_output: Any, self: Any, target: Any, reduction: int) -> Any:
    return _gathered(aten.soft_margin_loss_backward.default(grad, self, target, reduction), grad_output)


def _soft_margin_curve(grad: Any, grad_output: Any, self: Any, target: Any, reduction: int) -> Any:
    sigmoid = (target * self).sigmoid()
    return _scaled(grad * grad_output * target * target * sigmoid * (1 - sigmoid), self, reduction)


def _entropy_slope(grad: Any, grad_output: Any, self: Any, target: Any, weight: Any, reduction: int) -> Any:
    each = aten.binary_cross_entropy_backward.default(grad, self, target, weight, reduction)
    return _gathered(each, grad_output)


def _entropy_curve(grad: Any, grad_output: Any, self: Any, target: Any, weight: Any, reduction: int) -> Any:
    under = ((1 - self) * self).clamp(min=1e-12)
    curve = (self * self - 2 * self * target + target) / (under * under)
    each = grad * grad_output * where(((1 - self) * self) < 1e-12, 1e12, curve)
    return _scaled(each if weight is None else each * weight, self, reduction)


def _entropy_target(grad: Any, grad_output: Any, self: Any, weight: Any, reduction: int) -> Any:
    each = -grad * grad_output / ((1 - self) * self).clamp(min=1e-12)
    return _scaled(each if weight is None else each * weight, self, reduction)


def _two_sided(slope: Any, curve: Any, forward: Any) -> Derivative:
    """The derivative of the gradient of a loss of ``self - target``."""
    return derivative(grad_output=slope, self=curve, target=_turned(curve), forward=forward)


def _turned(curve: Any) -> Any:
    if curve is _mse_curve:
        return lambda grad, grad_output, self, reduction: -_mse_curve(grad, grad_output, self, reduction)
    if curve is _smooth_l1_curve:
        return lambda grad, grad_output, self, target, reduction, beta: (
            -_smooth_l1_curve(grad, grad_output, self, target, reduction, beta)
        )
    return lambda grad, grad_output, self, target, reduction, delta: (
        -_huber_curve(grad, grad_output, self, target, reduction, delta)
    )


DERIVATIVES: dict[str, Derivative] = {
    "mse_loss_backward": _two_sided(
        _mse_slope,
        _mse_curve,
        lambda grad_output_t, self_t, target_t, grad_output, self, target, reduction: (
            aten.mse_loss_backward.default(grad_output_t, self, target, reduction)
            + _mse_curve(self_t - target_t, grad_output, self, reduction)
        ),
    ),
    "smooth_l1_loss_backward": _two_sided(
        _smooth_l1_slope,
        _smooth_l1_curve,
        lambda grad_output_t, self_t, target_t, grad_output, self, target, reduction, beta: (
            aten.smooth_l1_loss_backward.default(grad_output_t, self, target, reduction, beta)
            + _smooth_l1_curve(self_t - target_t, grad_output, self, target, reduction, beta)
        ),
    ),
    "huber_loss_backward": _two_sided(
        _huber_slope,
        _huber_curve,
        lambda grad_output_t, self_t, target_t, grad_output, self, target, reduction, delta: (
            aten.huber_loss_backward.default(grad_output_t, self, target, reduction, delta)
            + _huber_curve(self_t - target_t, grad_output, self, target, reduction, delta)
        ),
    ),
    "soft_margin_loss_backward": derivative(
        grad_output=_soft_margin_slope,
        self=_soft_margin_curve,
        forward=lambda grad_output_t, self_t, grad_output, self, target, reduction: (
            aten.soft_margin_loss_backward.default(grad_output_t, self, target, reduction)
            + _soft_margin_curve(self_t, grad_output, self, target, reduction)
        ),
    ),
    "binary_cross_entropy_backward": derivative(
        grad_output=_entropy_slope,
        self=_entropy_curve,
        target=_entropy_target,
        forward=lambda grad_output_t, self_t, target_t, grad_output, self, target, weight, reduction: (
            aten.binary_cross_entropy_backward.default(grad_output_t, self, target, weight, reduction)
            + _entropy_curve(self_t, grad_output, self, target, weight, reduction)
            + _entropy_target(target_t, grad_output, self, weight, reduction)
        ),
    ),
}
