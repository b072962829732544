"""`torch.backends.mps`.  Aliases only."""

from __future__ import annotations

from wye.absent import never as is_available
from wye.absent import never as is_built
from wye.absent import never as is_macos13_or_newer
from wye.absent import never as is_macos_or_newer

__all__ = ["is_available", "is_built", "is_macos13_or_newer", "is_macos_or_newer"]
