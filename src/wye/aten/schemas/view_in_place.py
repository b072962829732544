"""Schemas of the operators that let a tensor show other memory."""

SCHEMAS = """
record_stream(Tensor(a!) self, Stream s) -> () | pt2_compliant_tag | no_rule(cuda_only)
set_.source_Storage_storage_offset(Tensor(a!) self, Storage source, SymInt storage_offset, SymInt[] size, SymInt[] stride=[]) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag
set_.source_Tensor(Tensor(a!) self, Tensor source) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag | passes_lazy_bits
set_(Tensor(a!) self) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag | passes_lazy_bits
set_.source_Storage(Tensor(a!) self, Storage source) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag
set_.source_Tensor_storage_offset(Tensor(a!) self, Tensor source, SymInt storage_offset, SymInt[] size, SymInt[] stride=[]) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag
as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a) | core pt2_compliant_tag
squeeze_(Tensor(a!) self) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag | composite(itself)
squeeze_.dim(Tensor(a!) self, int dim) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag | composite(itself)
squeeze_.dims(Tensor(a!) self, int[] dim) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag | composite(itself)
unsqueeze_(Tensor(a!) self, int dim) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag | composite(itself)
t_(Tensor(a!) self) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag
transpose_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag
slice_inverse(Tensor(a) self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor(a) | pt2_compliant_tag
as_strided_(Tensor(a!) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag
swapaxes_(Tensor(a!) self, int axis0, int axis1) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag
swapdims_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag
detach_(Tensor(a!) self) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag | uncounted
resize(Tensor self, SymInt[] size, *, MemoryFormat? memory_format=None) -> Tensor | generated pt2_compliant_tag | public(function)
resize.out(Tensor self, SymInt[] size, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
resize_(Tensor(a!) self, SymInt[] size, *, MemoryFormat? memory_format=None) -> Tensor(a!) | core inplace inplace_view pt2_compliant_tag | uncounted passes_lazy_bits
resize_as(Tensor self, Tensor the_template, *, MemoryFormat? memory_format=None) -> Tensor | generated pt2_compliant_tag | public(function) devices(first)
resize_as.out(Tensor self, Tensor the_template, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
resize_as_(Tensor(a!) self, Tensor the_template, *, MemoryFormat? memory_format=None) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag | uncounted devices(first)
"""  # noqa: E501 - schemas are PyTorch's, one to a line
