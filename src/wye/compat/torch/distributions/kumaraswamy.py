"""`torch.distributions.kumaraswamy`.  Aliases only."""

from __future__ import annotations

from wye.distributions.transformed import Kumaraswamy

__all__ = [
    "Kumaraswamy",
]
