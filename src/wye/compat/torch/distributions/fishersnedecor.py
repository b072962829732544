"""`torch.distributions.fishersnedecor`.  Aliases only."""

from __future__ import annotations

from wye.distributions.gamma import FisherSnedecor

__all__ = [
    "FisherSnedecor",
]
