"""RAdam: Adam that is careful while it has seen few gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.optim.optimizer import PerParameter, as_real, check_numbers, number_of, root_of

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["RAdam"]


class RAdam(PerParameter):
    """`Adam` that divides by the mean square only where its variance is known well enough.

    Args:
        params: The parameters, or groups of them.
        lr: The learning rate.
        betas: How much of the mean, and of the mean square, is kept.
        eps: Added to the root.
        weight_decay: How much of the parameter is added to its gradient.
        decoupled_weight_decay: Shrink the parameter itself instead.
        foreach: Accepted for PyTorch's sake.
        maximize: Go up, not down.
        capturable: For accelerators.
        differentiable: Record the step for gradients.

    Raises:
        ValueError: an option that makes no sense.
    """

    def __init__(
        self,
        params: Any,
        lr: float | Tensor = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        decoupled_weight_decay: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_numbers(lr, betas, epsilon=eps, weight_decay=weight_decay)
        defaults = {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "foreach": foreach, "capturable": capturable, "decoupled_weight_decay": decoupled_weight_decay,
            "differentiable": differentiable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _update(self, value: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        state = self._started(value, group, "exp_avg", "exp_avg_sq")
        state["step"] += 1
        (beta1, beta2), lr, steps = group["betas"], number_of(group["lr"]), state["step"].item()
        value, grad, mean, squares = as_real(value, grad, state["exp_avg"], state["exp_avg_sq"])
        if group["weight_decay"] != 0 and group["decoupled_weight_decay"]:
            value.mul_(1 - lr * group["weight_decay"])
        elif group["weight_decay"] != 0:
            grad = grad.add(value, alpha=group["weight_decay"])
        mean.lerp_(grad, 1 - beta1)
        squares.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        step = mean / (1 - beta1**steps) * lr
        left = 1 - beta2**steps
        most = 2 / (1 - beta2) - 1  # the length of the mean, in the end and now
        length = most - 2 * steps * beta2**steps / left
        if length > 5.0:
            rectified = ((length - 4) * (length - 2) * most / ((most - 4) * (most - 2) * length)) ** 0.5
            step = step * (left**0.5 / root_of(squares, group["eps"], group)) * rectified
        value.sub_(step)
