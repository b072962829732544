"""`torch.nn.modules.fold`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.shaping import Fold, Unfold

__all__ = ["Fold", "Unfold"]
