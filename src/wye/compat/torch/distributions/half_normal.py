"""`torch.distributions.half_normal`.  Aliases only."""

from __future__ import annotations

from wye.distributions.transformed import HalfNormal

__all__ = [
    "HalfNormal",
]
