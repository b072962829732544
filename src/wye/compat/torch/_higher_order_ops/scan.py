"""`torch._higher_order_ops.scan`.  Aliases only."""

from __future__ import annotations

from wye.higher_order import scan

__all__ = ["scan"]
