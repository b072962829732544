"""Composites: powers."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.call.packets import ops
from wye.schema.values import DTYPES

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()


@IMPLICIT("square")
def square(self: Any) -> Any:
    """Every element times itself."""
    return ops.aten.pow.Tensor_Scalar(self, 2)


@IMPLICIT("square_")
def square_in_place(self: Any) -> Any:
    """Make every element its square."""
    return ops.aten.pow_.Scalar(self, 2)


@IMPLICIT("square.out")
def square_out(self: Any, *, out: Any) -> Any:
    """Store the squares."""
    return ops.aten.pow.Tensor_Scalar_out(self, 2, out=out)


def _double_of(*operands: Any) -> Any:
    """The wide dtype that holds all operands."""
    several = any(isinstance(one, complex) or getattr(one, "is_complex", bool)() for one in operands)
    return DTYPES["complex128" if several else "float64"]


@IMPLICIT("float_power.Tensor_Tensor")
def float_power(self: Any, exponent: Any) -> Any:
    """``self ** exponent`` in double precision."""
    dtype = _double_of(self, exponent)
    return ops.aten.pow.Tensor_Tensor(self.to(dtype), exponent.to(dtype))


@IMPLICIT("float_power.Tensor_Scalar")
def float_power_scalar(self: Any, exponent: Any) -> Any:
    """``self ** exponent`` in double precision, for a number."""
    return ops.aten.pow.Tensor_Scalar(self.to(_double_of(self, exponent)), exponent)


@IMPLICIT("float_power.Scalar")
def float_power_of_scalar(self: Any, exponent: Any) -> Any:
    """``self ** exponent`` in double precision, of a number."""
    return ops.aten.pow.Scalar(self, exponent.to(_double_of(self, exponent)))


@IMPLICIT("float_power_.Tensor", "float_power_.Scalar")
def float_power_in_place(self: Any, exponent: Any) -> Any:
    """Raise every element of a tensor of double precision to a power."""
    dtype = _double_of(self, exponent)
    if self.dtype is not dtype:
        raise RuntimeError(
            f"the base given to float_power_ has dtype {self.dtype} but the operation's result requires dtype {dtype}"
        )
    if isinstance(exponent, (int, float, complex)):
        return ops.aten.pow_.Scalar(self, exponent)
    return ops.aten.pow_.Tensor(self, exponent.to(dtype))


def _check_output(out: Any, dtype: Any) -> None:
    if out.dtype is not dtype:
        raise RuntimeError(
            f"the output given to float_power has dtype {out.dtype} but the operation's result requires dtype {dtype}"
        )


@IMPLICIT("float_power.Tensor_Tensor_out")
def float_power_out(self: Any, exponent: Any, *, out: Any) -> Any:
    """Store ``self ** exponent`` in double precision."""
    dtype = _double_of(self, exponent)
    _check_output(out, dtype)
    return ops.aten.pow.Tensor_Tensor_out(self.to(dtype), exponent.to(dtype), out=out)


@IMPLICIT("float_power.Tensor_Scalar_out")
def float_power_scalar_out(self: Any, exponent: Any, *, out: Any) -> Any:
    """Store ``self ** exponent`` in double precision, for a number."""
    dtype = _double_of(self, exponent)
    _check_output(out, dtype)
    return ops.aten.pow.Tensor_Scalar_out(self.to(dtype), exponent, out=out)


@IMPLICIT("float_power.Scalar_out")
def float_power_of_scalar_out(self: Any, exponent: Any, *, out: Any) -> Any:
    """Store ``self ** exponent`` in double precision, of a number."""
    dtype = _double_of(self, exponent)
    _check_output(out, dtype)
    return ops.aten.pow.Scalar_out(self, exponent.to(dtype), out=out)
