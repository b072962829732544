"""`torch.testing._internal.custom_op_db`: PyTorch's custom operators for tests come with opcheck.  Names only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.compat.modules import names_of

if TYPE_CHECKING:
    from wye.testing.op_info import OpInfo

__all__ = ["custom_op_db"]

custom_op_db: list[OpInfo] = []
__getattr__: Any = names_of(__name__)
