"""`torch.distributions.bernoulli`.  Aliases only."""

from __future__ import annotations

from wye.distributions.discrete import Bernoulli

__all__ = [
    "Bernoulli",
]
