"""`torch._higher_order_ops.out_dtype`.  Aliases only."""

from __future__ import annotations

from wye.higher_order.out_dtype import OutDtype as OutDtypeOperator
from wye.higher_order.out_dtype import out_dtype
from wye.higher_order.out_dtype import run_out_dtype as out_dtype_dense

__all__ = ["OutDtypeOperator", "out_dtype", "out_dtype_dense"]
