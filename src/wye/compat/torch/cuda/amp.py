"""`torch.cuda.amp`.  Aliases only."""

from __future__ import annotations

from wye.amp import GradScaler, autocast, custom_bwd, custom_fwd

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd"]
