"""Schemas of operators that take, put and join elements by position."""

__all__ = ["SCHEMAS"]

SCHEMAS = """
index.Tensor(Tensor self, Tensor?[] indices) -> Tensor | core dynamic_output_shape pt2_compliant_tag | devices(first)
index.Tensor_out(Tensor self, Tensor?[] indices, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | devices(first)
index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor | core pt2_compliant_tag | composite(direct) devices(first)
index_put.out(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | devices(first)
index_put_(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor(a!) | inplace pt2_compliant_tag | composite(direct) devices(first)
_unsafe_index.Tensor(Tensor self, Tensor?[] indices) -> Tensor | pt2_compliant_tag | public(function) devices(first)
_unsafe_index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor | pt2_compliant_tag | public(function) devices(first)
_index_put_impl(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False, bool unsafe=False) -> Tensor | generated pt2_compliant_tag | public(function)
_index_put_impl.out(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False, bool unsafe=False, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
_index_put_impl_(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate=False, bool unsafe=False) -> Tensor(a!) | inplace pt2_compliant_tag | public(function) devices(first)
index_select(Tensor self, int dim, Tensor index) -> Tensor | core pt2_compliant_tag
index_select.out(Tensor self, int dim, Tensor index, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
masked_select(Tensor self, Tensor mask) -> Tensor | dynamic_output_shape pt2_compliant_tag
masked_select.out(Tensor self, Tensor mask, *, Tensor(a!) out) -> Tensor(a!) | dynamic_output_shape out pt2_compliant_tag
masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor | core pt2_compliant_tag | composite(direct)
masked_scatter.out(Tensor self, Tensor mask, Tensor source, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
masked_scatter_(Tensor(a!) self, Tensor mask, Tensor source) -> Tensor(a!) | inplace pt2_compliant_tag
take(Tensor self, Tensor index) -> Tensor | pt2_compliant_tag
take.out(Tensor self, Tensor index, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
put(Tensor self, Tensor index, Tensor source, bool accumulate=False) -> Tensor | pt2_compliant_tag
put.out(Tensor self, Tensor index, Tensor source, bool accumulate=False, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
put_(Tensor(a!) self, Tensor index, Tensor source, bool accumulate=False) -> Tensor(a!) | inplace pt2_compliant_tag
take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor | pt2_compliant_tag
take_along_dim.out(Tensor self, Tensor indices, int? dim=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(same)
nonzero(Tensor self) -> Tensor | core dynamic_output_shape pt2_compliant_tag
nonzero.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | dynamic_output_shape out pt2_compliant_tag
nonzero_static(Tensor self, *, SymInt size, int fill_value=-1) -> Tensor | pt2_compliant_tag
nonzero_static.out(Tensor self, *, SymInt size, int fill_value=-1, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
nonzero_numpy(Tensor self) -> Tensor[] | pt2_compliant_tag | public(function)
argwhere(Tensor self) -> Tensor | dynamic_output_shape pt2_compliant_tag
fliplr(Tensor self) -> Tensor | pt2_compliant_tag
flipud(Tensor self) -> Tensor | pt2_compliant_tag
rot90(Tensor self, int k=1, int[] dims=[0, 1]) -> Tensor | pt2_compliant_tag
rot90.out(Tensor self, int k=1, int[] dims=[0, 1], *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
tile(Tensor self, SymInt[] dims) -> Tensor | pt2_compliant_tag
concat(Tensor[] tensors, int dim=0) -> Tensor | pt2_compliant_tag
concat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
concatenate(Tensor[] tensors, int dim=0) -> Tensor | pt2_compliant_tag
concatenate.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
hstack(Tensor[] tensors) -> Tensor | pt2_compliant_tag
hstack.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
vstack(Tensor[] tensors) -> Tensor | pt2_compliant_tag
vstack.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
row_stack(Tensor[] tensors) -> Tensor | pt2_compliant_tag
row_stack.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
dstack(Tensor[] tensors) -> Tensor | pt2_compliant_tag
dstack.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
column_stack(Tensor[] tensors) -> Tensor | pt2_compliant_tag
column_stack.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
embedding(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool scale_grad_by_freq=False, bool sparse=False) -> Tensor | core pt2_compliant_tag | composite(direct)
embedding.out(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool scale_grad_by_freq=False, bool sparse=False, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
embedding_dense_backward(Tensor grad_output, Tensor indices, SymInt num_weights, SymInt padding_idx, bool scale_grad_by_freq) -> Tensor | core pt2_compliant_tag
embedding_dense_backward.out(Tensor grad_output, Tensor indices, SymInt num_weights, SymInt padding_idx, bool scale_grad_by_freq, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
gather_backward(Tensor grad, Tensor self, int dim, Tensor index, bool sparse_grad) -> Tensor | pt2_compliant_tag | public(function)
index_select_backward(Tensor grad, SymInt[] self_sizes, int dim, Tensor index) -> Tensor | pt2_compliant_tag
masked_select_backward(Tensor grad, Tensor input, Tensor mask) -> Tensor | pt2_compliant_tag
fill_diagonal_(Tensor(a!) self, Scalar fill_value, bool wrap=False) -> Tensor(a!) | inplace pt2_compliant_tag
combinations(Tensor self, int r=2, bool with_replacement=False) -> Tensor | pt2_compliant_tag | public(function)
cartesian_prod(Tensor[] tensors) -> Tensor | maybe_aliasing_or_mutating pt2_compliant_tag
embedding_renorm(Tensor self, Tensor indices, float max_norm, float norm_type) -> Tensor | generated pt2_compliant_tag | public(function)
embedding_renorm.out(Tensor self, Tensor indices, float max_norm, float norm_type, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
embedding_renorm_(Tensor(a!) self, Tensor indices, float max_norm, float norm_type) -> Tensor(a!) | inplace pt2_compliant_tag | public(function)
"""  # noqa: E501 - a schema is one line, as PyTorch prints it
