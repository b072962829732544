"""`torch.distributions.relaxed_bernoulli`.  Aliases only."""

from __future__ import annotations

from wye.distributions.categorical import LogitRelaxedBernoulli, RelaxedBernoulli

__all__ = [
    "LogitRelaxedBernoulli",
    "RelaxedBernoulli",
]
