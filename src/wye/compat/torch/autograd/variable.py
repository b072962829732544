"""`torch.autograd.variable`.  Aliases only."""

from __future__ import annotations

from wye.autograd.variable import Variable

__all__ = ["Variable"]
