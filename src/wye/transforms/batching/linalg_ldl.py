"""Factors of symmetric matrices, and what is solved with them."""

from __future__ import annotations

from wye.aten.declare import Rules
from wye.transforms.rules.leading import leading, with_pivots

__all__ = ["BATCHING"]

BATCHING = Rules()
BATCHING["linalg_ldl_factor_ex"] = leading
BATCHING["linalg_ldl_solve"] = with_pivots
