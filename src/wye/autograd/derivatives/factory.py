"""Derivatives of copies and triangles."""

from __future__ import annotations

from typing import Any

from wye.autograd.rules import NO_FORMULA, Derivative, derivative

__all__ = ["DERIVATIVES"]


def _linear(node: str | None = None, /, **formulas: Any) -> Derivative:
    return derivative(node=node, forward="joint", **formulas)


DERIVATIVES: dict[str, Derivative] = {
    "clone": _linear(self=lambda grad: grad),
    "lift": _linear(self=lambda grad: grad),
    "lift_fresh": _linear(self=lambda grad: grad),
    "lift_fresh_copy": _linear(self=lambda grad: grad),
    "tril": _linear(self=lambda grad, diagonal: grad.tril(diagonal)),
    "triu": _linear(self=lambda grad, diagonal: grad.triu(diagonal)),
    **{
        f"{name}.{kind}": NO_FORMULA
        for name in ("linspace", "logspace")
        for kind in ("Tensor_Tensor", "Tensor_Scalar", "Scalar_Tensor")
    },
}
