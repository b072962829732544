"""Schemas: tensors over the memory of files."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
from_file(str filename, bool? shared=None, int? size=0, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
from_file.out(str filename, bool? shared=None, int? size=0, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
"""  # noqa: E501 - one schema is one line
