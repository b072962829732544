"""Schemas: matrix decompositions, solvers and norms."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
linalg_multi_dot(Tensor[] tensors) -> Tensor | pt2_compliant_tag
linalg_multi_dot.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
linalg_vecdot(Tensor x, Tensor y, *, int dim=-1) -> Tensor | pt2_compliant_tag
linalg_vecdot.out(Tensor x, Tensor y, *, int dim=-1, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
linalg_diagonal(Tensor(a) A, *, int offset=0, int dim1=-2, int dim2=-1) -> Tensor(a) | pt2_compliant_tag
linalg_det(Tensor A) -> Tensor | pt2_compliant_tag
linalg_det.out(Tensor A, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(same)
_linalg_det(Tensor A) -> (Tensor result, Tensor LU, Tensor pivots) | pt2_compliant_tag
_linalg_det.result(Tensor A, *, Tensor(a!) result, Tensor(b!) LU, Tensor(c!) pivots) -> (Tensor(a!) result, Tensor(b!) LU, Tensor(c!) pivots) | out pt2_compliant_tag
det(Tensor self) -> Tensor | pt2_compliant_tag
logdet(Tensor self) -> Tensor | pt2_compliant_tag
linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet) | pt2_compliant_tag
linalg_slogdet.out(Tensor A, *, Tensor(a!) sign, Tensor(b!) logabsdet) -> (Tensor(a!) sign, Tensor(b!) logabsdet) | out pt2_compliant_tag | output(same)
_linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet, Tensor LU, Tensor pivots) | pt2_compliant_tag
_linalg_slogdet.sign(Tensor A, *, Tensor(a!) sign, Tensor(b!) logabsdet, Tensor(c!) LU, Tensor(d!) pivots) -> (Tensor(a!) sign, Tensor(b!) logabsdet, Tensor(c!) LU, Tensor(d!) pivots) | out pt2_compliant_tag
slogdet(Tensor self) -> (Tensor sign, Tensor logabsdet) | pt2_compliant_tag
slogdet.out(Tensor self, *, Tensor(a!) sign, Tensor(b!) logabsdet) -> (Tensor(a!) sign, Tensor(b!) logabsdet) | out pt2_compliant_tag | output(same)
linalg_inv(Tensor A) -> Tensor | pt2_compliant_tag
linalg_inv.out(Tensor A, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | layout(as_computed)
linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info) | pt2_compliant_tag
linalg_inv_ex.inverse(Tensor A, *, bool check_errors=False, Tensor(a!) inverse, Tensor(b!) info) -> (Tensor(a!) inverse, Tensor(b!) info) | out pt2_compliant_tag
inverse(Tensor self) -> Tensor | pt2_compliant_tag
inverse.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | layout(as_computed)
linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor | pt2_compliant_tag
linalg_solve.out(Tensor A, Tensor B, *, bool left=True, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | layout(as_computed)
linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor info) | pt2_compliant_tag
linalg_solve_ex.out(Tensor A, Tensor B, *, bool left=True, bool check_errors=False, Tensor(a!) result, Tensor(b!) info) -> (Tensor(a!) result, Tensor(b!) info) | out pt2_compliant_tag | output(same) layout(as_computed)
_linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor LU, Tensor pivots, Tensor info) | pt2_compliant_tag
_linalg_solve_ex.result(Tensor A, Tensor B, *, bool left=True, bool check_errors=False, Tensor(a!) result, Tensor(b!) LU, Tensor(c!) pivots, Tensor(d!) info) -> (Tensor(a!) result, Tensor(b!) LU, Tensor(c!) pivots, Tensor(d!) info) | out pt2_compliant_tag
linalg_cholesky(Tensor self, *, bool upper=False) -> Tensor | pt2_compliant_tag | public(function)
linalg_cholesky.out(Tensor self, *, bool upper=False, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | layout(as_computed) public(function)
linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info) | pt2_compliant_tag | public(function)
linalg_cholesky_ex.L(Tensor self, *, bool upper=False, bool check_errors=False, Tensor(a!) L, Tensor(b!) info) -> (Tensor(a!) L, Tensor(b!) info) | out pt2_compliant_tag | public(function)
cholesky(Tensor self, bool upper=False) -> Tensor | pt2_compliant_tag
cholesky.out(Tensor self, bool upper=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(castable) layout(row_major)
linalg_qr(Tensor A, str mode="reduced") -> (Tensor Q, Tensor R) | pt2_compliant_tag
linalg_qr.out(Tensor A, str mode="reduced", *, Tensor(a!) Q, Tensor(b!) R) -> (Tensor(a!) Q, Tensor(b!) R) | out pt2_compliant_tag
qr(Tensor self, bool some=True) -> (Tensor Q, Tensor R) | pt2_compliant_tag
qr.Q(Tensor self, bool some=True, *, Tensor(a!) Q, Tensor(b!) R) -> (Tensor(a!) Q, Tensor(b!) R) | out pt2_compliant_tag | layout(as_computed)
linalg_eigh(Tensor self, str UPLO="L") -> (Tensor eigenvalues, Tensor eigenvectors) | pt2_compliant_tag | public(function)
linalg_eigh.eigvals(Tensor self, str UPLO="L", *, Tensor(a!) eigvals, Tensor(b!) eigvecs) -> (Tensor(a!) eigenvalues, Tensor(b!) eigenvectors) | out pt2_compliant_tag | layout(as_computed) public(function)
linalg_eigvalsh(Tensor self, str UPLO="L") -> Tensor | pt2_compliant_tag | public(function)
linalg_eigvalsh.out(Tensor self, str UPLO="L", *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(same) public(function)
_linalg_eigh(Tensor A, str UPLO="L", bool compute_v=True) -> (Tensor eigenvalues, Tensor eigenvectors) | pt2_compliant_tag
_linalg_eigh.eigenvalues(Tensor A, str UPLO="L", bool compute_v=True, *, Tensor(a!) eigenvalues, Tensor(b!) eigenvectors) -> (Tensor(a!) eigenvalues, Tensor(b!) eigenvectors) | out pt2_compliant_tag
linalg_eig(Tensor self) -> (Tensor eigenvalues, Tensor eigenvectors) | pt2_compliant_tag | public(function)
linalg_eig.out(Tensor self, *, Tensor(a!) eigenvalues, Tensor(b!) eigenvectors) -> (Tensor(a!) eigenvalues, Tensor(b!) eigenvectors) | out pt2_compliant_tag | output(castable) public(function)
linalg_eigvals(Tensor self) -> Tensor | pt2_compliant_tag | public(function)
linalg_eigvals.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
linalg_svd(Tensor A, bool full_matrices=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh) | pt2_compliant_tag
linalg_svd.U(Tensor A, bool full_matrices=True, *, str? driver=None, Tensor(a!) U, Tensor(b!) S, Tensor(c!) Vh) -> (Tensor(a!) U, Tensor(b!) S, Tensor(c!) Vh) | out pt2_compliant_tag | output(same) layout(as_computed)
linalg_svdvals(Tensor A, *, str? driver=None) -> Tensor | pt2_compliant_tag
linalg_svdvals.out(Tensor A, *, str? driver=None, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(same)
_linalg_svd(Tensor A, bool full_matrices=False, bool compute_uv=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh) | pt2_compliant_tag
_linalg_svd.U(Tensor A, bool full_matrices=False, bool compute_uv=True, *, str? driver=None, Tensor(a!) U, Tensor(b!) S, Tensor(c!) Vh) -> (Tensor(a!) U, Tensor(b!) S, Tensor(c!) Vh) | out pt2_compliant_tag
svd(Tensor self, bool some=True, bool compute_uv=True) -> (Tensor U, Tensor S, Tensor V) | pt2_compliant_tag
svd.U(Tensor self, bool some=True, bool compute_uv=True, *, Tensor(a!) U, Tensor(b!) S, Tensor(c!) V) -> (Tensor(a!) U, Tensor(b!) S, Tensor(c!) V) | out pt2_compliant_tag | output(same) layout(as_computed)
linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> Tensor | pt2_compliant_tag | public(function)
linalg_solve_triangular.out(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
triangular_solve(Tensor self, Tensor A, bool upper=True, bool transpose=False, bool unitriangular=False) -> (Tensor solution, Tensor cloned_coefficient) | pt2_compliant_tag
triangular_solve.X(Tensor self, Tensor A, bool upper=True, bool transpose=False, bool unitriangular=False, *, Tensor(a!) X, Tensor(b!) M) -> (Tensor(a!) solution, Tensor(b!) cloned_coefficient) | out pt2_compliant_tag
_linalg_check_errors(Tensor info, str api_name, *, bool is_matrix) -> () | pt2_compliant_tag
linalg_tensorinv(Tensor self, int ind=2) -> Tensor | pt2_compliant_tag | public(function)
linalg_tensorinv.out(Tensor self, int ind=2, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
linalg_tensorsolve(Tensor self, Tensor other, int[]? dims=None) -> Tensor | pt2_compliant_tag | public(function)
linalg_tensorsolve.out(Tensor self, Tensor other, int[]? dims=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
"""  # noqa: E501 - one schema is one line
