"""`torch.distributions.multinomial`.  Aliases only."""

from __future__ import annotations

from wye.distributions.categorical import Multinomial

__all__ = [
    "Multinomial",
]
