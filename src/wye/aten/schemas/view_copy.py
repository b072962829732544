"""Schemas of operators that copy what a view shows, or replace it in a copy."""

__all__ = ["SCHEMAS"]

SCHEMAS = """
diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor | pt2_compliant_tag
diag_embed.out(Tensor self, int offset=0, int dim1=-2, int dim2=-1, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
diagonal_scatter(Tensor self, Tensor src, int offset=0, int dim1=0, int dim2=1) -> Tensor | pt2_compliant_tag
diagonal_scatter.out(Tensor self, Tensor src, int offset=0, int dim1=0, int dim2=1, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
select_scatter(Tensor self, Tensor src, int dim, SymInt index) -> Tensor | core pt2_compliant_tag | composite(copies)
select_scatter.out(Tensor self, Tensor src, int dim, SymInt index, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
slice_scatter(Tensor self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor | core pt2_compliant_tag view_copy | composite(copies) devices(first)
slice_scatter.out(Tensor self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy
as_strided_scatter(Tensor self, Tensor src, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor | pt2_compliant_tag
as_strided_scatter.out(Tensor self, Tensor src, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
narrow_copy(Tensor self, int dim, SymInt start, SymInt length) -> Tensor | pt2_compliant_tag view_copy
narrow_copy.out(Tensor self, int dim, SymInt start, SymInt length, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
view_copy(Tensor self, SymInt[] size) -> Tensor | pt2_compliant_tag view_copy | public(function)
view_copy.dtype(Tensor self, ScalarType dtype) -> Tensor | pt2_compliant_tag view_copy | public(function)
view_copy.out(Tensor self, SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
view_copy.dtype_out(Tensor self, ScalarType dtype, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
expand_copy(Tensor self, SymInt[] size, *, bool implicit=False) -> Tensor | pt2_compliant_tag view_copy | public(function)
expand_copy.out(Tensor self, SymInt[] size, *, bool implicit=False, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
permute_copy(Tensor self, int[] dims) -> Tensor | pt2_compliant_tag view_copy | public(function)
permute_copy.out(Tensor self, int[] dims, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
transpose_copy.int(Tensor self, int dim0, int dim1) -> Tensor | pt2_compliant_tag view_copy | public(function)
transpose_copy.int_out(Tensor self, int dim0, int dim1, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
t_copy(Tensor self) -> Tensor | pt2_compliant_tag view_copy | public(function)
t_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
select_copy.int(Tensor self, int dim, SymInt index) -> Tensor | pt2_compliant_tag view_copy | public(function)
select_copy.int_out(Tensor self, int dim, SymInt index, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
slice_copy.Tensor(Tensor self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor | pt2_compliant_tag view_copy | public(function)
slice_copy.Tensor_out(Tensor self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
squeeze_copy(Tensor self) -> Tensor | pt2_compliant_tag view_copy | public(function)
squeeze_copy.dim(Tensor self, int dim) -> Tensor | pt2_compliant_tag view_copy | public(function)
squeeze_copy.dims(Tensor self, int[] dim) -> Tensor | pt2_compliant_tag view_copy | public(function)
squeeze_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
squeeze_copy.dim_out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
squeeze_copy.dims_out(Tensor self, int[] dim, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
unsqueeze_copy(Tensor self, int dim) -> Tensor | pt2_compliant_tag view_copy | public(function)
unsqueeze_copy.out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
as_strided_copy(Tensor self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor | pt2_compliant_tag view_copy | public(function)
as_strided_copy.out(Tensor self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
diagonal_copy(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor | pt2_compliant_tag view_copy | public(function)
diagonal_copy.out(Tensor self, int offset=0, int dim1=0, int dim2=1, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
split_copy.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[] | pt2_compliant_tag view_copy | public(function)
split_copy.Tensor_out(Tensor self, SymInt split_size, int dim=0, *, Tensor(a!)[] out) -> () | out pt2_compliant_tag | public(function)
split_with_sizes_copy(Tensor self, SymInt[] split_sizes, int dim=0) -> Tensor[] | pt2_compliant_tag view_copy | public(function)
split_with_sizes_copy.out(Tensor self, SymInt[] split_sizes, int dim=0, *, Tensor(a!)[] out) -> () | out pt2_compliant_tag | public(function)
unbind_copy.int(Tensor self, int dim=0) -> Tensor[] | pt2_compliant_tag view_copy | public(function)
unbind_copy.int_out(Tensor self, int dim=0, *, Tensor(a!)[] out) -> () | out pt2_compliant_tag | public(function)
unfold_copy(Tensor self, int dimension, int size, int step) -> Tensor | pt2_compliant_tag view_copy | public(function)
unfold_copy.out(Tensor self, int dimension, int size, int step, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
alias_copy(Tensor self) -> Tensor | pt2_compliant_tag view_copy | public(function)
alias_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
detach_copy(Tensor self) -> Tensor | pt2_compliant_tag view_copy | public(function)
detach_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
view_as_real_copy(Tensor self) -> Tensor | pt2_compliant_tag view_copy | public(function)
view_as_real_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
view_as_complex_copy(Tensor self) -> Tensor | pt2_compliant_tag view_copy | public(function)
view_as_complex_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
_reshape_copy(Tensor self, SymInt[] size) -> Tensor | pt2_compliant_tag | public(function)
_reshape_alias_copy(Tensor self, SymInt[] size, SymInt[] stride) -> Tensor | pt2_compliant_tag view_copy | public(function)
_reshape_alias_copy.out(Tensor self, SymInt[] size, SymInt[] stride, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
select_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt index) -> Tensor | pt2_compliant_tag
select_backward.out(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt index, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
slice_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt start, SymInt end, SymInt step) -> Tensor | pt2_compliant_tag
slice_backward.out(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt start, SymInt end, SymInt step, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
diagonal_backward(Tensor grad_output, SymInt[] input_sizes, int offset, int dim1, int dim2) -> Tensor | pt2_compliant_tag
diagonal_backward.out(Tensor grad_output, SymInt[] input_sizes, int offset, int dim1, int dim2, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
unfold_backward(Tensor grad_in, SymInt[] input_sizes, int dim, int size, int step) -> Tensor | pt2_compliant_tag
unfold_backward.out(Tensor grad_in, SymInt[] input_sizes, int dim, int size, int step, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
"""  # noqa: E501 - a schema is one line, as PyTorch prints it
