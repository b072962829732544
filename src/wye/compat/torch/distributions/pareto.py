"""`torch.distributions.pareto`.  Aliases only."""

from __future__ import annotations

from wye.distributions.transformed import Pareto

__all__ = [
    "Pareto",
]
