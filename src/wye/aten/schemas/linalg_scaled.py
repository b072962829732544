"""Schemas: products of groups of matrices, and of float8 matrices with scales."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
_int_mm(Tensor self, Tensor mat2) -> Tensor | pt2_compliant_tag | public(function)
_int_mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
_addmm_activation(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, bool use_gelu=False) -> Tensor | pt2_compliant_tag | public(function)
_addmm_activation.out(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, bool use_gelu=False, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
_grouped_mm(Tensor self, Tensor mat2, Tensor? offs=None, Tensor? bias=None, ScalarType? out_dtype=None) -> Tensor | pt2_compliant_tag | public(function)
_scaled_mm(Tensor self, Tensor mat2, Tensor scale_a, Tensor scale_b, Tensor? bias=None, Tensor? scale_result=None, ScalarType? out_dtype=None, bool use_fast_accum=False) -> Tensor | needs_exact_strides pt2_compliant_tag | public(function)
_scaled_mm.out(Tensor self, Tensor mat2, Tensor scale_a, Tensor scale_b, Tensor? bias=None, Tensor? scale_result=None, ScalarType? out_dtype=None, bool use_fast_accum=False, *, Tensor(a!) out) -> Tensor(a!) | needs_exact_strides out pt2_compliant_tag | public(function)
_scaled_mm_v2(Tensor self, Tensor mat2, Tensor[] scale_a, int[] recipe_a, int[] swizzle_a, Tensor[] scale_b, int[] recipe_b, int[] swizzle_b, Tensor? bias, ScalarType? out_dtype, int[] contraction_dim=[], bool use_fast_accum=False) -> Tensor | needs_exact_strides pt2_compliant_tag | public(function)
_scaled_mm_v2.out(Tensor self, Tensor mat2, Tensor[] scale_a, int[] recipe_a, int[] swizzle_a, Tensor[] scale_b, int[] recipe_b, int[] swizzle_b, Tensor? bias, ScalarType? out_dtype, int[] contraction_dim=[], bool use_fast_accum=False, *, Tensor(a!) out) -> Tensor(a!) | needs_exact_strides out pt2_compliant_tag | public(function)
_scaled_grouped_mm_v2(Tensor self, Tensor mat2, Tensor[] scale_a, int[] recipe_a, int[] swizzle_a, Tensor[] scale_b, int[] recipe_b, int[] swizzle_b, Tensor? offs=None, Tensor? bias=None, ScalarType? out_dtype=None, int[] contraction_dim=[], bool use_fast_accum=False) -> Tensor | needs_exact_strides pt2_compliant_tag | no_rule(cuda_only) public(function)
"""  # noqa: E501 - one schema is one line
