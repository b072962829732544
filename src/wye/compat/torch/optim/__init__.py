"""`torch.optim`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.optim import SGD, Adam, AdamW, Optimizer

__all__ = ["SGD", "Adam", "AdamW", "Optimizer"]
__getattr__ = names_of(__name__)
