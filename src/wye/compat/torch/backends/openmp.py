"""`torch.backends.openmp`.  Aliases only."""

from __future__ import annotations

from wye.device_answers import never as is_available

__all__ = ["is_available"]
