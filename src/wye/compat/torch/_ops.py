"""`torch._ops`: operators as Python objects.  Aliases only."""

from __future__ import annotations

from wye.call import OperatorBase, OpOverload, OpOverloadPacket, TransformType, ops
from wye.call.load import global_symbols as dl_open_guard
from wye.call.packets import OpNamespace as _OpNamespace
from wye.call.packets import Ops as _Ops
from wye.call.resolve import add_cached_op, get_cached_ops, reset_cached_ops, resolve_key
from wye.higher_order import HigherOrderOperator
from wye.keys import DispatchKey, is_included_in_alias
from wye.modes.pre_dispatch import count as _len_torch_dispatch_stack_pre_dispatch
from wye.modes.pre_dispatch import current_mode as _get_current_dispatch_mode_pre_dispatch
from wye.modes.pre_dispatch import get_mode as _get_dispatch_mode_pre_dispatch
from wye.modes.pre_dispatch import pop_mode as _pop_mode_from_pre_dispatch
from wye.modes.pre_dispatch import set_mode as _set_mode_pre_dispatch
from wye.modes.pre_dispatch import unset_mode as unset_mode_pre_dispatch

__all__ = [
    "DispatchKey",
    "HigherOrderOperator",
    "OpOverload",
    "OpOverloadPacket",
    "OperatorBase",
    "TransformType",
    "_OpNamespace",
    "_Ops",
    "_get_current_dispatch_mode_pre_dispatch",
    "_get_dispatch_mode_pre_dispatch",
    "_len_torch_dispatch_stack_pre_dispatch",
    "_pop_mode_from_pre_dispatch",
    "_set_mode_pre_dispatch",
    "add_cached_op",
    "dl_open_guard",
    "get_cached_ops",
    "is_included_in_alias",
    "ops",
    "reset_cached_ops",
    "resolve_key",
    "unset_mode_pre_dispatch",
]
