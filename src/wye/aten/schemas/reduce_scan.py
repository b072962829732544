"""Schemas of running and normalising reductions: cumulative sums, softmax, norms."""

__all__ = ["SCHEMAS"]

# ruff: noqa: E501 - a schema stays on its line
SCHEMAS = """
cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor | core pt2_compliant_tag
cumsum.out(Tensor self, int dim, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(computed)
cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor | pt2_compliant_tag
cumprod.out(Tensor self, int dim, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(computed)
cummax(Tensor self, int dim) -> (Tensor values, Tensor indices) | pt2_compliant_tag
cummax.out(Tensor self, int dim, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) | out pt2_compliant_tag
cummin(Tensor self, int dim) -> (Tensor values, Tensor indices) | pt2_compliant_tag
cummin.out(Tensor self, int dim, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) | out pt2_compliant_tag
logcumsumexp(Tensor self, int dim) -> Tensor | pt2_compliant_tag
logcumsumexp.out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor | pt2_compliant_tag reduction
logsumexp.out(Tensor self, int[1] dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(any)
softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor | pt2_compliant_tag
softmax.int_out(Tensor self, int dim, ScalarType? dtype=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
_softmax(Tensor self, int dim, bool half_to_float) -> Tensor | core pt2_compliant_tag | public(function)
_softmax.out(Tensor self, int dim, bool half_to_float, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
_log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor | core pt2_compliant_tag | public(function)
_log_softmax.out(Tensor self, int dim, bool half_to_float, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
log_softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor | pt2_compliant_tag
log_softmax.int_out(Tensor self, int dim, ScalarType? dtype=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor | pt2_compliant_tag
_softmax_backward_data.out(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag
_log_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor | pt2_compliant_tag
_log_softmax_backward_data.out(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
norm.Scalar(Tensor self, Scalar p=2) -> Tensor | pt2_compliant_tag reduction
norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor | pt2_compliant_tag reduction
norm.ScalarOpt_dim_dtype(Tensor self, Scalar? p, int[1] dim, bool keepdim, *, ScalarType dtype) -> Tensor | pt2_compliant_tag reduction
norm.dtype_out(Tensor self, Scalar? p, int[1] dim, bool keepdim, *, ScalarType dtype, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction
norm.out(Tensor self, Scalar? p, int[1] dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction
norm.ScalarOpt_dtype(Tensor self, Scalar? p, *, ScalarType dtype) -> Tensor | pt2_compliant_tag reduction
norm.ScalarOpt_dtype_out(Tensor self, Scalar? p, *, ScalarType dtype, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
norm.Scalar_out(Tensor self, Scalar p=2, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor | pt2_compliant_tag reduction | public(function)
linalg_vector_norm.out(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | public(function)
dist(Tensor self, Tensor other, Scalar p=2) -> Tensor | pt2_compliant_tag
dist.out(Tensor self, Tensor other, Scalar p=2, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor | pt2_compliant_tag
diff.out(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
cumsum_(Tensor(a!) self, int dim, *, ScalarType? dtype=None) -> Tensor(a!) | inplace pt2_compliant_tag | output(computed)
cumprod_(Tensor(a!) self, int dim, *, ScalarType? dtype=None) -> Tensor(a!) | inplace pt2_compliant_tag | output(computed)
special_logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor | pt2_compliant_tag | public(function)
special_logsumexp.out(Tensor self, int[1] dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
special_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor | pt2_compliant_tag | public(function)
special_log_softmax(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor | pt2_compliant_tag | public(function)
_logcumsumexp(Tensor self, int dim) -> Tensor | pt2_compliant_tag | public(function)
_logcumsumexp.out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
renorm(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor | pt2_compliant_tag
renorm.out(Tensor self, Scalar p, int dim, Scalar maxnorm, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
renorm_(Tensor(a!) self, Scalar p, int dim, Scalar maxnorm) -> Tensor(a!) | inplace pt2_compliant_tag
cumulative_trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor | pt2_compliant_tag
cumulative_trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor | pt2_compliant_tag
trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor | pt2_compliant_tag
trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor | pt2_compliant_tag
trapz.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor | pt2_compliant_tag
trapz.dx(Tensor y, *, float dx=1., int dim=-1) -> Tensor | pt2_compliant_tag
gradient.scalarint(Tensor self, *, Scalar? spacing=None, int? dim=None, int edge_order=1) -> Tensor[] | pt2_compliant_tag | public(function)
gradient.scalararray(Tensor self, *, Scalar spacing, int[] dim, int edge_order=1) -> Tensor[] | pt2_compliant_tag | public(function)
gradient.array(Tensor self, *, int[] dim, int edge_order=1) -> Tensor[] | pt2_compliant_tag | public(function)
gradient.scalarrayint(Tensor self, *, Scalar[] spacing, int? dim=None, int edge_order=1) -> Tensor[] | pt2_compliant_tag | public(function)
gradient.scalarrayarray(Tensor self, *, Scalar[] spacing, int[] dim, int edge_order=1) -> Tensor[] | pt2_compliant_tag | public(function)
gradient.tensorarrayint(Tensor self, *, Tensor[] spacing, int? dim=None, int edge_order=1) -> Tensor[] | pt2_compliant_tag | public(function)
gradient.tensorarray(Tensor self, *, Tensor[] spacing, int[] dim, int edge_order=1) -> Tensor[] | pt2_compliant_tag | public(function)
"""
