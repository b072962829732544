"""Schemas: symmetric matrices as L D L^T, and what is solved with the factors."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
linalg_ldl_factor(Tensor self, *, bool hermitian=False) -> (Tensor LD, Tensor pivots) | pt2_compliant_tag | public(function)
linalg_ldl_factor.out(Tensor self, *, bool hermitian=False, Tensor(a!) LD, Tensor(b!) pivots) -> (Tensor(a!) LD, Tensor(b!) pivots) | out pt2_compliant_tag | public(function)
linalg_ldl_factor_ex(Tensor self, *, bool hermitian=False, bool check_errors=False) -> (Tensor LD, Tensor pivots, Tensor info) | pt2_compliant_tag | public(function)
linalg_ldl_factor_ex.out(Tensor self, *, bool hermitian=False, bool check_errors=False, Tensor(a!) LD, Tensor(b!) pivots, Tensor(c!) info) -> (Tensor(a!) LD, Tensor(b!) pivots, Tensor(c!) info) | out pt2_compliant_tag | public(function)
linalg_ldl_solve(Tensor LD, Tensor pivots, Tensor B, *, bool hermitian=False) -> Tensor | pt2_compliant_tag
linalg_ldl_solve.out(Tensor LD, Tensor pivots, Tensor B, *, bool hermitian=False, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
"""  # noqa: E501 - one schema is one line
