"""Fake kernels: elementwise arithmetic, rounding, comparison and logic.

The dtypes are those of `wye.aten.pointwise`, the shapes broadcast; arguments are checked as by the NumPy kernels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.declare import Rules
from wye.aten.kernels.elementwise import (
    BINARY,
    FUNCTIONS,
    UFUNCS,
    check_abs_in_place,
    check_subtraction,
    typing_of_division,
)
from wye.aten.pointwise import TYPINGS, Typing, check_alpha, result_strides
from wye.tensors.layout import broadcast_shapes, strides_like
from wye.tensors.meta_array import MetaArray
from wye.tensors.promotion import result_type

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FAKES", "binary", "infer", "unary"]

FAKES = Rules()


def infer(typing: Typing, *operands: Any, also: tuple[Any, ...] = ()) -> Any:
    """The result of an elementwise operator on these operands; the numbers ``also`` count for its dtype only."""
    compute, dtype = typing(*operands, *also)
    shape = broadcast_shapes(*(operand.shape for operand in operands if type(operand) is MetaArray))
    if typing.keeps(operands[0]):
        return MetaArray(shape, dtype, strides_like(operands[0]))
    return MetaArray(shape, dtype, result_strides(shape, 1, compute, operands))


def unary(name: str) -> Callable[..., Any]:
    """The fake kernel of an operator with one operand."""
    typing = TYPINGS[name]

    def fake(self: Any) -> Any:
        return infer(typing, self)

    return fake


def binary(name: str) -> Callable[..., Any]:
    """The fake kernel of an operator with two operands."""
    typing = TYPINGS[name]

    def fake(self: Any, other: Any) -> Any:
        return infer(typing, self, other)

    return fake


for _name in (*UFUNCS, *FUNCTIONS):
    FAKES[_name] = unary(_name)
for _name, _overloads in BINARY.items():
    FAKES(*_overloads)(binary(_name))
for _name in ("logaddexp", "lcm", "nextafter", "logical_and", "logical_or", "logical_xor"):
    FAKES[_name] = binary(_name)
FAKES("floor_divide", "floor_divide.Scalar")(binary("div_floor"))
FAKES("remainder.Tensor", "remainder.Scalar", "remainder.Scalar_Tensor")(binary("remainder"))
FAKES("fmod.Tensor", "fmod.Scalar")(binary("fmod"))


@FAKES("abs_")
def abs_in_place(self: Any) -> Any:
    """Absolute value, in place."""
    check_abs_in_place(self)
    TYPINGS["abs"](self)
    return self


@FAKES("round.decimals")
def round_decimals(self: Any, *, decimals: int) -> Any:
    """Round to a number of digits after the point."""
    return infer(TYPINGS["round.decimals"], self)


@FAKES("add.Tensor", "add.Scalar")
def add(self: Any, other: Any, alpha: Any = 1) -> Any:
    """``self + alpha * other``."""
    if alpha != 1 or alpha is True:
        check_alpha(result_type(self, other), alpha)
    return infer(TYPINGS["add"], self, other)


@FAKES("sub.Tensor", "sub.Scalar")
def sub(self: Any, other: Any, alpha: Any = 1) -> Any:
    """``self - alpha * other``."""
    check_subtraction(self, other)
    check_alpha(result_type(self, other), alpha)
    return infer(TYPINGS["sub"], self, other)


@FAKES("rsub.Tensor", "rsub.Scalar")
def rsub(self: Any, other: Any, alpha: Any = 1) -> Any:
    """``other - alpha * self``."""
    return sub(other, self, alpha)


@FAKES("div.Tensor_mode", "div.Scalar_mode")
def div_mode(self: Any, other: Any, *, rounding_mode: str | None) -> Any:
    """Divide, and drop the fraction as the mode says."""
    return infer(typing_of_division(rounding_mode), self, other)
