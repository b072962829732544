"""`torch.testing._internal.common_modules`: PyTorch's list of modules with samples is not here."""

from __future__ import annotations

from typing import Any

from wye.compat.modules import names_of
from wye.testing.op_info import ops as modules

__all__ = ["module_db", "modules"]

module_db: list[Any] = []
__getattr__: Any = names_of(__name__)
