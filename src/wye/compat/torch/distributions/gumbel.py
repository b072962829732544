"""`torch.distributions.gumbel`.  Aliases only."""

from __future__ import annotations

from wye.distributions.location_scale import Gumbel

__all__ = [
    "Gumbel",
]
