"""`torch.quasirandom`.  Aliases only."""

from __future__ import annotations

from wye.functional.quasirandom import SobolEngine

__all__ = ["SobolEngine"]
