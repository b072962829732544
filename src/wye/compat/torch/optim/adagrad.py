"""`torch.optim.adagrad`.  Aliases only."""

from __future__ import annotations

from wye.optim import Adagrad

__all__ = ["Adagrad"]
