"""`torch.backends.mps`.  Aliases only."""

from __future__ import annotations

from wye.device_answers import never as is_available
from wye.device_answers import never as is_built
from wye.device_answers import never as is_macos13_or_newer
from wye.device_answers import never as is_macos_or_newer

__all__ = ["is_available", "is_built", "is_macos13_or_newer", "is_macos_or_newer"]
