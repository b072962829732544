"""Derivatives of elementwise arithmetic, rounding, comparison and logic."""

from __future__ import annotations

from typing import Any

from wye.autograd.rules import derivative

__all__ = ["DERIVATIVES"]


def _conj(value: Any) -> Any:
    return value.conj() if hasattr(value, "conj") else value.conjugate()


def _scaled(grad: Any, alpha: Any) -> Any:
    return grad if alpha == 1 else grad * _conj(alpha)


DERIVATIVES = {
    "add.Tensor": derivative(self=lambda grad: grad, other=_scaled, forward="joint"),
    "mul.Tensor": derivative(
        self=lambda grad, other: grad * _conj(other), other=lambda grad, self: grad * _conj(self), forward="linear"
    ),
    "sin": derivative(self=lambda grad, self: grad * _conj(self.cos()), forward="elementwise"),
}
