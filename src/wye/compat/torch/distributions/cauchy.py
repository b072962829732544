"""`torch.distributions.cauchy`.  Aliases only."""

from __future__ import annotations

from wye.distributions.location_scale import Cauchy

__all__ = [
    "Cauchy",
]
