"""`torch.amp.autocast_mode`.  Aliases only."""

from __future__ import annotations

from wye.amp import autocast, custom_bwd, custom_fwd, is_autocast_available
from wye.amp.block import autocast_decorator
from wye.autocast_mode import cast as _cast

__all__ = ["_cast", "autocast", "autocast_decorator", "custom_bwd", "custom_fwd", "is_autocast_available"]
