"""`torch.optim.radam`.  Aliases only."""

from __future__ import annotations

from wye.optim import RAdam

__all__ = ["RAdam"]
