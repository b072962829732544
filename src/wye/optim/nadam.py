"""NAdam: Adam with Nesterov's momentum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.optim.optimizer import PerParameter, as_real, check_numbers, number_of, root_of

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["NAdam"]


class NAdam(PerParameter):
    """`Adam` that takes the gradient once more after the momentum.

    Args:
        params: The parameters, or groups of them.
        lr: The learning rate.
        betas: How much of the mean, and of the mean square, is kept.
        eps: Added to the root.
        weight_decay: How much of the parameter is added to its gradient.
        momentum_decay: How fast the momentum grows to its full size.
        decoupled_weight_decay: Shrink the parameter itself instead.
        foreach: Accepted for PyTorch's sake.
        maximize: Go up, not down.
        capturable: For accelerators.
        differentiable: Record the step for gradients.

    Raises:
        ValueError: an option that makes no sense.
    """

    _capturable = "params, mu_products and state_steps"

    def __init__(
        self,
        params: Any,
        lr: float | Tensor = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum_decay: float = 4e-3,
        decoupled_weight_decay: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_numbers(lr, betas, epsilon=eps, weight_decay=weight_decay, momentum_decay=momentum_decay)
        defaults = {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "momentum_decay": momentum_decay,
            "decoupled_weight_decay": decoupled_weight_decay, "maximize": maximize, "foreach": foreach,
            "capturable": capturable, "differentiable": differentiable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _update(self, value: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        state = self._started(value, group, "exp_avg", "exp_avg_sq", mu_product=1.0)
        state["step"] += 1
        (beta1, beta2), lr, steps = group["betas"], number_of(group["lr"]), state["step"].item()
        value, grad, mean, squares = as_real(value, grad, state["exp_avg"], state["exp_avg_sq"])
        if group["weight_decay"] != 0 and group["decoupled_weight_decay"]:
            value.mul_(1 - lr * group["weight_decay"])
        elif group["weight_decay"] != 0:
            grad = grad.add(value, alpha=group["weight_decay"])
        now, later = (beta1 * (1 - 0.5 * 0.96 ** (n * group["momentum_decay"])) for n in (steps, steps + 1))
        state["mu_product"] *= now
        mean.lerp_(grad, 1 - beta1)
        squares.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        root = root_of(squares.div(1 - beta2**steps), group["eps"], group)
        if group["differentiable"]:  # the next step writes into what the gradients need
            product, mean = state["mu_product"].clone(), mean.clone()
            value.addcdiv_(grad * (-lr * (1 - now) / (1 - product)), root)
            value.addcdiv_(mean * (-lr * later / (1 - product * later)), root)
            return
        product = state["mu_product"].item()
        value.addcdiv_(grad, root, value=-lr * (1 - now) / (1 - product))
        value.addcdiv_(mean, root, value=-lr * later / (1 - product * later))
