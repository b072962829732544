"""`torch.distributions.laplace`.  Aliases only."""

from __future__ import annotations

from wye.distributions.location_scale import Laplace

__all__ = [
    "Laplace",
]
