"""Schemas: incomplete and derived gamma functions, and zeta."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
polygamma(int n, Tensor self) -> Tensor | pointwise pt2_compliant_tag
polygamma.out(int n, Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
polygamma_(Tensor(a!) self, int n) -> Tensor(a!) | inplace pointwise pt2_compliant_tag | functional(polygamma)
special_polygamma(int n, Tensor self) -> Tensor | pt2_compliant_tag | same_as(polygamma) public(function)
special_polygamma.out(int n, Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(polygamma.out) public(function)
special_zeta(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_zeta.other_scalar(Tensor self, Scalar other) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_zeta.self_scalar(Scalar self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
special_zeta.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_zeta.self_scalar_out(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_zeta.other_scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
igamma(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
igamma.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
igamma_(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
igammac(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
igammac.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
igammac_(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
special_gammainc(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag | same_as(igamma) public(function)
special_gammainc.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(igamma.out) public(function)
special_gammaincc(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag | same_as(igammac) public(function)
special_gammaincc.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(igammac.out) public(function)
mvlgamma(Tensor self, int p) -> Tensor | pointwise pt2_compliant_tag
mvlgamma.out(Tensor self, int p, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
mvlgamma_(Tensor(a!) self, int p) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
special_multigammaln(Tensor self, int p) -> Tensor | pt2_compliant_tag | same_as(mvlgamma) public(function)
special_multigammaln.out(Tensor self, int p, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(mvlgamma.out) public(function)
"""  # noqa: E501 - one schema is one line
