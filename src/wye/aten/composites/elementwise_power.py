"""Composites: powers."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import dtype_of, is_complex
from wye.call.packets import ops
from wye.schema.symbolic import stands_for
from wye.schema.values import DTYPES
from wye.tensors.dtypes import title_of

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten


@IMPLICIT("square")
def square(self: Any) -> Any:
    """Square of each element."""
    return aten.pow.Tensor_Scalar(self, 2)


@IMPLICIT("square_")
def square_in_place(self: Any) -> Any:
    """Square of each element, in place."""
    return aten.pow_.Scalar(self, 2)


@IMPLICIT("square.out")
def square_out(self: Any, *, out: Any) -> Any:
    """Store the squares."""
    return aten.pow.Tensor_Scalar_out(self, 2, out=out)


def _double_of(*operands: Any) -> Any:
    """float64 or complex128, whichever holds all operands."""
    several = any(
        isinstance(one, complex)
        or (not isinstance(one, (int, float)) and not stands_for(one, int, float) and is_complex(one))
        for one in operands
    )
    return DTYPES["complex128" if several else "float64"]


def _number(value: Any, dtype: Any) -> Any:
    return complex(value) if dtype.is_complex else float(value)


@IMPLICIT("float_power.Tensor_Tensor")
def float_power(self: Any, exponent: Any) -> Any:
    """``self ** exponent`` in double precision."""
    dtype = _double_of(self, exponent)
    power = aten.to.dtype(exponent, dtype)
    return aten.pow.Tensor_Tensor(aten.to.dtype(self, dtype), power)


@IMPLICIT("float_power.Tensor_Scalar")
def float_power_scalar(self: Any, exponent: Any) -> Any:
    """``self ** exponent`` in double precision, for a number."""
    dtype = _double_of(self, exponent)
    return aten.pow.Tensor_Scalar(aten.to.dtype(self, dtype), _number(exponent, dtype))


@IMPLICIT("float_power.Scalar")
def float_power_of_scalar(self: Any, exponent: Any) -> Any:
    """``self ** exponent`` in double precision, of a number."""
    dtype = _double_of(self, exponent)
    return aten.pow.Scalar(_number(self, dtype), aten.to.dtype(exponent, dtype))


@IMPLICIT("float_power_.Tensor", "float_power_.Scalar")
def float_power_in_place(self: Any, exponent: Any) -> Any:
    """Raise each element of a float64 or complex128 tensor to a power, in place."""
    dtype = _double_of(self, exponent)
    if dtype_of(self) is not dtype:
        raise RuntimeError(
            f"the base given to float_power_ has dtype {title_of(dtype_of(self))} but the operation's result requires "
            f"dtype {title_of(dtype)}"
        )
    if isinstance(exponent, (int, float, complex)) or stands_for(exponent, int, float):
        return aten.pow_.Scalar(self, _number(exponent, dtype))
    return aten.pow_.Tensor(self, aten.to.dtype(exponent, dtype))


def _check_output(out: Any, dtype: Any) -> None:
    if dtype_of(out) is not dtype:
        raise RuntimeError(
            f"the output given to float_power has dtype {title_of(dtype_of(out))} but the operation's result requires "
            f"dtype {title_of(dtype)}"
        )


@IMPLICIT("float_power.Tensor_Tensor_out")
def float_power_out(self: Any, exponent: Any, *, out: Any) -> Any:
    """Store ``self ** exponent`` in double precision."""
    dtype = _double_of(self, exponent)
    _check_output(out, dtype)
    power = aten.to.dtype(exponent, dtype)
    return aten.pow.Tensor_Tensor_out(aten.to.dtype(self, dtype), power, out=out)


@IMPLICIT("float_power.Tensor_Scalar_out")
def float_power_scalar_out(self: Any, exponent: Any, *, out: Any) -> Any:
    """Store ``self ** exponent`` in double precision, for a number."""
    dtype = _double_of(self, exponent)
    _check_output(out, dtype)
    return aten.pow.Tensor_Scalar_out(aten.to.dtype(self, dtype), _number(exponent, dtype), out=out)


@IMPLICIT("float_power.Scalar_out")
def float_power_of_scalar_out(self: Any, exponent: Any, *, out: Any) -> Any:
    """Store ``self ** exponent`` in double precision, of a number."""
    dtype = _double_of(self, exponent)
    _check_output(out, dtype)
    return aten.pow.Scalar_out(_number(self, dtype), aten.to.dtype(exponent, dtype), out=out)
