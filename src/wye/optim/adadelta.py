"""Adadelta: steps in units of the steps before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.functional.operators import of
from wye.optim.optimizer import PerParameter, as_real, check_numbers, number_of

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["Adadelta"]


class Adadelta(PerParameter):
    """Gradients times the root of the mean squared step, divided by that of the mean squared gradient.

    Args:
        params: The parameters, or groups of them.
        lr: The learning rate.
        rho: How much of the means is kept.
        eps: Added to the mean squares.
        weight_decay: How much of the parameter is added to its gradient.
        foreach: Accepted for PyTorch's sake.
        capturable: For accelerators.
        maximize: Go up, not down.
        differentiable: Record the step for gradients.

    Raises:
        ValueError: an option that makes no sense.
    """

    _devices = ["cuda", "xpu", "hpu", "privateuseone"]  # noqa: RUF012 - as the base has it

    def __init__(
        self,
        params: Any,
        lr: float | Tensor = 1.0,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        capturable: bool = False,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_numbers(lr, (), rho=(rho, 1.0), epsilon=eps, weight_decay=weight_decay)
        defaults = {
            "lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "capturable": capturable, "foreach": foreach, "differentiable": differentiable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _update(self, value: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        state = self._started(value, group, "square_avg", "acc_delta")
        state["step"] += 1
        rho, eps = group["rho"], group["eps"]
        if group["weight_decay"] != 0:
            grad = grad.add(value, alpha=group["weight_decay"])
        grad, squares, steps = as_real(grad, state["square_avg"], state["acc_delta"])
        squares.mul_(rho).addcmul_(grad, grad, value=1 - rho)
        step = steps.add(eps).sqrt_().div(squares.add(eps).sqrt_()).mul_(grad)
        steps.mul_(rho).addcmul_(step, step, value=1 - rho)
        value.add_(of.view_as_complex(step) if value.is_complex() else step, alpha=-number_of(group["lr"]))
