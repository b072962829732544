"""Derivatives of reductions."""

from __future__ import annotations

from wye.autograd.rules import derivative

__all__ = ["DERIVATIVES"]

DERIVATIVES = {
    "sum": derivative(self=lambda grad, shape_of_self: grad.expand(shape_of_self), forward="joint"),
}
