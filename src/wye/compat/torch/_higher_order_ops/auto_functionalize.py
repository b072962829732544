"""`torch._higher_order_ops.auto_functionalize`: calls of operators that write.  Aliases only."""

from __future__ import annotations

from wye.functionalization.custom import auto_functionalize as do_auto_functionalize_v2
from wye.higher_order.auto_functionalize import (
    AutoFunctionalized,
    auto_functionalized,
    can_auto_functionalize,
    get_mutable_args,
    get_mutable_args_from_schema,
)
from wye.higher_order.auto_functionalize_bases import (
    AutoFunctionalizedV2,
    auto_functionalized_v2,
)
from wye.higher_order.auto_functionalize_bases import run_with_bases as auto_functionalized_v2_dense

do_auto_functionalize = do_auto_functionalize_v2

__all__ = [
    "AutoFunctionalized",
    "AutoFunctionalizedV2",
    "auto_functionalized",
    "auto_functionalized_v2",
    "auto_functionalized_v2_dense",
    "can_auto_functionalize",
    "do_auto_functionalize",
    "do_auto_functionalize_v2",
    "get_mutable_args",
    "get_mutable_args_from_schema",
]
