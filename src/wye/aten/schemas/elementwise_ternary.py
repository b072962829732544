"""Schemas: elementwise operators with three operands or bounds."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor | core pointwise pt2_compliant_tag
clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor | core pointwise pt2_compliant_tag
clamp.out(Tensor self, Scalar? min=None, Scalar? max=None, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
clamp.Tensor_out(Tensor self, Tensor? min=None, Tensor? max=None, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
clamp_(Tensor(a!) self, Scalar? min=None, Scalar? max=None) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
clamp_.Tensor(Tensor(a!) self, Tensor? min=None, Tensor? max=None) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
clip(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor | pointwise pt2_compliant_tag | same_as(clamp)
clip.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor | pointwise pt2_compliant_tag | same_as(clamp.Tensor)
clip.out(Tensor self, Scalar? min=None, Scalar? max=None, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | same_as(clamp.out)
clip.Tensor_out(Tensor self, Tensor? min=None, Tensor? max=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(clamp.Tensor_out)
clip_(Tensor(a!) self, Scalar? min=None, Scalar? max=None) -> Tensor(a!) | inplace pointwise pt2_compliant_tag | same_as(clamp_)
clip_.Tensor(Tensor(a!) self, Tensor? min=None, Tensor? max=None) -> Tensor(a!) | inplace pointwise pt2_compliant_tag | same_as(clamp_.Tensor)
clamp_min(Tensor self, Scalar min) -> Tensor | pointwise pt2_compliant_tag
clamp_min.Tensor(Tensor self, Tensor min) -> Tensor | pointwise pt2_compliant_tag
clamp_min.out(Tensor self, Scalar min, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
clamp_min.Tensor_out(Tensor self, Tensor min, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
clamp_min_(Tensor(a!) self, Scalar min) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
clamp_min_.Tensor(Tensor(a!) self, Tensor min) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
clamp_max(Tensor self, Scalar max) -> Tensor | pointwise pt2_compliant_tag
clamp_max.Tensor(Tensor self, Tensor max) -> Tensor | pointwise pt2_compliant_tag
clamp_max.out(Tensor self, Scalar max, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
clamp_max.Tensor_out(Tensor self, Tensor max, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
clamp_max_(Tensor(a!) self, Scalar max) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
clamp_max_.Tensor(Tensor(a!) self, Tensor max) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor | pointwise pt2_compliant_tag
lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor | pointwise pt2_compliant_tag
lerp.Scalar_out(Tensor self, Tensor end, Scalar weight, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
lerp.Tensor_out(Tensor self, Tensor end, Tensor weight, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
lerp_.Scalar(Tensor(a!) self, Tensor end, Scalar weight) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
lerp_.Tensor(Tensor(a!) self, Tensor end, Tensor weight) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor | pointwise pt2_compliant_tag
addcmul.out(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
addcmul_(Tensor(a!) self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor | pointwise pt2_compliant_tag
addcdiv.out(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
addcdiv_(Tensor(a!) self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
"""  # noqa: E501 - one schema is one line
