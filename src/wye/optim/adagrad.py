"""Adagrad: steps that are divided by the root of the sum of all squared gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.optim.optimizer import PerParameter, as_real, check_modes, check_numbers, number_of, root_of

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["Adagrad"]


class Adagrad(PerParameter):
    """Gradient descent with a rate for each element that falls with the gradients seen.

    Args:
        params: The parameters, or groups of them.
        lr: The learning rate.
        lr_decay: How fast it falls with the number of steps.
        weight_decay: How much of the parameter is added to its gradient.
        initial_accumulator_value: The sum of squares at first.
        eps: Added to the root.
        foreach: Accepted for PyTorch's sake.
        maximize: Go up, not down.
        differentiable: Record the step for gradients.
        fused: Accepted for PyTorch's sake.

    Raises:
        ValueError: an option that makes no sense.
    """

    def __init__(
        self,
        params: Any,
        lr: float | Tensor = 1e-2,
        lr_decay: float = 0,
        weight_decay: float = 0,
        initial_accumulator_value: float = 0,
        eps: float = 1e-10,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        first = initial_accumulator_value
        check_numbers(
            lr, (), lr_decay=lr_decay, weight_decay=weight_decay, initial_accumulator_value=first, epsilon=eps
        )
        defaults = {
            "lr": lr, "lr_decay": lr_decay, "eps": eps, "weight_decay": weight_decay,
            "initial_accumulator_value": first, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable, "fused": fused,
        }  # fmt: skip
        super().__init__(params, defaults)
        check_modes(differentiable, foreach, fused)
        for group in self.param_groups:  # this one remembers from the beginning
            for value in group["params"]:
                self._started(value, group, "sum")["sum"].fill_(complex(first, first) if value.is_complex() else first)

    def share_memory(self) -> None:
        """Let other processes see what is remembered."""
        for state in self.state.values():
            state["sum"].share_memory_()

    def _update(self, value: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        state = self.state[value]
        state["step"] += 1
        if group["weight_decay"] != 0:
            grad = grad.add(value, alpha=group["weight_decay"])
        rate = number_of(group["lr"]) / (1 + (state["step"].item() - 1) * group["lr_decay"])
        value, grad, total = as_real(value, grad, state["sum"])
        total.addcmul_(grad, grad)
        value.addcdiv_(grad, root_of(total, group["eps"], group), value=-rate)
