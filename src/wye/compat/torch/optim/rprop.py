"""`torch.optim.rprop`.  Aliases only."""

from __future__ import annotations

from wye.optim import Rprop

__all__ = ["Rprop"]
