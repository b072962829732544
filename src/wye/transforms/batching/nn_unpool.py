"""Unpooling."""

from __future__ import annotations

from wye.aten.declare import Rules
from wye.transforms.rules.leading import images

__all__ = ["BATCHING"]

BATCHING = Rules()
BATCHING["max_unpool2d"] = images(2)
BATCHING["max_unpool3d"] = images(3)
