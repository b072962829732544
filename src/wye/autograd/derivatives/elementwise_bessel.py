"""Derivatives of Bessel and Airy functions; PyTorch differentiates the modified ones of the first kind only."""

from __future__ import annotations

from typing import Any

from wye.autograd.formulas import where
from wye.autograd.rules import NOT_DIFFERENTIABLE, Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]


def _i1(grad: Any, self: Any, result: Any) -> Any:
    safe = where(self == 0, 1, self)
    return grad * where(self == 0, 0.5, ops.aten.i0.default(safe) - result / safe)


def _i1e(grad: Any, self: Any, result: Any) -> Any:
    safe = where(self == 0, 1, self)
    slope = ops.aten.special_i0e.default(safe) - result * (safe.sgn() + safe.reciprocal())
    return grad * where(self == 0, 0.5, slope)


DERIVATIVES: dict[str, Derivative] = {
    "i0": derivative(self=lambda grad, self: grad * ops.aten.special_i1.default(self), forward="elementwise"),
    "special_i0e": derivative(
        self=lambda grad, self, result: grad * (ops.aten.special_i1e.default(self) - self.sgn() * result),
        forward="elementwise",
        node="SpecialI0EBackward0",
    ),
    "special_i1": derivative(self=_i1, forward="elementwise"),
    "special_i1e": derivative(self=_i1e, forward="elementwise", node="SpecialI1EBackward0"),
    **{
        f"special_{name}": NOT_DIFFERENTIABLE
        for name in (
            *(f"modified_bessel_{kind}" for kind in ("i0", "i1", "k0", "k1")),
            *(f"scaled_modified_bessel_{kind}" for kind in ("k0", "k1")),
            *(f"bessel_{kind}" for kind in ("j0", "j1", "y0", "y1")),
            "spherical_bessel_j0",
            "airy_ai",
        )
    },
}
