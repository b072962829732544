"""`torch.distributions.negative_binomial`.  Aliases only."""

from __future__ import annotations

from wye.distributions.discrete import NegativeBinomial

__all__ = [
    "NegativeBinomial",
]
