"""`torch.multiprocessing.reductions`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.weak import StorageWeakRef

__all__ = ["StorageWeakRef"]

__getattr__ = names_of(__name__)
