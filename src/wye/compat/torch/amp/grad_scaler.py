"""`torch.amp.grad_scaler`.  Aliases only."""

from __future__ import annotations

from wye.amp.grad_scaler import GradScaler, OptState
from wye.amp.grad_scaler import ready as _refresh_per_optimizer_state  # noqa: F401 - no public name

__all__ = ["GradScaler", "OptState"]
