"""`torch.nn.modules.flatten`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.shaping import Flatten, Unflatten

__all__ = ["Flatten", "Unflatten"]
