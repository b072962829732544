"""`torch.optim._adafactor`.  Aliases only."""

from __future__ import annotations

from wye.optim import Adafactor

__all__ = ["Adafactor"]
