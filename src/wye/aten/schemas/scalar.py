"""Schemas of the operators that give Python numbers."""

SCHEMAS = """
_local_scalar_dense(Tensor self) -> Scalar | core data_dependent_output pt2_compliant_tag | public(function)
is_inference(Tensor self) -> bool | pt2_compliant_tag
item(Tensor self) -> Scalar | data_dependent_output pt2_compliant_tag
"""
