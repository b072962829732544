"""`torch.nn.modules.pixelshuffle`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.shaping import PixelShuffle, PixelUnshuffle

__all__ = ["PixelShuffle", "PixelUnshuffle"]
