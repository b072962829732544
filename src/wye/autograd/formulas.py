"""Pieces that formulas of several families share."""

from __future__ import annotations

from typing import Any

from wye.call.packets import ops

__all__ = ["conj", "scaled", "where", "zeros"]


def conj(value: Any) -> Any:
    """The complex conjugate of a tensor or number; a real one unchanged."""
    if isinstance(value, (int, float)):
        return value
    if isinstance(value, complex):
        return value.conjugate()
    return value.conj() if value.is_complex() else value


def scaled(grad: Any, alpha: Any) -> Any:
    """A gradient times the conjugate of a number that is mostly 1."""
    return grad if alpha == 1 else grad * conj(alpha)


def zeros(grad: Any) -> Any:
    """A gradient of zeros."""
    return ops.aten.zeros_like.default(grad)


def where(condition: Any, one: Any, other: Any) -> Any:
    """Elements of one or the other; either may be a number."""
    return ops.aten.where(condition, one, other)
