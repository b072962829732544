"""`torch.distributions.categorical`.  Aliases only."""

from __future__ import annotations

from wye.distributions.categorical import Categorical

__all__ = [
    "Categorical",
]
