"""`torch.futures`.  Aliases only."""

from __future__ import annotations

from wye.futures import Future, collect_all, wait_all

__all__ = ["Future", "collect_all", "wait_all"]
