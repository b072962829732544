"""Adam, and Adam with weight decay that is apart from gradients."""

from __future__ import annotations

from typing import Any

from wye.functional.operators import of
from wye.optim.optimizer import PerParameter, as_real, check_modes, check_numbers, number_of
from wye.tensors import Tensor

__all__ = ["Adam", "AdamW"]


def _check_tensors(betas: tuple[Any, Any]) -> None:
    if isinstance(betas[0], Tensor) != isinstance(betas[1], Tensor):
        raise ValueError("betas must be either both floats or both Tensors")
    for place, beta in enumerate(betas):
        if isinstance(beta, Tensor) and beta.numel() != 1:
            raise ValueError(f"Tensor betas[{place}] must be 1-element")


def _check_numbers_alone(lr: Any, betas: tuple[Any, Any]) -> None:
    """Implementations that take all parameters at once take numbers only, but on accelerators.

    Raises:
        ValueError: one is a tensor.
    """
    for name, option in (("lr", lr), ("betas[0]", betas[0]), ("betas[1]", betas[1])):
        if isinstance(option, Tensor):
            raise ValueError(f"{name} as a Tensor is not supported for capturable=False and foreach=True")


class Adam(PerParameter):
    """Steps in the direction of the mean gradient, divided by the root of the mean squared gradient.

    Args:
        params: The parameters, or groups of them.
        lr: The learning rate.
        betas: How much of the mean, and of the mean square, is kept.
        eps: Added to the root.
        weight_decay: How much of the parameter is added to its gradient.
        amsgrad: Divide by the greatest mean square so far.
        foreach: Accepted for PyTorch's sake.
        maximize: Go up, not down.
        capturable: For accelerators.
        differentiable: Record the step for gradients.
        fused: Accepted for PyTorch's sake.
        decoupled_weight_decay: Shrink the parameter itself instead, as `AdamW`.

    Raises:
        ValueError: an option that makes no sense.
    """

    def __init__(
        self,
        params: Any,
        lr: float | Tensor = 1e-3,
        betas: tuple[float | Tensor, float | Tensor] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
        decoupled_weight_decay: bool = False,
    ) -> None:
        check_numbers(lr, betas, epsilon=eps, weight_decay=weight_decay)
        _check_tensors(betas)
        if foreach and not capturable:
            _check_numbers_alone(lr, betas)
        defaults = {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "amsgrad": amsgrad,
            "maximize": maximize, "foreach": foreach, "capturable": capturable, "differentiable": differentiable,
            "fused": fused, "decoupled_weight_decay": decoupled_weight_decay,
        }  # fmt: skip
        super().__init__(params, defaults)
        check_modes(differentiable, foreach, fused)

    def _update(self, value: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        kept = ("exp_avg", "exp_avg_sq", "max_exp_avg_sq") if group["amsgrad"] else ("exp_avg", "exp_avg_sq")
        state = self._started(value, group, *kept)
        lr, decay = number_of(group["lr"]), group["weight_decay"]
        beta1, beta2 = map(number_of, group["betas"])
        state["step"] += 1
        if decay != 0 and group["decoupled_weight_decay"]:
            value.mul_(1 - lr * decay)
        elif decay != 0:
            grad = grad.add(value, alpha=decay)
        mean, square, greatest = state["exp_avg"], state["exp_avg_sq"], state.get("max_exp_avg_sq")
        if value.is_complex():
            value, grad, mean, square = as_real(value, grad, mean, square)
            greatest = None if greatest is None else of.view_as_real(greatest)
        mean.lerp_(grad, 1 - beta1)
        square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        if group["amsgrad"]:
            assert greatest is not None  # made at the start
            compared = (greatest, square)
            if group["differentiable"]:
                compared = (greatest.clone(), square.clone())  # both are written over
            square = greatest.copy_(of.maximum(*compared))
        steps = state["step"].item()
        root = (square.sqrt() / (1 - beta2**steps) ** 0.5).add_(group["eps"])
        size = lr / (1 - beta1**steps)
        if group["differentiable"]:
            mean = mean.clone()  # the next step writes into it
        if isinstance(size, Tensor):
            value.sub_(mean / root * size)
        else:
            value.addcdiv_(mean, root, value=-size)


class AdamW(Adam):
    """`Adam` whose weight decay shrinks parameters apart from their gradients; arguments as of `Adam`."""

    def __init__(
        self,
        params: Any,
        lr: float | Tensor = 1e-3,
        betas: tuple[float | Tensor, float | Tensor] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        super().__init__(
            params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize, capturable=capturable,
            differentiable=differentiable, fused=fused, decoupled_weight_decay=True,
        )  # fmt: skip

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        for group in self.param_groups:
            group["decoupled_weight_decay"] = True
