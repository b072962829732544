"""Schemas: linear algebra."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
mm(Tensor self, Tensor mat2) -> Tensor | core pt2_compliant_tag
mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
mm.dtype_out(Tensor self, Tensor mat2, ScalarType out_dtype, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
mm.dtype(Tensor self, Tensor mat2, ScalarType out_dtype) -> Tensor | pt2_compliant_tag | no_rule(cuda_only) public(function)
bmm(Tensor self, Tensor mat2) -> Tensor | core pt2_compliant_tag
bmm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
bmm.dtype_out(Tensor self, Tensor mat2, ScalarType out_dtype, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
bmm.dtype(Tensor self, Tensor mat2, ScalarType out_dtype) -> Tensor | pt2_compliant_tag | no_rule(cuda_only) public(function)
addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor | core pt2_compliant_tag
addmm.out(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
addmm.dtype_out(Tensor self, Tensor mat1, Tensor mat2, ScalarType out_dtype, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
addmm.dtype(Tensor self, Tensor mat1, Tensor mat2, ScalarType out_dtype, *, Scalar beta=1, Scalar alpha=1) -> Tensor | pt2_compliant_tag | no_rule(cuda_only) public(function)
addmm_(Tensor(a!) self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!) | inplace pt2_compliant_tag
addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor | pt2_compliant_tag
addmv.out(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
addmv_(Tensor(a!) self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!) | inplace pt2_compliant_tag
addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor | pt2_compliant_tag
addr.out(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(castable)
addr_(Tensor(a!) self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!) | inplace pt2_compliant_tag | output(castable)
addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor | pt2_compliant_tag
addbmm.out(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
addbmm_(Tensor(a!) self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!) | inplace pt2_compliant_tag
baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor | pt2_compliant_tag
baddbmm.out(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
baddbmm.dtype_out(Tensor self, Tensor batch1, Tensor batch2, ScalarType out_dtype, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
baddbmm.dtype(Tensor self, Tensor batch1, Tensor batch2, ScalarType out_dtype, *, Scalar beta=1, Scalar alpha=1) -> Tensor | pt2_compliant_tag | no_rule(cuda_only) public(function)
baddbmm_(Tensor(a!) self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!) | inplace pt2_compliant_tag
mv(Tensor self, Tensor vec) -> Tensor | pt2_compliant_tag
mv.out(Tensor self, Tensor vec, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
dot(Tensor self, Tensor tensor) -> Tensor | pt2_compliant_tag
dot.out(Tensor self, Tensor tensor, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
vdot(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag
vdot.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
inner(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag
inner.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(same)
outer(Tensor self, Tensor vec2) -> Tensor | pt2_compliant_tag
outer.out(Tensor self, Tensor vec2, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
ger(Tensor self, Tensor vec2) -> Tensor | pt2_compliant_tag
ger.out(Tensor self, Tensor vec2, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
matmul(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag
matmul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor | pt2_compliant_tag | public(nn)
linear.out(Tensor input, Tensor weight, Tensor? bias=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | single_call public(nn)
tensordot(Tensor self, Tensor other, int[] dims_self, int[] dims_other) -> Tensor | pt2_compliant_tag | public(function)
tensordot.out(Tensor self, Tensor other, int[] dims_self, int[] dims_other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(same) public(function)
kron(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag
kron.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor | pt2_compliant_tag
_trilinear(Tensor i1, Tensor i2, Tensor i3, int[] expand1, int[] expand2, int[] expand3, int[] sumdim, int unroll_dim=1) -> Tensor | pt2_compliant_tag
_trilinear.out(Tensor i1, Tensor i2, Tensor i3, int[] expand1, int[] expand2, int[] expand3, int[] sumdim, int unroll_dim=1, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
chain_matmul(Tensor[] matrices) -> Tensor | pt2_compliant_tag
chain_matmul.out(Tensor[] matrices, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
cross(Tensor self, Tensor other, int? dim=None) -> Tensor | pt2_compliant_tag
cross.out(Tensor self, Tensor other, int? dim=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
cdist(Tensor x1, Tensor x2, float p=2., int? compute_mode=None) -> Tensor | pt2_compliant_tag
_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode) -> Tensor | core pt2_compliant_tag
_cdist_forward.out(Tensor x1, Tensor x2, float p, int? compute_mode, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
pdist(Tensor self, float p=2.) -> Tensor | pt2_compliant_tag | public(function)
_pdist_forward(Tensor self, float p=2.) -> Tensor | core pt2_compliant_tag | public(function)
_pdist_forward.out(Tensor self, float p=2., *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
matrix_power(Tensor self, int n) -> Tensor | pt2_compliant_tag
matrix_power.out(Tensor self, int n, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(same)
cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor | pt2_compliant_tag
linalg_matmul(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag | public(function)
linalg_matmul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor | pt2_compliant_tag | public(function)
linalg_cross.out(Tensor self, Tensor other, *, int dim=-1, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
linalg_matrix_power(Tensor self, int n) -> Tensor | pt2_compliant_tag | public(function)
linalg_matrix_power.out(Tensor self, int n, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(same) public(function)
vander(Tensor x, int? N=None, bool increasing=False) -> Tensor | pt2_compliant_tag
linalg_vander(Tensor x, *, SymInt? N=None) -> Tensor | pt2_compliant_tag
"""  # noqa: E501 - one schema is one line
