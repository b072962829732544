"""Schemas: LU factors, least squares, and what is computed from factors."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
linalg_lu(Tensor A, *, bool pivot=True) -> (Tensor P, Tensor L, Tensor U) | pt2_compliant_tag
linalg_lu.out(Tensor A, *, bool pivot=True, Tensor(a!) P, Tensor(b!) L, Tensor(c!) U) -> (Tensor(a!) P, Tensor(b!) L, Tensor(c!) U) | out pt2_compliant_tag
linalg_lu_factor(Tensor A, *, bool pivot=True) -> (Tensor LU, Tensor pivots) | pt2_compliant_tag
linalg_lu_factor.out(Tensor A, *, bool pivot=True, Tensor(a!) LU, Tensor(b!) pivots) -> (Tensor(a!) LU, Tensor(b!) pivots) | out pt2_compliant_tag
linalg_lu_factor_ex(Tensor A, *, bool pivot=True, bool check_errors=False) -> (Tensor LU, Tensor pivots, Tensor info) | pt2_compliant_tag
linalg_lu_factor_ex.out(Tensor A, *, bool pivot=True, bool check_errors=False, Tensor(a!) LU, Tensor(b!) pivots, Tensor(c!) info) -> (Tensor(a!) LU, Tensor(b!) pivots, Tensor(c!) info) | out pt2_compliant_tag
linalg_lu_solve(Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False) -> Tensor | pt2_compliant_tag
linalg_lu_solve.out(Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
_lu_with_info(Tensor self, bool pivot=True, bool check_errors=True) -> (Tensor LU, Tensor pivots, Tensor info) | pt2_compliant_tag | public(function)
lu_solve(Tensor self, Tensor LU_data, Tensor LU_pivots) -> Tensor | pt2_compliant_tag
lu_solve.out(Tensor self, Tensor LU_data, Tensor LU_pivots, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
lu_unpack(Tensor LU_data, Tensor LU_pivots, bool unpack_data=True, bool unpack_pivots=True) -> (Tensor P, Tensor L, Tensor U) | pt2_compliant_tag
lu_unpack.out(Tensor LU_data, Tensor LU_pivots, bool unpack_data=True, bool unpack_pivots=True, *, Tensor(a!) P, Tensor(b!) L, Tensor(c!) U) -> (Tensor(a!) P, Tensor(b!) L, Tensor(c!) U) | out pt2_compliant_tag
cholesky_inverse(Tensor self, bool upper=False) -> Tensor | pt2_compliant_tag
cholesky_inverse.out(Tensor self, bool upper=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
cholesky_solve(Tensor self, Tensor input2, bool upper=False) -> Tensor | pt2_compliant_tag
cholesky_solve.out(Tensor self, Tensor input2, bool upper=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
linalg_lstsq(Tensor self, Tensor b, float? rcond=None, *, str? driver=None) -> (Tensor solution, Tensor residuals, Tensor rank, Tensor singular_values) | dynamic_output_shape pt2_compliant_tag | public(function)
linalg_lstsq.out(Tensor self, Tensor b, float? rcond=None, *, str? driver=None, Tensor(a!) solution, Tensor(b!) residuals, Tensor(c!) rank, Tensor(d!) singular_values) -> (Tensor(a!) solution, Tensor(b!) residuals, Tensor(c!) rank, Tensor(d!) singular_values) | dynamic_output_shape out pt2_compliant_tag | public(function)
linalg_matrix_exp(Tensor self) -> Tensor | pt2_compliant_tag | public(function)
linalg_matrix_exp.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
matrix_exp(Tensor self) -> Tensor | pt2_compliant_tag
linalg_householder_product(Tensor input, Tensor tau) -> Tensor | pt2_compliant_tag
linalg_householder_product.out(Tensor input, Tensor tau, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
orgqr(Tensor self, Tensor input2) -> Tensor | pt2_compliant_tag
orgqr.out(Tensor self, Tensor input2, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
geqrf(Tensor self) -> (Tensor a, Tensor tau) | pt2_compliant_tag
geqrf.a(Tensor self, *, Tensor(a!) a, Tensor(b!) tau) -> (Tensor(a!) a, Tensor(b!) tau) | out pt2_compliant_tag
ormqr(Tensor self, Tensor input2, Tensor input3, bool left=True, bool transpose=False) -> Tensor | pt2_compliant_tag
ormqr.out(Tensor self, Tensor input2, Tensor input3, bool left=True, bool transpose=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
"""  # noqa: E501 - one schema is one line
