"""Derivatives of unpooling, and of pooling over random windows."""

from __future__ import annotations

from typing import Any

from wye.autograd.derivatives.nn_pool import chosen, from_places
from wye.autograd.rules import Derivative, derivative

__all__ = ["DERIVATIVES"]


def _unpooled(n: int) -> Derivative:
    def back(grad: Any, indices: Any) -> Any:
        return from_places(grad, indices, n)

    return derivative(self=back, forward="joint")


DERIVATIVES: dict[str, Derivative] = {
    "max_unpool2d": _unpooled(2),
    "max_unpool3d": _unpooled(3),
    "fractional_max_pool2d": chosen(2),
    "fractional_max_pool3d": chosen(3),
}
