"""Adamax: Adam by the greatest gradient instead of the mean square."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.functional.operators import of
from wye.optim.optimizer import PerParameter, as_real, check_numbers, number_of

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["Adamax"]


class Adamax(PerParameter):
    """Steps in the direction of the mean gradient, divided by the greatest gradient of late.

    Args:
        params: The parameters, or groups of them.
        lr: The learning rate.
        betas: How much of the mean, and of the greatest gradient, is kept.
        eps: Added to gradients before they are compared.
        weight_decay: How much of the parameter is added to its gradient.
        foreach: Accepted for PyTorch's sake.
        maximize: Go up, not down.
        differentiable: Record the step for gradients.
        capturable: For accelerators.

    Raises:
        ValueError: an option that makes no sense.
    """

    def __init__(
        self,
        params: Any,
        lr: float | Tensor = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        capturable: bool = False,
    ) -> None:
        check_numbers(lr, betas, epsilon=eps, weight_decay=weight_decay)
        defaults = {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _update(self, value: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        state = self._started(value, group, "exp_avg", "exp_inf")
        state["step"] += 1
        beta1, beta2 = group["betas"]
        if group["weight_decay"] != 0:
            grad = grad.add(value, alpha=group["weight_decay"])
        value, grad, mean, greatest = as_real(value, grad, state["exp_avg"], state["exp_inf"])
        mean.lerp_(grad, 1 - beta1)
        before = greatest.mul_(beta2)
        if group["differentiable"]:
            before = before.clone()  # what is compared: the result is written over it
        greatest.copy_(of.maximum(before, grad.abs().add_(group["eps"])))
        rate = number_of(group["lr"]) / (1 - beta1 ** state["step"].item())
        if group["differentiable"]:
            mean, greatest = mean.clone(), greatest.clone()  # the next step writes into them
        value.addcdiv_(mean, greatest, value=-rate)
