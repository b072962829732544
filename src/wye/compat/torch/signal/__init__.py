"""`torch.signal`.  Aliases only."""

from __future__ import annotations

from wye.compat.torch.signal import windows

__all__ = ["windows"]
