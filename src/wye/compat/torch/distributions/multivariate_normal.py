"""`torch.distributions.multivariate_normal`.  Aliases only."""

from __future__ import annotations

from wye.distributions.multivariate import MultivariateNormal

__all__ = [
    "MultivariateNormal",
]
