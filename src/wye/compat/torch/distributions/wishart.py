"""`torch.distributions.wishart`.  Aliases only."""

from __future__ import annotations

from wye.distributions.multivariate import Wishart

__all__ = [
    "Wishart",
]
