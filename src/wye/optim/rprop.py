"""Rprop: steps by the signs of gradients alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.functional.operators import of
from wye.optim.optimizer import PerParameter, as_real, check_numbers, number_of

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["Rprop"]


class Rprop(PerParameter):
    """Each element has a step of its own, which grows while the gradient keeps its sign.

    Args:
        params: The parameters, or groups of them.
        lr: The steps at first.
        etas: The factors where the sign has changed, and where it has not.
        step_sizes: The least and the greatest step.
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
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50),
        *,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_numbers(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        defaults = {
            "lr": lr, "etas": etas, "step_sizes": step_sizes, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable, "capturable": capturable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _update(self, value: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        is_new = not self.state[value]
        state = self._started(value, group, "prev", "step_size")
        if is_new:
            lr = number_of(group["lr"])
            state["step_size"].fill_(complex(lr, lr) if value.is_complex() else lr)
        state["step"] += 1
        less, more = group["etas"]
        value, grad, last, sizes = as_real(value, grad, state["prev"], state["step_size"])
        product = grad * (last.clone() if group["differentiable"] else last)
        sizes.mul_(of.where(product > 0, more, of.where(product < 0, less, 1.0)).to(sizes.dtype))
        sizes.clamp_(*group["step_sizes"])
        grad = of.where(product < 0, of.zeros_like(grad), grad)
        value.addcmul_(grad.sign(), sizes.clone() if group["differentiable"] else sizes, value=-1)
        last.copy_(grad)
