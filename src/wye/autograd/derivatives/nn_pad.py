"""Derivatives of padding."""

from __future__ import annotations

from math import prod
from typing import Any

from wye._engine import engine
from wye.aten.arrays import padding as padded
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]


def _repeated(kind: str, n: int) -> Derivative:
    """A derivative of padding with elements of the input: each gets the sum of the gradients of its copies."""
    name = f"{kind}_pad{n}d"

    def back(grad: Any, shape_of_self: Any, padding: Any) -> Any:
        found = engine.compute_unseen(padded.gradient, kind, grad, shape_of_self, padding)
        if found is not None:
            return found
        inner = list(shape_of_self[-n:])
        numbers = ops.aten.arange.default(prod(inner), dtype=grad.real.dtype, device=grad.device)
        sources = getattr(ops.aten, name).default(numbers.reshape([1, *inner]), padding).reshape([-1])
        outer = list(shape_of_self[:-n])
        zeros = grad.new_zeros([*outer, prod(inner)])
        flat = grad.reshape([*outer, sources.shape[0]])
        return zeros.index_add(-1, sources.to(ops.aten.arange.default(1).dtype), flat).reshape(list(shape_of_self))

    return derivative(self=back, forward="joint")


DERIVATIVES: dict[str, Derivative] = {
    "constant_pad_nd": derivative(
        self=lambda grad, pad: ops.aten.constant_pad_nd.default(grad, [-size for size in pad], 0),
        forward=lambda self_t, pad: ops.aten.constant_pad_nd.default(self_t, pad, 0),
    ),
    **{f"{kind}_pad{n}d": _repeated(kind, n) for kind in ("reflection", "replication") for n in (1, 2, 3)},
}
