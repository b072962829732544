"""`torch.distributed`: it is not there, and `is_available` says so.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.device_answers import never as is_available
from wye.device_answers import never as is_initialized

__all__ = ["is_available", "is_initialized"]

__getattr__ = names_of(__name__)
