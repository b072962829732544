"""`torch.optim.nadam`.  Aliases only."""

from __future__ import annotations

from wye.optim import NAdam

__all__ = ["NAdam"]
