"""`torch.distributions.normal`.  Aliases only."""

from __future__ import annotations

from wye.distributions.location_scale import Normal

__all__ = [
    "Normal",
]
