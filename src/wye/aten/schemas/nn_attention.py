"""Schemas: attention."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0., bool is_causal=False, *, float? scale=None, bool enable_gqa=False) -> Tensor | nondeterministic_seeded pt2_compliant_tag | public(nn)
_scaled_dot_product_attention_math(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0., bool is_causal=False, Tensor? dropout_mask=None, *, float? scale=None, bool enable_gqa=False) -> (Tensor, Tensor) | nondeterministic_seeded pt2_compliant_tag
_scaled_dot_product_flash_attention_for_cpu(Tensor query, Tensor key, Tensor value, float dropout_p=0., bool is_causal=False, *, Tensor? attn_mask=None, float? scale=None) -> (Tensor output, Tensor logsumexp) | nondeterministic_seeded pt2_compliant_tag
_safe_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor | pt2_compliant_tag | public(function)
"""  # noqa: E501 - one schema is one line
