"""Schemas of sums of products in Einstein's notation."""

__all__ = ["SCHEMAS"]

SCHEMAS = """
einsum(str equation, Tensor[] tensors, *, int[]? path=None) -> Tensor | pt2_compliant_tag
"""
