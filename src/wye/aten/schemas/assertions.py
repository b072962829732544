"""Schemas of operators that check something, and raise."""

__all__ = ["SCHEMAS"]

SCHEMAS = """
_assert_async(Tensor self) -> () | pt2_compliant_tag | public(function)
_assert_async.msg(Tensor self, str assert_msg) -> () | pt2_compliant_tag | public(function)
_functional_assert_async.msg(Tensor self, str assert_msg, Tensor dep_token) -> Tensor | pt2_compliant_tag | public(function)
_assert_scalar(Scalar self, str assert_msg) -> () | pt2_compliant_tag
_functional_assert_scalar(Scalar self, str assert_msg, Tensor dep_token) -> Tensor | pt2_compliant_tag
sym_constrain_range(Scalar size, *, int? min=None, int? max=None) -> () | pt2_compliant_tag | public(function)
sym_constrain_range_for_size(Scalar size, *, int? min=None, int? max=None) -> () | pt2_compliant_tag | public(function)
_assert_tensor_metadata(Tensor a, SymInt[]? size=None, SymInt[]? stride=None, ScalarType? dtype=None, *, Device? device=None, Layout? layout=None) -> () | pt2_compliant_tag
"""  # noqa: E501 - schemas are PyTorch's, one to a line
