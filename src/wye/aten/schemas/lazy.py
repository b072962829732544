"""Schemas of the operators about conjugates, negatives and zeros that are not stored."""

SCHEMAS = """
_conj(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag
_conj_copy(Tensor self) -> Tensor | pt2_compliant_tag view_copy | public(function)
_conj_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
conj(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag
resolve_conj(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag
resolve_neg(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag
_neg_view(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag
_neg_view_copy(Tensor self) -> Tensor | pt2_compliant_tag view_copy | public(function)
_neg_view_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
_efficientzerotensor(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag | passes_lazy_bits
_is_zerotensor(Tensor self) -> bool | pt2_compliant_tag | passes_lazy_bits
"""  # noqa: E501 - schemas are PyTorch's, one to a line
