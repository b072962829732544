"""`torch.distributions.logistic_normal`.  Aliases only."""

from __future__ import annotations

from wye.distributions.transformed import LogisticNormal

__all__ = [
    "LogisticNormal",
]
