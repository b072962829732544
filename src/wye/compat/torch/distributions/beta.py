"""`torch.distributions.beta`.  Aliases only."""

from __future__ import annotations

from wye.distributions.gamma import Beta

__all__ = [
    "Beta",
]
