"""`torch.distributions.mixture_same_family`.  Aliases only."""

from __future__ import annotations

from wye.distributions.composed import MixtureSameFamily

__all__ = [
    "MixtureSameFamily",
]
