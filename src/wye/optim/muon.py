"""Muon: momentum of a matrix, made orthogonal."""

from __future__ import annotations

import math
from typing import Any

from wye.functional.operators import of
from wye.optim.optimizer import PerParameter
from wye.schema.values import DTYPES, MEMORY_FORMATS
from wye.tensors import Tensor

__all__ = ["Muon"]


def _orthogonal(matrix: Tensor, factors: tuple[float, float, float], steps: int, eps: float) -> Tensor:
    """Nearly the orthogonal matrix that is closest, by Newton-Schulz steps in 16 bits.

    Raises:
        ValueError: too many steps, or no matrix.
    """
    if steps >= 100:
        raise ValueError("Number of steps must be less than 100 for computational efficiency")
    if matrix.dim() != 2:
        raise ValueError("Input tensor gradient must be a 2D matrix")
    a, b, c = factors
    made = matrix.to(DTYPES["bfloat16"])
    is_tall = matrix.size(0) > matrix.size(1)
    made = made.T if is_tall else made
    made = made / made.norm().clamp(min=eps)
    for _ in range(steps):
        gram = made @ made.T
        made = of.addmm(made, of.addmm(gram, gram, gram, beta=b, alpha=c), made, beta=a)
    return made.T if is_tall else made


class Muon(PerParameter):
    """Steps along the momentum of a matrix whose singular values are all made 1; for matrices alone.

    Args:
        params: The parameters, or groups of them.
        lr: The learning rate.
        weight_decay: How much parameters shrink.
        momentum: How much of the last direction is kept.
        nesterov: The gradient counts once more after the momentum.
        ns_coefficients: The factors of the iteration.
        eps: The least length that is divided by.
        ns_steps: The number of iterations.
        adjust_lr_fn: How rates depend on the shape: ``"original"`` or ``"match_rms_adamw"``; None is the first.

    Raises:
        ValueError: an option that makes no sense, or a parameter that is no matrix.
    """

    def __init__(
        self,
        params: Any,
        lr: float | Tensor = 1e-3,
        weight_decay: float = 0.1,
        momentum: float = 0.95,
        nesterov: bool = True,
        ns_coefficients: tuple[float, float, float] = (3.4445, -4.775, 2.0315),
        eps: float = 1e-7,
        ns_steps: int = 5,
        adjust_lr_fn: str | None = None,
    ) -> None:
        if isinstance(lr, Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        for text, value in (("Learning rate", lr), ("momentum", momentum), ("weight decay", weight_decay)):
            if not value >= 0.0:
                raise ValueError(f"{text} should be >= 0 but is: {value}")
        if adjust_lr_fn not in (None, "original", "match_rms_adamw"):
            raise ValueError(f"Adjust learning rate function {adjust_lr_fn} is not supported")
        defaults = {
            "lr": lr, "weight_decay": weight_decay, "momentum": momentum, "nesterov": nesterov,
            "ns_coefficients": ns_coefficients, "eps": eps, "ns_steps": ns_steps, "adjust_lr_fn": adjust_lr_fn,
        }  # fmt: skip
        super().__init__(params, defaults)
        for group in self.param_groups:
            for value in group["params"]:
                if value.dim() != 2:
                    raise ValueError(
                        f"Muon only supports 2D parameters whereas we found a parameter with size: {value.size()}"
                    )

    def _update(self, value: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        if value.is_complex():
            raise RuntimeError("Muon does not support complex parameters")
        state = self.state[value]
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = of.zeros_like(grad, memory_format=MEMORY_FORMATS["preserve_format"])
        kept, momentum, lr = state["momentum_buffer"], group["momentum"], float(group["lr"])
        kept.lerp_(grad, 1 - momentum)
        direction = grad.lerp(kept, momentum) if group["nesterov"] else kept
        step = _orthogonal(direction, group["ns_coefficients"], group["ns_steps"], group["eps"])
        rows, columns = value.shape
        if group["adjust_lr_fn"] == "match_rms_adamw":
            ratio = 0.2 * math.sqrt(max(rows, columns))
        else:
            ratio = math.sqrt(max(1, rows / columns))
        value.mul_(1 - lr * group["weight_decay"])
        value.add_(step.to(value.dtype), alpha=-lr * ratio)
