"""`torch._higher_order_ops.map`.  Aliases only."""

from __future__ import annotations

from wye.higher_order import map

__all__ = ["map"]
