"""`torch.distributions.weibull`.  Aliases only."""

from __future__ import annotations

from wye.distributions.transformed import Weibull

__all__ = [
    "Weibull",
]
