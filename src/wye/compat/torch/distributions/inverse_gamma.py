"""`torch.distributions.inverse_gamma`.  Aliases only."""

from __future__ import annotations

from wye.distributions.transformed import InverseGamma

__all__ = [
    "InverseGamma",
]
