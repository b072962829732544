"""Derivatives of losses."""

from __future__ import annotations

from typing import Any

from wye.autograd.formulas import by_number, zeros
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]

_MEAN = 1


def _reduced(value: Any, reduction: int) -> Any:
    return value if not reduction else value.mean() if reduction == _MEAN else value.sum()


def _mse(grad: Any, self: Any, target: Any, reduction: int) -> Any:
    return ops.aten.mse_loss_backward.default(grad, self, target, reduction)


def _smooth_l1(grad: Any, self: Any, target: Any, reduction: int, beta: float) -> Any:
    return ops.aten.smooth_l1_loss_backward.default(grad, self, target, reduction, beta)


def _huber(grad: Any, self: Any, target: Any, reduction: int, delta: float) -> Any:
    return ops.aten.huber_loss_backward.default(grad, self, target, reduction, delta)


def _soft_margin(grad: Any, self: Any, target: Any, reduction: int) -> Any:
    return ops.aten.soft_margin_loss_backward.default(grad, self, target, reduction)


def _nll_rule(name: str, node: str) -> Derivative:
    """The derivative of ``<name>_forward``, by the operator ``<name>_backward``."""

    def backward(
        grad: Any, self: Any, target: Any, weight: Any, reduction: int, ignore_index: int, result1: Any
    ) -> Any:
        op = getattr(ops.aten, f"{name}_backward").default
        return op(grad, self, target, weight, reduction, ignore_index, result1)

    return derivative(
        self=backward,
        forward=lambda self_t, target, weight, reduction, ignore_index: (
            getattr(ops.aten, f"{name}_forward").default(self_t, target, weight, reduction, ignore_index)[0],
            None,
        ),
        node=node,
        constant=(1,),
    )


def _nll_again(name: str) -> Derivative:
    def again(grad: Any, target: Any, weight: Any, reduction: int, ignore_index: int) -> Any:
        return getattr(ops.aten, f"{name}_forward").default(grad, target, weight, reduction, ignore_index)[0]

    def forward(
        grad_output_t: Any, self: Any, target: Any, weight: Any, reduction: int, ignore_index: int, total_weight: Any
    ) -> Any:
        op = getattr(ops.aten, f"{name}_backward").default
        return op(grad_output_t, self, target, weight, reduction, ignore_index, total_weight)

    return derivative(grad_output=again, self=zeros, forward=forward)


def _averaged_last(found: Any, weight: Any, reduction: int) -> Any:
    """A gradient of elements, weighted, and shared by all of them where their loss is a mean."""
    found = found if weight is None else found * weight
    return by_number.div_(found, found.numel()) if reduction == 1 else found


def _bce(grad: Any, self: Any, target: Any, weight: Any, reduction: int) -> Any:
    return ops.aten.binary_cross_entropy_backward.default(grad, self, target, weight, reduction)


def _bce_target(grad: Any, self: Any, target: Any, weight: Any, reduction: int) -> Any:
    return _averaged_last(ops.aten.logit.default(self).neg_() * grad, weight, reduction)


def _bce_logits(grad: Any, self: Any, target: Any, weight: Any, pos_weight: Any, reduction: int) -> Any:
    if pos_weight is None:
        slope = self.sigmoid() - target
    else:
        positive = pos_weight * target
        slope = (positive + 1 - target) * self.sigmoid() - positive
    return _averaged_last(slope * grad, weight, reduction)


def _bce_logits_target(grad: Any, self: Any, target: Any, weight: Any, pos_weight: Any, reduction: int) -> Any:
    if pos_weight is None:
        return _averaged_last(-self * grad, weight, reduction)
    slope = ops.aten.log_sigmoid.default(-self) - pos_weight * ops.aten.log_sigmoid.default(self)
    return _averaged_last(slope * grad, weight, reduction)


DERIVATIVES: dict[str, Derivative] = {
    "mse_loss": derivative(
        self=_mse,
        target=lambda grad, self, target, reduction: _mse(grad, target, self, reduction),
        forward=lambda self_t, target_t, self, target, reduction: _reduced(
            2 * (self - target) * (self_t - target_t), reduction
        ),
    ),
    "smooth_l1_loss": derivative(
        self=_smooth_l1,
        target=lambda grad, self, target, reduction, beta: _smooth_l1(grad, target, self, reduction, beta),
        forward=lambda self_t, target_t, self, target, reduction, beta: _reduced(
            _smooth_l1(self_t - target_t, self, target, 0, beta), reduction
        ),
    ),
    "huber_loss": derivative(
        self=_huber,
        target=lambda grad, self, target, reduction, delta: _huber(grad, target, self, reduction, delta),
        forward=lambda self_t, target_t, self, target, reduction, delta: _reduced(
            _huber(self_t - target_t, self, target, 0, delta), reduction
        ),
    ),
    "soft_margin_loss": derivative(
        self=_soft_margin,
        forward=lambda self_t, self, target, reduction: _reduced(_soft_margin(self_t, self, target, 0), reduction),
    ),
    "nll_loss_forward": _nll_rule("nll_loss", "NllLossBackward0"),
    "nll_loss2d_forward": _nll_rule("nll_loss2d", "NllLoss2DBackward0"),
    "nll_loss_backward": _nll_again("nll_loss"),
    "nll_loss2d_backward": _nll_again("nll_loss2d"),
    "binary_cross_entropy": derivative(
        self=_bce,
        target=_bce_target,
        forward=lambda self_t, target_t, self, target, weight, reduction: _reduced(
            _bce(self_t, self, target, weight, 0) + _bce_target(target_t, self, target, weight, 0), reduction
        ),
    ),
    "binary_cross_entropy_with_logits": derivative(
        self=_bce_logits,
        target=_bce_logits_target,
        forward=lambda self_t, target_t, self, target, weight, pos_weight, reduction: _reduced(
            _bce_logits(self_t, self, target, weight, pos_weight, 0)
            + _bce_logits_target(target_t, self, target, weight, pos_weight, 0),
            reduction,
        ),
    ),
}
