"""Fake kernels: special functions."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.fake.elementwise import FAKES as ARITHMETIC
from wye.aten.fake.elementwise import binary, infer, unary
from wye.aten.fake.elementwise_power import pow_of_scalar
from wye.aten.kernels.elementwise_special import FUNCTIONS, check_same_dtype, powers_are_row_major, typing_of_ldexp
from wye.aten.pointwise import TYPINGS, result_strides
from wye.tensors.layout import broadcast_shapes
from wye.tensors.meta_array import MetaArray
from wye.tensors.promotion import dtype_named

__all__ = ["FAKES"]

FAKES = Rules()

for _name in FUNCTIONS:
    FAKES[_name] = unary(_name)
FAKES("xlogy.Tensor", "xlogy.Scalar_Other", "xlogy.Scalar_Self")(binary("xlogy"))
FAKES("special_xlog1py", "special_xlog1py.other_scalar", "special_xlog1py.self_scalar")(binary("special_xlog1py"))


@FAKES("logit")
def logit(self: Any, eps: float | None = None) -> Any:
    """``log(x / (1 - x))``."""
    return infer(TYPINGS["logit"], self)


@FAKES("nan_to_num")
def nan_to_num(
    self: Any,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
) -> Any:
    """Replace NaNs and infinities by numbers."""
    return infer(TYPINGS["nan_to_num"], self)


@FAKES("heaviside")
def heaviside(self: Any, values: Any) -> Any:
    """0 below zero, 1 above, and ``values`` at it."""
    check_same_dtype(self, values)
    return infer(TYPINGS["heaviside"], self, values)


@FAKES("frexp.Tensor")
def frexp(self: Any) -> Any:
    """Fractions, and the powers of two that go with them."""
    mantissa = infer(TYPINGS["frexp"], self)
    exponent = dtype_named("int32")
    return mantissa, MetaArray(mantissa.shape, exponent, mantissa.steps)


@FAKES("ldexp.Tensor")
def ldexp(self: Any, other: Any) -> Any:
    """``self * 2 ** other``."""
    if typing_of_ldexp(self, other) is None:
        row_major = powers_are_row_major(self)
        powers = pow_of_scalar(2.0, other) if row_major else infer(TYPINGS["pow"], 2.0, other)
        return ARITHMETIC["mul.Tensor"](self, powers)
    shape = broadcast_shapes(self.shape, other.shape)
    return MetaArray(shape, self.dtype, result_strides(shape, 1, self.dtype, (self, other)))
