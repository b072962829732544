"""ASGD: the mean of all that gradient descent has passed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.optim.optimizer import PerParameter, as_real, check_numbers, number_of

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["ASGD"]


class ASGD(PerParameter):
    """Gradient descent whose steps get shorter, and in its state the mean of its values after step ``t0``.

    Args:
        params: The parameters, or groups of them.
        lr: The learning rate.
        lambd: How fast parameters shrink and steps get shorter.
        alpha: The power that steps get shorter with.
        t0: The step after which means begin.
        weight_decay: How much of the parameter is added to its gradient.
        foreach: Accepted for PyTorch's sake.
        maximize: Go up, not down.
        differentiable: Record the step for gradients.
        capturable: For accelerators.

    Raises:
        ValueError: an option that makes no sense.
    """

    _capturable = "params, mus, etas, and state_steps"

    def __init__(
        self,
        params: Any,
        lr: float | Tensor = 1e-2,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
        capturable: bool = False,
    ) -> None:
        check_numbers(lr, (), weight_decay=weight_decay)
        defaults = {
            "lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _update(self, value: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        lr, lambd = number_of(group["lr"]), group["lambd"]
        state = self._started(value, group, "ax", eta=float(lr), mu=1.0)
        state["step"] += 1
        value, grad, mean = as_real(value, grad, state["ax"])
        if group["weight_decay"] != 0:
            grad = grad.add(value, alpha=group["weight_decay"])
        eta, mu, steps = (state[name].item() for name in ("eta", "mu", "step"))
        value.mul_(1 - lambd * eta)
        value.add_(grad, alpha=-eta)
        if mu == 1:
            mean.copy_(value)
        else:
            mean.add_(value.sub(mean).mul_(mu))
        state["eta"].fill_(lr / (1 + lambd * lr * steps) ** group["alpha"])
        state["mu"].fill_(1 / max(1, steps - group["t0"]))
