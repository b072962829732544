"""`torch.distributions.independent`.  Aliases only."""

from __future__ import annotations

from wye.distributions.composed import Independent

__all__ = [
    "Independent",
]
