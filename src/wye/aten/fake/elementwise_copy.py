"""Fake kernels: choosing, filling, copying and converting elements, and parts of complex numbers."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.fake.elementwise import infer
from wye.aten.kernels.elementwise_copy import (
    check_condition,
    check_fill,
    check_fits,
    check_mask,
    check_parts,
    preserved_steps,
)
from wye.aten.pointwise import TYPINGS, as_met, check_number
from wye.tensors.layout import broadcast_shapes, pointwise_strides, strides_like
from wye.tensors.meta_array import MetaArray
from wye.tensors.promotion import result_type

__all__ = ["FAKES"]

FAKES = Rules()


@FAKES("angle")
def angle(self: Any) -> Any:
    """The angles of complex numbers: 0 or pi for real ones."""
    contiguous = MetaArray(self.shape, self.dtype) if self.dtype.kind == "c" else self
    return infer(TYPINGS["angle"], contiguous)


@FAKES("where.self")
def where(condition: Any, self: Any, other: Any) -> Any:
    """``self`` where the condition holds, ``other`` elsewhere."""
    check_condition(condition)
    dtype = result_type(self, other)
    shape = broadcast_shapes(condition.shape, self.shape, other.shape)
    operands = [condition, as_met(self, dtype), as_met(other, dtype)]
    return MetaArray(shape, dtype, pointwise_strides(shape, 1, operands))


@FAKES("masked_fill_.Scalar")
def masked_fill_in_place(self: Any, mask: Any, value: Any) -> Any:
    """Put a number where the mask is true."""
    check_mask(mask)
    check_fits(mask.shape, self.shape)
    check_number(value, self.dtype)
    return self


@FAKES("masked_fill_.Tensor")
def masked_fill_in_place_tensor(self: Any, mask: Any, value: Any) -> Any:
    """Put an element where the mask is true."""
    check_fill("masked_fill_", value)
    return masked_fill_in_place(self, mask, 0)


@FAKES("masked_fill.Scalar")
def masked_fill(self: Any, mask: Any, value: Any) -> Any:
    """A copy with a number where the mask is true."""
    check_mask(mask)
    check_number(value, self.dtype)
    return MetaArray(broadcast_shapes(self.shape, mask.shape), self.dtype)


@FAKES("masked_fill.Tensor")
def masked_fill_tensor(self: Any, mask: Any, value: Any) -> Any:
    """A copy with an element where the mask is true."""
    check_fill("masked_fill_", value)
    return masked_fill(self, mask, 0)


@FAKES("fill_.Scalar")
def fill_in_place(self: Any, value: Any) -> Any:
    """Fill with a number, in place."""
    check_number(value, self.dtype)
    return self


@FAKES("fill_.Tensor")
def fill_in_place_tensor(self: Any, value: Any) -> Any:
    """Fill with the only element of a tensor, in place."""
    check_fill("fill_", value)
    return self


def _like(array: Any) -> Any:
    return MetaArray(array.shape, array.dtype, strides_like(array))


@FAKES("fill.Scalar")
def fill(self: Any, value: Any) -> Any:
    """A tensor like ``self`` whose elements are a number."""
    return fill_in_place(_like(self), value)


@FAKES("fill.Tensor")
def fill_tensor(self: Any, value: Any) -> Any:
    """A tensor like ``self`` whose elements are the element of another one."""
    return fill_in_place_tensor(_like(self), value)


@FAKES("zero_")
def zero_in_place(self: Any) -> Any:
    """Fill with zeros, in place."""
    return self


@FAKES("zero")
def zero(self: Any) -> Any:
    """A tensor like ``self`` whose elements are 0."""
    return _like(self)


@FAKES("copy_")
def copy_in_place(self: Any, src: Any, non_blocking: bool = False) -> Any:
    """Store the elements of another tensor, converted and broadcast."""
    if type(self) is not MetaArray:
        raise NotImplementedError("Cannot copy out of meta tensor; no data!")
    if hasattr(src, "shape"):
        check_fits(src.shape, self.shape)
    return self


@FAKES("copy")
def copy(self: Any, src: Any, non_blocking: bool = False) -> Any:
    """The result of `copy_` on ``self``, as a new tensor."""
    return copy_in_place(MetaArray(self.shape, self.dtype, preserved_steps(self)), src, non_blocking)


@FAKES("conj_physical_")
def conj_physical_in_place(self: Any) -> Any:
    """Complex conjugate, in place."""
    return self


@FAKES("complex")
def complex_(real: Any, imag: Any) -> Any:
    """Complex numbers with these parts."""
    dtype = check_parts(real, imag)
    shape = broadcast_shapes(real.shape, imag.shape)
    return MetaArray(shape, dtype, pointwise_strides(shape, 1, [real, imag]))


@FAKES("polar")
def polar(abs: Any, angle: Any) -> Any:
    """Complex numbers with these magnitudes and angles."""
    return complex_(abs, angle)


@FAKES("equal")
def equal(self: Any, other: Any) -> bool:
    """Elements that do not exist cannot be compared."""
    raise NotImplementedError("aten::equal needs the elements of its arguments, and meta tensors have none")
