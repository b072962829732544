"""`torch.distributions.von_mises`.  Aliases only."""

from __future__ import annotations

from wye.distributions.circular import VonMises

__all__ = [
    "VonMises",
]
