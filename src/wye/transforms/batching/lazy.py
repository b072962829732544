"""Lazy conjugation and negation."""

from __future__ import annotations

from wye.aten.declare import Rules
from wye.transforms.rules.leading import same_place

__all__ = ["BATCHING"]

BATCHING = Rules()
BATCHING["_conj"] = BATCHING["_neg_view"] = same_place
