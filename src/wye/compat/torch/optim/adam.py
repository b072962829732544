"""`torch.optim.adam`.  Aliases only."""

from __future__ import annotations

from wye.optim import Adam

__all__ = ["Adam"]
