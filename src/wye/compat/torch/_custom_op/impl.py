"""`torch._custom_op.impl`: operators whose parts are registered one after the other.  Aliases only."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from wye.deprecated import custom_op as _deprecated
from wye.deprecated.custom_op import RESERVED as RESERVED_NS
from wye.deprecated.custom_op import CustomOp
from wye.deprecated.custom_op import abstract_impl as get_abstract_impl
from wye.deprecated.custom_op import check_namespace as validate_namespace
from wye.deprecated.custom_op import made as global_registry
from wye.deprecated.custom_op import split_qualname as parse_qualname
from wye.library import get_ctx, infer_schema

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.call import OpOverload

__all__ = [
    "RESERVED_NS",
    "CustomOp",
    "_find_custom_op",
    "custom_op",
    "get_abstract_impl",
    "get_ctx",
    "get_op",
    "global_registry",
    "infer_schema",
    "parse_qualname",
    "validate_namespace",
]


def custom_op(qualname: str, manual_schema: str | None = None) -> Callable[[Any], CustomOp]:
    warnings.warn(
        "torch._custom_op is deprecated, please use the equivalent torch.library API instead.",
        DeprecationWarning,
        stacklevel=2,
    )
    return lambda func: _deprecated.custom_op_from_function(qualname, func, manual_schema)


def _find_custom_op(qualname: str, also_check_torch_library: bool = False) -> CustomOp:
    return (_deprecated.find_or_adopt if also_check_torch_library else _deprecated.find)(qualname)


def get_op(qualname: str) -> OpOverload:
    return _deprecated.operator_of(qualname)
