"""Schemas: Bessel and Airy functions."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
i0(Tensor self) -> Tensor | pointwise pt2_compliant_tag
i0.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
i0_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
special_i0(Tensor self) -> Tensor | pt2_compliant_tag | same_as(i0) public(function)
special_i0.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(i0.out) public(function)
special_i0e(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_i0e.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_i1(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_i1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_i1e(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_i1e.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_modified_bessel_i0(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_modified_bessel_i0.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_modified_bessel_i1(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_modified_bessel_i1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_modified_bessel_k0(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_modified_bessel_k0.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_modified_bessel_k1(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_modified_bessel_k1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_scaled_modified_bessel_k0(Tensor x) -> Tensor | pointwise pt2_compliant_tag
special_scaled_modified_bessel_k0.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_scaled_modified_bessel_k1(Tensor x) -> Tensor | pointwise pt2_compliant_tag
special_scaled_modified_bessel_k1.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_bessel_j0(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_bessel_j0.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_bessel_j1(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_bessel_j1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_bessel_y0(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_bessel_y0.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_bessel_y1(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_bessel_y1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_spherical_bessel_j0(Tensor x) -> Tensor | pointwise pt2_compliant_tag
special_spherical_bessel_j0.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_airy_ai(Tensor x) -> Tensor | pointwise pt2_compliant_tag
special_airy_ai.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
"""  # noqa: E501 - one schema is one line
