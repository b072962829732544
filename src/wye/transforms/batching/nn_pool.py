"""Pooling."""

from __future__ import annotations

from wye.aten.declare import Rules
from wye.transforms.rules.leading import images

__all__ = ["BATCHING"]

BATCHING = Rules()
for _n in (2, 3):
    for _name in ("_adaptive_avg_pool{}d", "_adaptive_avg_pool{}d_backward", "adaptive_max_pool{}d", "avg_pool{}d",
                  "max_pool{}d_with_indices", "max_pool{}d_with_indices_backward"):  # fmt: skip
        BATCHING[_name.format(_n)] = images(_n)
BATCHING["avg_pool2d_backward"] = images(2)
