"""`torch.optim.sgd`.  Aliases only."""

from __future__ import annotations

from wye.optim import SGD

__all__ = ["SGD"]
