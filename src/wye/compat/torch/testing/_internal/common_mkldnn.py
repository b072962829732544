"""`torch.testing._internal.common_mkldnn`: precisions of a library that wye does not use.  Aliases only."""

from __future__ import annotations

from wye.testing.skips import unchanged as bf32_on_and_off
from wye.testing.skips import unchanged as reduced_f32_on_and_off

__all__ = ["bf32_on_and_off", "reduced_f32_on_and_off"]
