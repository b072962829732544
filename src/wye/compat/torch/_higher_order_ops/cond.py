"""`torch._higher_order_ops.cond`.  Aliases only."""

from __future__ import annotations

from wye.higher_order import cond

__all__ = ["cond"]
