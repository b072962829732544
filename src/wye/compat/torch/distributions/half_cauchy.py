"""`torch.distributions.half_cauchy`.  Aliases only."""

from __future__ import annotations

from wye.distributions.transformed import HalfCauchy

__all__ = [
    "HalfCauchy",
]
