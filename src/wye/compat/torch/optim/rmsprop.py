"""`torch.optim.rmsprop`.  Aliases only."""

from __future__ import annotations

from wye.optim import RMSprop

__all__ = ["RMSprop"]
