"""Pieces that formulas of several families share."""

from __future__ import annotations

from typing import Any

from wye.call.packets import ops
from wye.schema.symbolic import stands_for
from wye.tensors import Tensor

__all__ = ["adjoint", "any_true", "conj", "refuse", "scaled", "summed", "where", "zeros"]


def conj(value: Any) -> Any:
    """The complex conjugate of a tensor or number; a real one unchanged."""
    if isinstance(value, Tensor):
        return value.conj() if value.is_complex() else value
    if isinstance(value, (int, float)):
        return value
    if isinstance(value, complex):
        return value.conjugate()
    if stands_for(value, int, float):
        return value
    return value.conj() if value.is_complex() else value


def adjoint(matrix: Any) -> Any:
    """The conjugate transpose of matrices."""
    return conj(matrix.transpose(-2, -1))


def refuse(name: str) -> Any:
    """Say that a gradient has no formula; PyTorch has none either.

    Raises:
        NotImplementedError: always.
    """
    raise NotImplementedError(f"the derivative for '{name}' is not implemented.")


def summed(*parts: Any) -> Any:
    """The sum of the parts that are not None; None if all are."""
    total = None
    for part in parts:
        if part is not None:
            total = part if total is None else total + part
    return total


def scaled(grad: Any, alpha: Any) -> Any:
    """A gradient times the conjugate of a number that is mostly 1."""
    return grad if alpha == 1 else grad * conj(alpha)


def zeros(grad: Any) -> Any:
    """A gradient of zeros."""
    return ops.aten.zeros_like.default(grad)


def where(condition: Any, one: Any, other: Any) -> Any:
    """Elements of one or the other; either may be a number."""
    if type(other) in (int, float):
        return ops.aten.where.ScalarOther(condition, one, other)
    return ops.aten.where(condition, one, other)


def any_true(condition: Any, *, unknown: bool) -> bool:
    """Is an element true?  ``unknown`` is the answer where elements cannot be read: under vmap, without data."""
    try:
        return bool(condition.any())
    except RuntimeError:
        return unknown
