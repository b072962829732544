"""`torch._ops`: operators as Python objects.  Aliases only."""

from __future__ import annotations

from wye.call import OpaqueOpOverload as TorchBindOpOverload
from wye.call import OperatorBase, OpOverload, OpOverloadPacket, TransformType, ops
from wye.call.load import global_symbols as dl_open_guard
from wye.call.packets import OpNamespace as _OpNamespace
from wye.call.packets import Ops as _Ops
from wye.call.resolve import add_cached_op, get_cached_ops, reset_cached_ops, resolve_key
from wye.call.script_objects import has_fakes as _must_dispatch_in_python
from wye.call.script_objects import takes_objects as _has_script_object_arg
from wye.higher_order import HigherOrderOperator
from wye.higher_order.operator import HigherOrderNamespace as _HigherOrderNamespace
from wye.higher_order.operator import all_operators as _higher_order_ops
from wye.inspection import flat_arguments as _to_flat_tuple
from wye.inspection import keys_for as key_extractor
from wye.inspection import keys_of_arguments as _compute_keyset
from wye.inspection import packet_in as _get_packet
from wye.inspection import tensors_of as _get_tensors
from wye.keys import DispatchKey, is_included_in_alias
from wye.modes.pre_dispatch import Places as _ModeStackStateForPreDispatch
from wye.modes.pre_dispatch import count as _len_torch_dispatch_stack_pre_dispatch
from wye.modes.pre_dispatch import current_mode as _get_current_dispatch_mode_pre_dispatch
from wye.modes.pre_dispatch import get_mode as _get_dispatch_mode_pre_dispatch
from wye.modes.pre_dispatch import places as mode_stack_state_for_pre_dispatch
from wye.modes.pre_dispatch import pop_mode as _pop_mode_from_pre_dispatch
from wye.modes.pre_dispatch import set_mode as _set_mode_pre_dispatch
from wye.modes.pre_dispatch import unset_mode as unset_mode_pre_dispatch

__all__ = [
    "DispatchKey",
    "HigherOrderOperator",
    "OpOverload",
    "OpOverloadPacket",
    "OperatorBase",
    "TorchBindOpOverload",
    "TransformType",
    "_HigherOrderNamespace",
    "_ModeStackStateForPreDispatch",
    "_OpNamespace",
    "_Ops",
    "_call_overload_packet_from_python",
    "_compute_keyset",
    "_get_current_dispatch_mode_pre_dispatch",
    "_get_dispatch_mode_pre_dispatch",
    "_get_packet",
    "_get_tensors",
    "_has_script_object_arg",
    "_higher_order_ops",
    "_len_torch_dispatch_stack_pre_dispatch",
    "_must_dispatch_in_python",
    "_pop_mode_from_pre_dispatch",
    "_refresh_packet",
    "_set_mode_pre_dispatch",
    "_to_flat_tuple",
    "add_cached_op",
    "dl_open_guard",
    "get_cached_ops",
    "is_included_in_alias",
    "key_extractor",
    "mode_stack_state_for_pre_dispatch",
    "ops",
    "reset_cached_ops",
    "resolve_key",
    "unset_mode_pre_dispatch",
]

_call_overload_packet_from_python = OpOverloadPacket.__call__
_refresh_packet = OpOverloadPacket._refresh
