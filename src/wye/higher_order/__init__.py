"""Layer 7: higher-order operators. May import: tensors and everything below.

pytree (containers of tensors) -> operator (operators that take functions) -> slices (parts of tensors and arrays)
-> control_flow (cond, while_loop, map, scan).
"""

from __future__ import annotations

from wye.higher_order.control_flow import cond, map, scan, while_loop
from wye.higher_order.operator import HigherOrderOperator

__all__ = ["HigherOrderOperator", "cond", "map", "scan", "while_loop"]
