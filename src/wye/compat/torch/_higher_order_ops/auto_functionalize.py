"""`torch._higher_order_ops.auto_functionalize`: calls of operators that write.  Aliases only."""

from __future__ import annotations

from wye.higher_order.auto_functionalize import (
    AutoFunctionalized,
    auto_functionalized,
    can_auto_functionalize,
    get_mutable_args,
    get_mutable_args_from_schema,
)

__all__ = [
    "AutoFunctionalized",
    "auto_functionalized",
    "can_auto_functionalize",
    "get_mutable_args",
    "get_mutable_args_from_schema",
]
