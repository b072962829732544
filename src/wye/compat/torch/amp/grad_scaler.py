"""`torch.amp.grad_scaler`.  Aliases only."""

from __future__ import annotations

from wye.amp.grad_scaler import GradScaler, OptState

__all__ = ["GradScaler", "OptState"]
