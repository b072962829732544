"""`torch._C._autograd`.  Aliases only."""

from __future__ import annotations

from wye.autograd.saved import SavedTensor
from wye.compat.modules import names_of

__all__ = ["SavedTensor"]

__getattr__ = names_of(__name__)
