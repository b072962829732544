"""`torch._higher_order_ops.while_loop`.  Aliases only."""

from __future__ import annotations

from wye.higher_order import while_loop

__all__ = ["while_loop"]
