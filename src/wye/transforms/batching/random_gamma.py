"""Random numbers of gamma and Dirichlet distributions."""

from __future__ import annotations

from wye.aten.declare import Rules
from wye.transforms.rules.random import drawing

__all__ = ["BATCHING"]

BATCHING = Rules()
BATCHING["_standard_gamma"] = BATCHING["_sample_dirichlet"] = drawing
