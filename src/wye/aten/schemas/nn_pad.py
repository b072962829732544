"""Schemas: padding."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
reflection_pad1d(Tensor self, SymInt[2] padding) -> Tensor | core pt2_compliant_tag | public(nn)
reflection_pad1d.out(Tensor self, SymInt[2] padding, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(nn)
reflection_pad2d(Tensor self, SymInt[4] padding) -> Tensor | core pt2_compliant_tag | public(nn)
reflection_pad2d.out(Tensor self, SymInt[4] padding, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(nn)
reflection_pad3d(Tensor self, SymInt[6] padding) -> Tensor | core pt2_compliant_tag | public(nn)
reflection_pad3d.out(Tensor self, SymInt[6] padding, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(nn)
replication_pad1d(Tensor self, SymInt[2] padding) -> Tensor | pt2_compliant_tag | public(nn)
replication_pad1d.out(Tensor self, SymInt[2] padding, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(nn)
replication_pad2d(Tensor self, SymInt[4] padding) -> Tensor | core pt2_compliant_tag | public(nn)
replication_pad2d.out(Tensor self, SymInt[4] padding, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(nn)
replication_pad3d(Tensor self, SymInt[6] padding) -> Tensor | core pt2_compliant_tag | public(nn)
replication_pad3d.out(Tensor self, SymInt[6] padding, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(nn)
constant_pad_nd(Tensor self, SymInt[] pad, Scalar value=0) -> Tensor | core pt2_compliant_tag | composite(direct) public(function)
constant_pad_nd.out(Tensor self, SymInt[] pad, Scalar value=0, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
pad(Tensor self, SymInt[] pad, str mode="constant", float? value=None) -> Tensor | pt2_compliant_tag | public(nn)
_pad_circular(Tensor self, SymInt[] pad) -> Tensor | pt2_compliant_tag | public(nn)
_pad_enum(Tensor self, SymInt[] pad, int mode, float? value=None) -> Tensor | pt2_compliant_tag | public(nn)
"""  # noqa: E501 - one schema is one line
