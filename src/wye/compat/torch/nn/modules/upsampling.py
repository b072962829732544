"""`torch.nn.modules.upsampling`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.shaping import Upsample, UpsamplingBilinear2d, UpsamplingNearest2d

__all__ = ["Upsample", "UpsamplingBilinear2d", "UpsamplingNearest2d"]
