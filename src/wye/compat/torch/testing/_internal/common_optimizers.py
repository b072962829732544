"""`torch.testing._internal.common_optimizers`: PyTorch's list of optimizers with samples is not here."""

from __future__ import annotations

from typing import Any

from wye.compat.modules import names_of
from wye.testing.op_info import ops as optims

__all__ = ["optim_db", "optims"]

optim_db: list[Any] = []
__getattr__: Any = names_of(__name__)
