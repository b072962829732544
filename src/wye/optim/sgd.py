"""Stochastic gradient descent."""

from __future__ import annotations

from typing import Any

from wye.optim.optimizer import PerParameter, check_modes, check_numbers, number_of
from wye.tensors import Tensor

__all__ = ["SGD"]


class SGD(PerParameter):
    """Gradient descent, with momentum.

    Args:
        params: The parameters, or groups of them.
        lr: The learning rate.
        momentum: How much of the last change is kept.
        dampening: How much less of the gradient counts, where there is momentum.
        weight_decay: How much of the parameter is added to its gradient.
        nesterov: The gradient counts once more after the momentum.
        maximize: Go up, not down.
        foreach: Accepted for PyTorch's sake.
        differentiable: Record the step for gradients.
        fused: Accepted for PyTorch's sake.

    Raises:
        ValueError: an option that makes no sense.
    """

    def __init__(
        self,
        params: Any,
        lr: float | Tensor = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float | Tensor = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        check_numbers(lr, (), momentum=momentum, weight_decay=weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        defaults = {
            "lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay, "nesterov": nesterov,
            "maximize": maximize, "foreach": foreach, "differentiable": differentiable, "fused": fused,
        }  # fmt: skip
        super().__init__(params, defaults)
        check_modes(differentiable, foreach, fused)

    def _update(self, value: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        lr, decay, momentum = number_of(group["lr"]), number_of(group["weight_decay"]), group["momentum"]
        if isinstance(decay, Tensor):
            grad = grad.addcmul(value.clone(), decay)
        elif decay != 0:
            grad = grad.add(value, alpha=decay)
        if momentum != 0:
            state = self.state[value]
            last = state.get("momentum_buffer")
            if last is None:
                last = state["momentum_buffer"] = grad.detach().clone()
            else:
                last.mul_(momentum).add_(grad, alpha=1 - group["dampening"])
            grad = grad.add(last, alpha=momentum) if group["nesterov"] else last
        if isinstance(lr, Tensor):
            value.addcmul_(grad, lr, value=-1)
        else:
            value.add_(grad, alpha=-lr)
