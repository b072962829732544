"""`functorch.experimental.control_flow`.  Aliases only."""

from __future__ import annotations

from wye.higher_order import cond, map

__all__ = ["cond", "map"]
