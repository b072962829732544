"""`torch._library.custom_ops`.  Aliases only."""

from __future__ import annotations

from collections.abc import Sequence

from wye.inspection.operators import bump_versions as increment_version
from wye.library import CustomOpDef, custom_op
from wye.library.custom_ops import _made as OPDEFS  # noqa: N812 - PyTorch's name
from wye.library.custom_ops import custom_op_of as _maybe_get_opdef

__all__ = [
    "OPDEFS",
    "CustomOpDef",
    "_maybe_get_opdef",
    "custom_op",
    "device_types_t",
    "increment_version",
]

device_types_t = str | Sequence[str] | None
