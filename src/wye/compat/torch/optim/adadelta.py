"""`torch.optim.adadelta`.  Aliases only."""

from __future__ import annotations

from wye.optim import Adadelta

__all__ = ["Adadelta"]
