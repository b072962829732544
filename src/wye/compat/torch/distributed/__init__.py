"""`torch.distributed`: it is not there, and `is_available` says so.  Aliases only."""

from __future__ import annotations

from wye.absent import never as is_available
from wye.absent import never as is_initialized
from wye.compat.modules import names_of

__all__ = ["is_available", "is_initialized"]

__getattr__ = names_of(__name__)
