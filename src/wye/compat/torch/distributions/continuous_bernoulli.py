"""`torch.distributions.continuous_bernoulli`.  Aliases only."""

from __future__ import annotations

from wye.distributions.discrete import ContinuousBernoulli

__all__ = [
    "ContinuousBernoulli",
]
