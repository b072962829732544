"""`torch.distributions.transformed_distribution`.  Aliases only."""

from __future__ import annotations

from wye.distributions.composed import TransformedDistribution

__all__ = [
    "TransformedDistribution",
]
