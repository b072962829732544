"""`torch.nn.modules.channelshuffle`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.shaping import ChannelShuffle

__all__ = ["ChannelShuffle"]
