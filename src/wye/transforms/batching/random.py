"""Random numbers: which of them the examples share is the randomness of the vmap."""

from __future__ import annotations

from wye.aten.columns import COLUMNS
from wye.aten.declare import Rules
from wye.transforms.rules.pointwise import pointwise
from wye.transforms.rules.random import drawing

__all__ = ["BATCHING"]

BATCHING = Rules()
for _name in COLUMNS["kernel"].table("random"):
    BATCHING[_name] = pointwise if _name == "native_dropout_backward" else drawing
