"""`torch.serialization`: files of tensors.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.serialization import load, save

__all__ = ["load", "save"]

__getattr__ = names_of(__name__)
