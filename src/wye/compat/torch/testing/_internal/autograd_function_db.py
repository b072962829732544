"""`torch.testing._internal.autograd_function_db`: PyTorch's list of autograd functions with samples is not here."""

from __future__ import annotations

from typing import Any

from wye.compat.modules import names_of
from wye.testing.numpy_operators import to_numpy

__all__ = ["autograd_function_db", "to_numpy"]

autograd_function_db: list[Any] = []
__getattr__: Any = names_of(__name__)
