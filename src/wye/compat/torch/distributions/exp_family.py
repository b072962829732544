"""`torch.distributions.exp_family`.  Aliases only."""

from __future__ import annotations

from wye.distributions.distribution import ExponentialFamily

__all__ = [
    "ExponentialFamily",
]
