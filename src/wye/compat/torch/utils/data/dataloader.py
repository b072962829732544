"""`torch.utils.data.dataloader`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.data import DataLoader, default_collate, default_convert, get_worker_info
from wye.data.loader import DatasetKind as _DatasetKind

__all__ = ["DataLoader", "_DatasetKind", "default_collate", "default_convert", "get_worker_info"]

__getattr__ = names_of(__name__)
