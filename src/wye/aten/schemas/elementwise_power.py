"""Schemas: powers."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
square(Tensor self) -> Tensor | pointwise pt2_compliant_tag
square.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
square_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor | core pointwise pt2_compliant_tag
pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor | core pointwise pt2_compliant_tag
pow.Scalar(Scalar self, Tensor exponent) -> Tensor | core pointwise pt2_compliant_tag
pow.Tensor_Tensor_out(Tensor self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
pow.Scalar_out(Scalar self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
pow.Tensor_Scalar_out(Tensor self, Scalar exponent, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
pow_.Scalar(Tensor(a!) self, Scalar exponent) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
pow_.Tensor(Tensor(a!) self, Tensor exponent) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
float_power.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor | pointwise pt2_compliant_tag
float_power.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor | pointwise pt2_compliant_tag
float_power.Scalar(Scalar self, Tensor exponent) -> Tensor | pointwise pt2_compliant_tag
float_power.Tensor_Tensor_out(Tensor self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
float_power.Scalar_out(Scalar self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
float_power.Tensor_Scalar_out(Tensor self, Scalar exponent, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
float_power_.Tensor(Tensor(a!) self, Tensor exponent) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
float_power_.Scalar(Tensor(a!) self, Scalar exponent) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
"""  # noqa: E501 - one schema is one line
