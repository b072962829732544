"""`torch.amp`.  Aliases only."""

from __future__ import annotations

from wye.amp import GradScaler, autocast, custom_bwd, custom_fwd, is_autocast_available
from wye.amp.block import enter_autocast as _enter_autocast
from wye.amp.block import exit_autocast as _exit_autocast
from wye.compat.modules import names_of

__all__ = [
    "GradScaler",
    "_enter_autocast",
    "_exit_autocast",
    "autocast",
    "custom_bwd",
    "custom_fwd",
    "is_autocast_available",
]

__getattr__ = names_of(__name__)
