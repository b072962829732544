"""`torch.distributions.poisson`.  Aliases only."""

from __future__ import annotations

from wye.distributions.discrete import Poisson

__all__ = [
    "Poisson",
]
