"""Schemas of matrix norms, and of what follows from singular values."""

__all__ = ["SCHEMAS"]

SCHEMAS = """
linalg_matrix_norm(Tensor self, Scalar ord, int[] dim=[-2, -1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor | pt2_compliant_tag | public(function)
linalg_matrix_norm.str_ord(Tensor self, str ord="fro", int[] dim=[-2, -1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor | pt2_compliant_tag | public(function)
linalg_matrix_norm.out(Tensor self, Scalar ord, int[] dim=[-2, -1], bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(same) public(function)
linalg_matrix_norm.str_ord_out(Tensor self, str ord="fro", int[] dim=[-2, -1], bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(same) public(function)
linalg_norm(Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor | pt2_compliant_tag | public(function)
linalg_norm.ord_str(Tensor self, str ord, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor | pt2_compliant_tag | public(function)
linalg_norm.out(Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(same) public(function)
linalg_norm.ord_str_out(Tensor self, str ord, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(same) public(function)
linalg_cond(Tensor self, Scalar? p=None) -> Tensor | pt2_compliant_tag | public(function)
linalg_cond.p_str(Tensor self, str p) -> Tensor | pt2_compliant_tag | public(function)
linalg_cond.out(Tensor self, Scalar? p=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
linalg_cond.p_str_out(Tensor self, str p, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
linalg_pinv(Tensor self, float rcond, bool hermitian=False) -> Tensor | pt2_compliant_tag | public(function)
linalg_pinv.atol_rtol_float(Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False) -> Tensor | pt2_compliant_tag | public(function)
linalg_pinv.atol_rtol_tensor(Tensor self, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False) -> Tensor | pt2_compliant_tag | public(function)
linalg_pinv.atol_rtol_tensor_out(Tensor self, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(castable) public(function)
linalg_pinv.atol_rtol_float_out(Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
linalg_pinv.out(Tensor self, float rcond, bool hermitian=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
linalg_pinv.rcond_tensor(Tensor self, Tensor rcond, bool hermitian=False) -> Tensor | pt2_compliant_tag | public(function)
linalg_pinv.out_rcond_tensor(Tensor self, Tensor rcond, bool hermitian=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
pinverse(Tensor self, float rcond=1.0000000000000001e-15) -> Tensor | pt2_compliant_tag
linalg_matrix_rank(Tensor self, float tol, bool hermitian=False) -> Tensor | pt2_compliant_tag | public(function)
linalg_matrix_rank.tol_tensor(Tensor input, Tensor tol, bool hermitian=False) -> Tensor | pt2_compliant_tag
linalg_matrix_rank.atol_rtol_tensor(Tensor input, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False) -> Tensor | pt2_compliant_tag
linalg_matrix_rank.atol_rtol_float(Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False) -> Tensor | pt2_compliant_tag | public(function)
linalg_matrix_rank.atol_rtol_tensor_out(Tensor input, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
linalg_matrix_rank.atol_rtol_float_out(Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
linalg_matrix_rank.out(Tensor self, float tol, bool hermitian=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
linalg_matrix_rank.out_tol_tensor(Tensor input, Tensor tol, bool hermitian=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
frobenius_norm.dim(Tensor self, int[1] dim, bool keepdim=False) -> Tensor | pt2_compliant_tag | public(function)
frobenius_norm.out(Tensor self, int[1] dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(same) public(function)
norm_except_dim(Tensor v, int pow=2, int dim=0) -> Tensor | pt2_compliant_tag | public(function)
nuclear_norm(Tensor self, bool keepdim=False) -> Tensor | pt2_compliant_tag | public(function)
nuclear_norm.dim(Tensor self, int[2] dim, bool keepdim=False) -> Tensor | pt2_compliant_tag | public(function)
nuclear_norm.out(Tensor self, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(same) public(function)
nuclear_norm.dim_out(Tensor self, int[2] dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(same) public(function)
"""  # noqa: E501 - schemas are PyTorch's, one to a line
