"""`torch.distributions.generalized_pareto`.  Aliases only."""

from __future__ import annotations

from wye.distributions.transformed import GeneralizedPareto

__all__ = [
    "GeneralizedPareto",
]
