"""`torch._higher_order_ops`: operators that take functions.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.compat.torch._higher_order_ops.cond import cond
from wye.compat.torch._higher_order_ops.map import map
from wye.compat.torch._higher_order_ops.out_dtype import out_dtype
from wye.compat.torch._higher_order_ops.scan import scan
from wye.compat.torch._higher_order_ops.while_loop import while_loop
from wye.higher_order.auto_functionalize import auto_functionalized
from wye.higher_order.auto_functionalize_bases import auto_functionalized_v2
from wye.higher_order.effects import with_effects

__all__ = [
    "auto_functionalized", "auto_functionalized_v2", "cond", "map", "out_dtype", "scan", "while_loop", "with_effects",
]  # fmt: skip

__getattr__ = names_of(__name__)
