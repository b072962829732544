"""`torch.optim.adamw`.  Aliases only."""

from __future__ import annotations

from wye.optim import AdamW

__all__ = ["AdamW"]
