"""Schemas of operators that reduce dimensions."""

__all__ = ["SCHEMAS"]

# ruff: noqa: E501 - a schema stays on its line
SCHEMAS = """
sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor | core pt2_compliant_tag reduction
sum(Tensor self, *, ScalarType? dtype=None) -> Tensor | pt2_compliant_tag reduction | composite(direct)
sum.IntList_out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(computed)
sum.out(Tensor self, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor | pt2_compliant_tag reduction
nansum.out(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(computed)
mean(Tensor self, *, ScalarType? dtype=None) -> Tensor | core pt2_compliant_tag reduction | composite(direct)
mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor | core pt2_compliant_tag reduction
mean.out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(floating)
mean.dtype_out(Tensor self, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(castable)
prod(Tensor self, *, ScalarType? dtype=None) -> Tensor | core pt2_compliant_tag reduction
prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor | core pt2_compliant_tag reduction
prod.int_out(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(computed)
prod.out(Tensor self, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
var(Tensor self, bool unbiased=True) -> Tensor | pt2_compliant_tag reduction
var.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor | core pt2_compliant_tag reduction
var.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor | core pt2_compliant_tag reduction
var.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(castable)
var.out(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(castable)
std(Tensor self, bool unbiased=True) -> Tensor | pt2_compliant_tag reduction
std.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor | pt2_compliant_tag reduction
std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor | pt2_compliant_tag reduction
std.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(castable)
std.out(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(castable)
var_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor) | pt2_compliant_tag reduction | public(function)
var_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor) | pt2_compliant_tag reduction | public(function)
var_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor) | pt2_compliant_tag reduction | public(function)
var_mean.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False, Tensor(a!) out0, Tensor(b!) out1) -> (Tensor(a!), Tensor(b!)) | generated out pt2_compliant_tag | public(function)
std_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor) | pt2_compliant_tag reduction | public(function)
std_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor) | pt2_compliant_tag reduction | public(function)
std_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor) | pt2_compliant_tag reduction | public(function)
std_mean.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False, Tensor(a!) out0, Tensor(b!) out1) -> (Tensor(a!), Tensor(b!)) | generated out pt2_compliant_tag | public(function)
amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor | core pt2_compliant_tag reduction
amax.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction
amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor | core pt2_compliant_tag reduction
amin.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction
aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max) | pt2_compliant_tag reduction
aminmax.out(Tensor self, *, int? dim=None, bool keepdim=False, Tensor(a!) min, Tensor(b!) max) -> (Tensor(a!) min, Tensor(b!) max) | out pt2_compliant_tag reduction
max.other(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
max(Tensor self) -> Tensor | pt2_compliant_tag reduction
max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices) | core pt2_compliant_tag reduction
max.dim_max(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) max, Tensor(b!) max_values) -> (Tensor(a!) values, Tensor(b!) indices) | out pt2_compliant_tag reduction
max.unary_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(castable)
max.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
min.other(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
min(Tensor self) -> Tensor | pt2_compliant_tag reduction
min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices) | core pt2_compliant_tag reduction
min.dim_min(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) min, Tensor(b!) min_indices) -> (Tensor(a!) values, Tensor(b!) indices) | out pt2_compliant_tag reduction
min.unary_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(castable)
min.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor | core pt2_compliant_tag reduction
argmax.out(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction
argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor | core pt2_compliant_tag reduction
argmin.out(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction
any(Tensor self) -> Tensor | core pt2_compliant_tag reduction
any.dim(Tensor self, int dim, bool keepdim=False) -> Tensor | core pt2_compliant_tag reduction
any.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor | core pt2_compliant_tag reduction | composite(direct)
any.out(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(truth)
any.dims_out(Tensor self, int[]? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(truth)
any.all_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(truth)
all(Tensor self) -> Tensor | pt2_compliant_tag reduction
all.dim(Tensor self, int dim, bool keepdim=False) -> Tensor | pt2_compliant_tag reduction
all.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor | pt2_compliant_tag reduction
all.out(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(truth)
all.dims_out(Tensor self, int[]? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(truth)
all.all_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag reduction | output(truth)
nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor | pt2_compliant_tag
nanmean.out(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
_is_all_true(Tensor self) -> Tensor | pt2_compliant_tag
_is_any_true(Tensor self) -> Tensor | pt2_compliant_tag
count_nonzero(Tensor self, int? dim=None) -> Tensor | pt2_compliant_tag reduction
count_nonzero.dim_IntList(Tensor self, int[] dim) -> Tensor | pt2_compliant_tag reduction
count_nonzero.dim_IntList_out(Tensor self, int[] dim, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
count_nonzero.out(Tensor self, int? dim=None, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
trace(Tensor self) -> Tensor | pt2_compliant_tag
trace.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
_aminmax(Tensor self) -> (Tensor, Tensor) | pt2_compliant_tag | public(function)
_aminmax.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor, Tensor) | pt2_compliant_tag | public(function)
_aminmax.out(Tensor self, *, Tensor(a!) out0, Tensor(b!) out1) -> (Tensor(a!), Tensor(b!)) | generated out pt2_compliant_tag | public(function)
_aminmax.dim_out(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) out0, Tensor(b!) out1) -> (Tensor(a!), Tensor(b!)) | generated out pt2_compliant_tag | public(function)
cov(Tensor self, *, int correction=1, Tensor? fweights=None, Tensor? aweights=None) -> Tensor | pt2_compliant_tag
corrcoef(Tensor self) -> Tensor | pt2_compliant_tag
sum_to_size(Tensor self, SymInt[] size) -> Tensor | pt2_compliant_tag
"""
