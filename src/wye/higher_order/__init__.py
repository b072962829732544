"""Layer 7: higher-order operators. May import: tensors and everything below.

operator (operators that take functions) -> slices (parts of tensors and arrays)
-> control_flow (cond, while_loop, map, scan); effects (operators whose calls stay in order), auto_functionalize (calls
of operators that write, without the writing), out_dtype (calls computed in a wider dtype).
"""

from __future__ import annotations

from wye.higher_order.auto_functionalize import auto_functionalized, can_auto_functionalize
from wye.higher_order.auto_functionalize_bases import auto_functionalized_v2
from wye.higher_order.control_flow import cond, map, scan, while_loop
from wye.higher_order.effects import EffectType, get_effect, has_effects, register_effectful_op, with_effects
from wye.higher_order.operator import HigherOrderOperator
from wye.higher_order.out_dtype import out_dtype

__all__ = [
    "EffectType",
    "HigherOrderOperator",
    "auto_functionalized",
    "auto_functionalized_v2",
    "can_auto_functionalize",
    "cond",
    "get_effect",
    "has_effects",
    "map",
    "out_dtype",
    "register_effectful_op",
    "scan",
    "while_loop",
    "with_effects",
]
