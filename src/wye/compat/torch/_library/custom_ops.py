"""`torch._library.custom_ops`.  Aliases only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wye.call import OpOverload
from wye.library import CustomOpDef, custom_op
from wye.library.custom_ops import _made as OPDEFS  # noqa: N812 - PyTorch's name
from wye.library.custom_ops import find_custom_op

__all__ = [
    "OPDEFS",
    "CustomOpDef",
    "_maybe_get_opdef",
    "custom_op",
    "device_types_t",
    "increment_version",
]

device_types_t = str | Sequence[str] | None


def _maybe_get_opdef(op: CustomOpDef | OpOverload | str) -> CustomOpDef | None:
    return op if isinstance(op, CustomOpDef) else find_custom_op(op.name() if isinstance(op, OpOverload) else op)


def increment_version(val: Any) -> None:
    for tensor in val if isinstance(val, (list, tuple)) else (val,):
        tensor._bump_version()
