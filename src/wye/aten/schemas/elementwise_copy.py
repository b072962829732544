"""Schemas: choosing, filling, copying and converting elements, and parts of complex numbers."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
conj_physical(Tensor self) -> Tensor | maybe_aliasing_or_mutating pointwise pt2_compliant_tag
conj_physical.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
conj_physical_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
angle(Tensor self) -> Tensor | pointwise pt2_compliant_tag
angle.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
polar(Tensor abs, Tensor angle) -> Tensor | pt2_compliant_tag
polar.out(Tensor abs, Tensor angle, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
complex(Tensor real, Tensor imag) -> Tensor | pt2_compliant_tag
complex.out(Tensor real, Tensor imag, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
where.self(Tensor condition, Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
where.ScalarOther(Tensor condition, Tensor self, Scalar other) -> Tensor | pt2_compliant_tag
where.ScalarSelf(Tensor condition, Scalar self, Tensor other) -> Tensor | pt2_compliant_tag
where.Scalar(Tensor condition, Scalar self, Scalar other) -> Tensor | pt2_compliant_tag
where(Tensor condition) -> Tensor[] | pt2_compliant_tag
where.self_out(Tensor condition, Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand)
masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor | pointwise pt2_compliant_tag
masked_fill.Scalar_out(Tensor self, Tensor mask, Scalar value, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor | pt2_compliant_tag
masked_fill.Tensor_out(Tensor self, Tensor mask, Tensor value, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
masked_fill_.Scalar(Tensor(a!) self, Tensor mask, Scalar value) -> Tensor(a!) | inplace pt2_compliant_tag
masked_fill_.Tensor(Tensor(a!) self, Tensor mask, Tensor value) -> Tensor(a!) | inplace pt2_compliant_tag
fill.Scalar(Tensor self, Scalar value) -> Tensor | core pt2_compliant_tag | public(function)
fill.Scalar_out(Tensor self, Scalar value, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
fill.Tensor(Tensor self, Tensor value) -> Tensor | pt2_compliant_tag | public(function)
fill.Tensor_out(Tensor self, Tensor value, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!) | inplace pt2_compliant_tag
fill_.Tensor(Tensor(a!) self, Tensor value) -> Tensor(a!) | inplace pt2_compliant_tag
zero(Tensor self) -> Tensor | generated pt2_compliant_tag | public(function)
zero.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
zero_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag
copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor | core pt2_compliant_tag | public(function) devices(first)
copy.out(Tensor self, Tensor src, bool non_blocking=False, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function) devices(first)
copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!) | inplace pt2_compliant_tag | composite(direct) devices(first)
_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool non_blocking=False, MemoryFormat? memory_format=None) -> Tensor | core pt2_compliant_tag | public(function)
_to_copy.out(Tensor self, *, bool non_blocking=False, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
to.device(Tensor(a) self, Device device, ScalarType dtype, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a) | pt2_compliant_tag
to.dtype(Tensor(a) self, ScalarType dtype, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a) | pt2_compliant_tag
to.other(Tensor(a) self, Tensor other, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a) | pt2_compliant_tag
to.dtype_layout(Tensor(a) self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a) | pt2_compliant_tag
type_as(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag
equal(Tensor self, Tensor other) -> bool | data_dependent_output pointwise pt2_compliant_tag
"""  # noqa: E501 - one schema is one line
