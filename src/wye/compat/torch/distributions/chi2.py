"""`torch.distributions.chi2`.  Aliases only."""

from __future__ import annotations

from wye.distributions.gamma import Chi2

__all__ = [
    "Chi2",
]
