"""Schemas of operators that see the same elements in another shape, and of questions about a tensor."""

__all__ = ["SCHEMAS"]

SCHEMAS = """
view(Tensor(a) self, SymInt[] size) -> Tensor(a) | core pt2_compliant_tag
view.dtype(Tensor(a) self, ScalarType dtype) -> Tensor(a) | pt2_compliant_tag | composite(direct)
_unsafe_view(Tensor self, SymInt[] size) -> Tensor | pt2_compliant_tag | public(function) undeclared(self)
_unsafe_view.out(Tensor self, SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a) | pt2_compliant_tag
_reshape_alias(Tensor(a) self, SymInt[] size, SymInt[] stride) -> Tensor(a) | pt2_compliant_tag | public(function)
reshape_as(Tensor(a) self, Tensor other) -> Tensor(a) | pt2_compliant_tag
expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a) | core pt2_compliant_tag | composite(direct)
expand_as(Tensor(a) self, Tensor other) -> Tensor(a) | pt2_compliant_tag
permute(Tensor(a) self, int[] dims) -> Tensor(a) | core pt2_compliant_tag | composite(direct)
transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a) | pt2_compliant_tag
t(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag
numpy_T(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag | public(function)
mT(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag
mH(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag
matrix_H(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag | public(function)
adjoint(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag
swapaxes(Tensor(a) self, int axis0, int axis1) -> Tensor(a) | pt2_compliant_tag
swapdims(Tensor(a) self, int dim0, int dim1) -> Tensor(a) | pt2_compliant_tag
movedim.int(Tensor(a) self, int source, int destination) -> Tensor(a) | pt2_compliant_tag
movedim.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a) | pt2_compliant_tag
moveaxis.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a) | pt2_compliant_tag
moveaxis.int(Tensor(a) self, int source, int destination) -> Tensor(a) | pt2_compliant_tag
select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a) | core pt2_compliant_tag | composite(direct)
slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor(a) | core pt2_compliant_tag | composite(direct) public(function)
narrow(Tensor(a) self, int dim, SymInt start, SymInt length) -> Tensor(a) | pt2_compliant_tag
narrow.Tensor(Tensor(a) self, int dim, Tensor start, SymInt length) -> Tensor(a) | pt2_compliant_tag
squeeze(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag | composite(direct)
squeeze.dim(Tensor(a) self, int dim) -> Tensor(a) | core pt2_compliant_tag | composite(direct)
squeeze.dims(Tensor(a) self, int[] dim) -> Tensor(a) | core pt2_compliant_tag | composite(direct)
unsqueeze(Tensor(a) self, int dim) -> Tensor(a) | core pt2_compliant_tag | composite(direct)
diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a) | core pt2_compliant_tag | composite(direct)
diag(Tensor self, int diagonal=0) -> Tensor | pt2_compliant_tag
diag.out(Tensor self, int diagonal=0, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
diagflat(Tensor self, int offset=0) -> Tensor | pt2_compliant_tag
split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[] | pt2_compliant_tag
split.sizes(Tensor(a -> *) self, SymInt[] split_size, int dim=0) -> Tensor(a)[] | pt2_compliant_tag
split_with_sizes(Tensor(a -> *) self, SymInt[] split_sizes, int dim=0) -> Tensor(a)[] | core pt2_compliant_tag | composite(direct)
unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[] | pt2_compliant_tag
unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a) | pt2_compliant_tag
alias(Tensor(a) self) -> Tensor(a) | core pt2_compliant_tag | composite(direct) public(function)
detach(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag
view_as(Tensor(a) self, Tensor other) -> Tensor(a) | pt2_compliant_tag
view_as_real(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag | public(function)
view_as_complex(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag | public(function)
flatten.using_ints(Tensor(a) self, int start_dim=0, int end_dim=-1) -> Tensor(a) | pt2_compliant_tag
unflatten.int(Tensor(a) self, int dim, SymInt[] sizes) -> Tensor(a) | pt2_compliant_tag
ravel(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag
unsafe_split.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[] | pt2_compliant_tag | undeclared(self)
unsafe_split.Tensor_out(Tensor self, SymInt split_size, int dim=0, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag
unsafe_split_with_sizes(Tensor self, SymInt[] split_sizes, int dim=0) -> Tensor[] | pt2_compliant_tag | undeclared(self)
unsafe_split_with_sizes.out(Tensor self, SymInt[] split_sizes, int dim=0, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag
broadcast_to(Tensor(a) self, SymInt[] size) -> Tensor(a) | pt2_compliant_tag
broadcast_tensors(Tensor[] tensors) -> Tensor[] | pt2_compliant_tag
meshgrid(Tensor[] tensors) -> Tensor[] | pt2_compliant_tag
meshgrid.indexing(Tensor[] tensors, *, str indexing) -> Tensor[] | pt2_compliant_tag
atleast_1d(Tensor self) -> Tensor | maybe_aliasing_or_mutating pt2_compliant_tag | public(function)
atleast_1d.Sequence(Tensor[] tensors) -> Tensor[] | pt2_compliant_tag
atleast_2d(Tensor self) -> Tensor | maybe_aliasing_or_mutating pt2_compliant_tag | public(function)
atleast_2d.Sequence(Tensor[] tensors) -> Tensor[] | pt2_compliant_tag
atleast_3d(Tensor self) -> Tensor | maybe_aliasing_or_mutating pt2_compliant_tag | public(function)
atleast_3d.Sequence(Tensor[] tensors) -> Tensor[] | pt2_compliant_tag
real(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag
imag(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag
sym_size.int(Tensor self, int dim) -> SymInt | core pt2_compliant_tag | passes_lazy_bits public(function)
sym_size(Tensor self) -> SymInt[] | pt2_compliant_tag | passes_lazy_bits public(function)
sym_stride.int(Tensor self, int dim) -> SymInt | core pt2_compliant_tag | passes_lazy_bits public(function)
sym_stride(Tensor self) -> SymInt[] | pt2_compliant_tag | passes_lazy_bits public(function)
sym_numel(Tensor self) -> SymInt | core pt2_compliant_tag | passes_lazy_bits public(function)
sym_storage_offset(Tensor self) -> SymInt | core pt2_compliant_tag | passes_lazy_bits public(function)
sym_is_contiguous(Tensor self, MemoryFormat memory_format=0) -> SymBool | core pt2_compliant_tag | passes_lazy_bits public(function)
size.int(Tensor self, int dim) -> int | pt2_compliant_tag | passes_lazy_bits
size(Tensor self) -> int[] | pt2_compliant_tag | passes_lazy_bits
stride.int(Tensor self, int dim) -> int | pt2_compliant_tag | passes_lazy_bits
stride(Tensor self) -> int[] | pt2_compliant_tag | passes_lazy_bits
storage_offset(Tensor self) -> int | pt2_compliant_tag | passes_lazy_bits
numel(Tensor self) -> int | pt2_compliant_tag | passes_lazy_bits
is_floating_point(Tensor self) -> bool | pt2_compliant_tag | passes_lazy_bits
is_complex(Tensor self) -> bool | pt2_compliant_tag | passes_lazy_bits
is_signed(Tensor self) -> bool | pt2_compliant_tag
is_conj(Tensor self) -> bool | pt2_compliant_tag | passes_lazy_bits
is_neg(Tensor self) -> bool | pt2_compliant_tag | passes_lazy_bits
is_same_size(Tensor self, Tensor other) -> bool | pt2_compliant_tag
is_nonzero(Tensor self) -> bool | pt2_compliant_tag
is_pinned(Tensor self, Device? device=None) -> bool | pt2_compliant_tag
dim(Tensor self) -> int | pt2_compliant_tag
is_contiguous(Tensor self) -> bool | pt2_compliant_tag
is_contiguous.memory_format(Tensor self, MemoryFormat memory_format) -> bool | pt2_compliant_tag
is_strides_like_format(Tensor self, MemoryFormat memory_format) -> bool | pt2_compliant_tag | public(function)
is_non_overlapping_and_dense(Tensor self) -> bool | pt2_compliant_tag | public(function)
"""  # noqa: E501 - a schema is one line, as PyTorch prints it
