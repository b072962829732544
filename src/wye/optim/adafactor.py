"""Adafactor: mean squares of gradients by rows and columns, which takes little memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.optim.optimizer import PerParameter
from wye.schema.values import DTYPES
from wye.tensors import Tensor
from wye.tensors.limits import finfo
from wye.tensors.making import tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Adafactor"]


def _check(options: Sequence[tuple[str, bool, Any]]) -> None:
    for text, is_right, value in options:
        if not is_right:
            raise ValueError(f"{text} but is: {value}")


class Adafactor(PerParameter):
    """Gradients divided by the root of their mean square, which for matrices is made of a row and a column.

    Args:
        params: The parameters, or groups of them.
        lr: The learning rate; steps are never longer, relative to parameters.
        beta2_decay: The power of the number of steps by which older squares count less.
        eps: The least root, by default the precision of the parameter; and the least size of a parameter.
        d: The greatest mean of a step that is not cut.
        weight_decay: How much parameters shrink.
        foreach: Accepted for PyTorch's sake.
        maximize: Go up, not down.

    Raises:
        ValueError: an option that makes no sense.
    """

    def __init__(
        self,
        params: Any,
        lr: float | Tensor = 1e-2,
        beta2_decay: float = -0.8,
        eps: tuple[float | None, float] = (None, 1e-3),
        d: float = 1.0,
        weight_decay: float = 0.0,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
    ) -> None:
        if isinstance(lr, Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        _check((
            ("Learning rate should be >= 0", bool(lr >= 0.0), lr),
            ("beta2_decay should be <= 0", beta2_decay <= 0, beta2_decay),
            ("epsilon1 should be >= 0", eps[0] is None or eps[0] >= 0.0, eps[0]),
            ("epsilon2 should be >= 0", eps[1] >= 0.0, eps[1]),
            ("Clipping threshold d should be >= 1", d >= 1.0, d),
            ("weight_decay should be >= 0", weight_decay >= 0.0, weight_decay),
        ))  # fmt: skip
        defaults = {
            "lr": lr, "beta2_decay": beta2_decay, "eps": eps, "d": d, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _begun(self, value: Tensor, grad: Tensor) -> dict[str, Any]:
        if grad.is_complex():
            raise RuntimeError("Adafactor does not support complex parameters")
        state: dict[str, Any] = self.state[value]
        if not state:
            state["step"] = tensor(0.0, dtype=DTYPES["float32"])
            if grad.dim() > 1:
                state["row_var"] = grad.new_zeros([*grad.shape[:-1], 1])
                state["col_var"] = grad.new_zeros([*grad.shape[:-2], 1, grad.shape[-1]])
            else:
                state["variance"] = grad.new_zeros(grad.shape)
        return state

    def _update(self, value: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        state = self._begun(value, grad)
        state["step"] += 1
        steps, (least_root, least_size) = float(state["step"]), group["eps"]
        lr = float(group["lr"])
        least_root = finfo(value.dtype).eps if least_root is None else least_root
        new = steps ** group["beta2_decay"]
        relative = min(lr, 1 / steps**0.5)
        length = max(least_size, value.norm(2).item() / value.numel() ** 0.5) * relative
        if group["weight_decay"] != 0:
            value.mul_(1 - lr * group["weight_decay"])
        if grad.dim() > 1:
            rows, columns = state["row_var"], state["col_var"]
            rows.lerp_(grad.norm(dim=-1, keepdim=True).square_().div_(grad.size(-1)), new)
            columns.lerp_(grad.norm(dim=-2, keepdim=True).square_().div_(grad.size(-2)), new)
            squares = rows @ columns
            squares.div_(rows.mean(dim=-2, keepdim=True).clamp_(min=least_root))
        else:
            state["variance"].lerp_(grad.square(), new)
            squares = state["variance"].clone()
        step = squares.clamp_(min=least_root * least_root).rsqrt_().mul_(grad)
        cut = max(1.0, step.norm(2).item() / (step.numel() ** 0.5 * group["d"]))
        value.add_(step, alpha=-length / cut)
