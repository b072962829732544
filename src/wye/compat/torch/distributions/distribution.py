"""`torch.distributions.distribution`.  Aliases only."""

from __future__ import annotations

from wye.distributions.distribution import Distribution

__all__ = [
    "Distribution",
]
