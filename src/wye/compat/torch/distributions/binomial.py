"""`torch.distributions.binomial`.  Aliases only."""

from __future__ import annotations

from wye.distributions.discrete import Binomial

__all__ = [
    "Binomial",
]
