"""Random numbers that count events."""

from __future__ import annotations

from wye.aten.declare import Rules
from wye.transforms.rules.random import drawing

__all__ = ["BATCHING"]

BATCHING = Rules()
BATCHING["poisson"] = BATCHING["binomial"] = drawing
