"""`torch._ops`: operators as Python objects.  Aliases only."""

from __future__ import annotations

from typing import Any

from wye.call import OpaqueOpOverload as TorchBindOpOverload
from wye.call import OperatorBase, OpOverload, OpOverloadPacket, TransformType, ops
from wye.call.load import global_symbols as dl_open_guard
from wye.call.look import keys_of_values
from wye.call.packets import OpNamespace as _OpNamespace
from wye.call.packets import Ops as _Ops
from wye.call.resolve import add_cached_op, get_cached_ops, reset_cached_ops, resolve_key
from wye.higher_order import HigherOrderOperator
from wye.higher_order.operator import HigherOrderNamespace as _HigherOrderNamespace
from wye.keys import DispatchKey, DispatchKeySet, is_included_in_alias
from wye.modes.pre_dispatch import count as _len_torch_dispatch_stack_pre_dispatch
from wye.modes.pre_dispatch import current_mode as _get_current_dispatch_mode_pre_dispatch
from wye.modes.pre_dispatch import get_mode as _get_dispatch_mode_pre_dispatch
from wye.modes.pre_dispatch import pop_mode as _pop_mode_from_pre_dispatch
from wye.modes.pre_dispatch import set_mode as _set_mode_pre_dispatch
from wye.modes.pre_dispatch import unset_mode as unset_mode_pre_dispatch
from wye.pytree import arg_tree_leaves
from wye.tensors import Tensor

__all__ = [
    "DispatchKey",
    "HigherOrderOperator",
    "OpOverload",
    "OpOverloadPacket",
    "OperatorBase",
    "TorchBindOpOverload",
    "TransformType",
    "_HigherOrderNamespace",
    "_OpNamespace",
    "_Ops",
    "_compute_keyset",
    "_get_current_dispatch_mode_pre_dispatch",
    "_get_dispatch_mode_pre_dispatch",
    "_get_tensors",
    "_len_torch_dispatch_stack_pre_dispatch",
    "_pop_mode_from_pre_dispatch",
    "_set_mode_pre_dispatch",
    "_to_flat_tuple",
    "add_cached_op",
    "dl_open_guard",
    "get_cached_ops",
    "is_included_in_alias",
    "key_extractor",
    "ops",
    "reset_cached_ops",
    "resolve_key",
    "unset_mode_pre_dispatch",
]


# ---- the keys of a call ----
def _to_flat_tuple(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(arg_tree_leaves(*args, **kwargs))


def _get_tensors(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Tensor, ...]:
    return tuple(leaf for leaf in _to_flat_tuple(args, kwargs) if isinstance(leaf, Tensor))


def key_extractor(tensors: tuple[Any, ...], key_mask: DispatchKeySet) -> DispatchKeySet:
    return keys_of_values(tensors) & key_mask


def _compute_keyset(
    args: tuple[Any, ...], kwargs: dict[str, Any], non_fallthrough_keys: DispatchKeySet
) -> DispatchKeySet:
    return key_extractor(_get_tensors(args, kwargs), non_fallthrough_keys)
