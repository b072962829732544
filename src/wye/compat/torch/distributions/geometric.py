"""`torch.distributions.geometric`.  Aliases only."""

from __future__ import annotations

from wye.distributions.discrete import Geometric

__all__ = [
    "Geometric",
]
