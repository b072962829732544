"""Pieces that formulas of several families share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.call.packets import ops
from wye.modes.stack import current_mode
from wye.schema.symbolic import stands_for
from wye.schema.values import MEMORY_FORMATS
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "adjoint",
    "any_true",
    "both",
    "by_number",
    "conj",
    "either",
    "is_refused",
    "kept_where",
    "minus_times",
    "number_minus",
    "refuse",
    "refused",
    "scaled",
    "summed",
    "where",
    "zeros",
    "zeros_of",
]


class _ByNumber:
    """Operators with a number for their second operand, by name: ``by_number.mul`` is ``ops.aten.mul.Scalar``.

    Modes and traces see the operators that formulas call: these are the ones that PyTorch's formulas call.  Each is
    looked up once, when it is first needed: formulas are loaded before the operators that they are made of.
    """

    def __getattr__(self, name: str) -> Any:
        found = getattr(ops.aten, name).Scalar
        setattr(self, name, found)
        return found


by_number = _ByNumber()
_refused: set[Callable[[Any], Any]] = set()


def minus_times(right: Any, grad: Any) -> Any:
    """The negative of a gradient, times what is computed before."""
    return -grad * right


def number_minus(number: Any, value: Any) -> Any:
    """A number minus a tensor, in a tensor of its own."""
    return ops.aten.empty_like.default(value, memory_format=MEMORY_FORMATS["preserve_format"]).fill_(number).sub_(value)


def _conjugated(value: Any) -> Any:
    return value.conj()


def conj(value: Any) -> Any:
    """The complex conjugate of a tensor or number, to compute with; a real one unchanged."""
    if isinstance(value, Tensor):
        if not value.is_complex():
            return value
        found = engine.compute_unseen_complex(_conjugated, value)
        return value.conj() if found is None else found
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


def both(one: Any, other: Any) -> Any:
    """Where both of two new truth values hold; modes see that it is stored in the first."""
    return one & other if current_mode() is None else one.logical_and_(other)


def either(one: Any, other: Any) -> Any:
    """Where one of two new truth values holds; modes see that it is stored in the first."""
    return one | other if current_mode() is None else one.logical_or_(other)


def refuse(name: str) -> Any:
    """Say that a gradient has no formula; PyTorch has none either.

    Raises:
        NotImplementedError: always.
    """
    raise NotImplementedError(f"the derivative for '{name}' is not implemented.")


def refused(name: str) -> Callable[[Any], Any]:
    """The formula of a gradient that has none: backward refuses, and forward mode sees it in `is_refused`."""

    def no_formula(grad: Any) -> Any:
        return refuse(name)

    _refused.add(no_formula)
    return no_formula


def is_refused(formula: Callable[..., Any]) -> bool:
    """Did `refused` make this formula?"""
    return formula in _refused


def summed(*parts: Any) -> Any:
    """The sum of the parts that are not None; None if all are."""
    total = None
    for part in parts:
        if part is not None:
            total = part if total is None else total + part
    return total


def scaled(grad: Any, alpha: Any) -> Any:
    """A gradient times the conjugate of a number that is mostly 1."""
    return grad if alpha == 1 else by_number.mul(grad, conj(alpha))


def zeros(grad: Any) -> Any:
    """A gradient of zeros."""
    return ops.aten.zeros_like.default(grad)


def zeros_of(grad: Any, shape: Any) -> Any:
    """Zeros of a shape, with the dtype and device of a gradient."""
    return ops.aten.zeros.default(list(shape), dtype=grad.dtype, layout=grad.layout, device=grad.device)


def kept_where(grad: Any, answer: Callable[[], Any]) -> Any:
    """A gradient where a question, asked last, is answered with yes; zeros elsewhere."""
    if current_mode() is None:
        return ops.aten.where.ScalarOther(answer(), grad, 0.0)
    zero = ops.aten.scalar_tensor.default(0.0, dtype=grad.dtype, layout=grad.layout, device=grad.device)
    return ops.aten.where.self(answer(), grad, zero)


def where(condition: Any, one: Any, other: Any) -> Any:
    """Elements of one or the other; either may be a number."""
    if type(other) in (int, float):
        return ops.aten.where.ScalarOther(condition, one, other)
    if type(one) in (int, float):
        return ops.aten.where.ScalarSelf(condition, one, other)
    return ops.aten.where.self(condition, one, other)


def any_true(condition: Any, *, unknown: bool) -> bool:
    """Is an element true?  ``unknown`` is the answer where elements cannot be read: under vmap, without data."""
    try:
        return bool(condition.any())
    except RuntimeError:
        return unknown
