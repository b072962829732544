"""`functorch.einops._parsing`: the patterns.  Aliases only."""

from __future__ import annotations

from wye.functional.axis_patterns import ELLIPSIS as _ellipsis  # noqa: N811 - PyTorch's name
from wye.functional.axis_patterns import (
    AnonymousAxis,
    ParsedExpression,
    parse_pattern,
    validate_rearrange_expressions,
)

__all__ = ["AnonymousAxis", "ParsedExpression", "_ellipsis", "parse_pattern", "validate_rearrange_expressions"]
