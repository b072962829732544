"""`torch._custom_op.impl`: operators whose parts are registered one after the other.  Aliases only."""

from __future__ import annotations

from wye.deprecated.custom_op import DEVICE_KEYS as SUPPORTED_DEVICE_TYPE_TO_KEY
from wye.deprecated.custom_op import RESERVED as RESERVED_NS
from wye.deprecated.custom_op import CustomOp
from wye.deprecated.custom_op import abstract_impl as get_abstract_impl
from wye.deprecated.custom_op import check_namespace as validate_namespace
from wye.deprecated.custom_op import made as global_registry
from wye.deprecated.custom_op import operator_of as get_op
from wye.deprecated.custom_op import split_qualname as parse_qualname
from wye.deprecated.custom_op_by_name import custom_op_object as custom_op
from wye.deprecated.custom_op_by_name import find_custom_op as _find_custom_op
from wye.library import get_ctx, infer_schema

__all__ = [
    "RESERVED_NS",
    "SUPPORTED_DEVICE_TYPE_TO_KEY",
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
