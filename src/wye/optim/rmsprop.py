"""RMSprop: steps that are divided by the root of the mean squared gradient."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.optim.optimizer import PerParameter, as_real, check_numbers, number_of, root_of

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["RMSprop"]


class RMSprop(PerParameter):
    """Gradient descent with a rate for each element: divided by the root of its mean squared gradient.

    Args:
        params: The parameters, or groups of them.
        lr: The learning rate.
        alpha: How much of the mean square is kept.
        eps: Added to the root.
        weight_decay: How much of the parameter is added to its gradient.
        momentum: How much of the last change is kept.
        centered: Divide by the deviation: the mean gradient does not count.
        capturable: For accelerators.
        foreach: Accepted for PyTorch's sake.
        maximize: Go up, not down.
        differentiable: Record the step for gradients.

    Raises:
        ValueError: an option that makes no sense.
    """

    def __init__(
        self,
        params: Any,
        lr: float | Tensor = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum: float = 0,
        centered: bool = False,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_numbers(lr, (), epsilon=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        defaults = {
            "lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered,
            "weight_decay": weight_decay, "capturable": capturable, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _update(self, value: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        alpha, lr, momentum = group["alpha"], number_of(group["lr"]), group["momentum"]
        more = [*(["momentum_buffer"] if momentum > 0 else []), *(["grad_avg"] if group["centered"] else [])]
        state = self._started(value, group, "square_avg", *more)
        state["step"] += 1
        if group["weight_decay"] != 0:
            grad = grad.add(value, alpha=group["weight_decay"])
        value, grad, squares = as_real(value, grad, state["square_avg"])
        squares.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group["centered"]:
            (mean,) = as_real(state["grad_avg"])
            mean.lerp_(grad, 1 - alpha)
            if group["differentiable"]:
                mean = mean.clone()  # the next step writes into it
            root = root_of(squares.addcmul(mean, mean, value=-1), group["eps"], group)
        else:
            root = root_of(squares, group["eps"], group)
        if momentum > 0:
            (last,) = as_real(state["momentum_buffer"])
            last.mul_(momentum).addcdiv_(grad, root)
            value.add_(last, alpha=-lr)
        else:
            value.addcdiv_(grad, root, value=-lr)
