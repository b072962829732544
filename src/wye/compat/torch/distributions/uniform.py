"""`torch.distributions.uniform`.  Aliases only."""

from __future__ import annotations

from wye.distributions.location_scale import Uniform

__all__ = [
    "Uniform",
]
