"""`torch.fx.operator_schemas`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fx.operator_schemas import (
    ArgsKwargsPair,
    check_for_mutable_operation,
    create_type_hint,
    get_signature_for_torch_op,
    normalize_function,
    normalize_module,
    type_matches,
)
from wye.fx.operator_schemas import python_type as _torchscript_type_to_python_type

__all__ = [
    "ArgsKwargsPair",
    "_torchscript_type_to_python_type",
    "check_for_mutable_operation",
    "create_type_hint",
    "get_signature_for_torch_op",
    "normalize_function",
    "normalize_module",
    "type_matches",
]

__getattr__ = names_of(__name__)
