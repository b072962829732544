"""`torch.optim.asgd`.  Aliases only."""

from __future__ import annotations

from wye.optim import ASGD

__all__ = ["ASGD"]
