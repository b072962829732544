"""Schemas of operators that cut a tensor into views."""

__all__ = ["SCHEMAS"]

SCHEMAS = """
tensor_split.sections(Tensor(a -> *) self, SymInt sections, int dim=0) -> Tensor(a)[] | pt2_compliant_tag
tensor_split.indices(Tensor(a -> *) self, SymInt[] indices, int dim=0) -> Tensor(a)[] | pt2_compliant_tag
tensor_split.tensor_indices_or_sections(Tensor(a -> *) self, Tensor tensor_indices_or_sections, int dim=0) -> Tensor(a)[] | pt2_compliant_tag
chunk(Tensor(a -> *) self, int chunks, int dim=0) -> Tensor(a)[] | pt2_compliant_tag
hsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[] | pt2_compliant_tag
hsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[] | pt2_compliant_tag
vsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[] | pt2_compliant_tag
vsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[] | pt2_compliant_tag
dsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[] | pt2_compliant_tag
dsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[] | pt2_compliant_tag
unsafe_chunk(Tensor self, int chunks, int dim=0) -> Tensor[] | maybe_aliasing_or_mutating pt2_compliant_tag
"""  # noqa: E501 - schemas are PyTorch's, one to a line
