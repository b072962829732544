"""`torch.distributions.gamma`.  Aliases only."""

from __future__ import annotations

from wye.distributions.gamma import Gamma

__all__ = [
    "Gamma",
]
