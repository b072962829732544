"""Schemas of the operators that let a tensor show other memory."""

SCHEMAS = """
set_.source_Storage_storage_offset(Tensor(a!) self, Storage source, SymInt storage_offset, SymInt[] size, SymInt[] stride=[]) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag
set_.source_Tensor(Tensor(a!) self, Tensor source) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag
set_(Tensor(a!) self) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag
set_.source_Storage(Tensor(a!) self, Storage source) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag
set_.source_Tensor_storage_offset(Tensor(a!) self, Tensor source, SymInt storage_offset, SymInt[] size, SymInt[] stride=[]) -> Tensor(a!) | inplace inplace_view pt2_compliant_tag
"""  # noqa: E501 - schemas are PyTorch's, one to a line
