"""`torch.optim.adamax`.  Aliases only."""

from __future__ import annotations

from wye.optim import Adamax

__all__ = ["Adamax"]
