"""`torch.distributions.exponential`.  Aliases only."""

from __future__ import annotations

from wye.distributions.gamma import Exponential

__all__ = [
    "Exponential",
]
