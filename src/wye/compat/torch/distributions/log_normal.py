"""`torch.distributions.log_normal`.  Aliases only."""

from __future__ import annotations

from wye.distributions.transformed import LogNormal

__all__ = [
    "LogNormal",
]
