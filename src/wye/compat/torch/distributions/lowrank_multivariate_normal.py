"""`torch.distributions.lowrank_multivariate_normal`.  Aliases only."""

from __future__ import annotations

from wye.distributions.multivariate import LowRankMultivariateNormal

__all__ = [
    "LowRankMultivariateNormal",
]
