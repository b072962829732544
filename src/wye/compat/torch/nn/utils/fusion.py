"""`torch.nn.utils.fusion`.  Aliases only."""

from __future__ import annotations

from wye.nn.utils.fusion import *  # noqa: F403 - one module under two names
from wye.nn.utils.fusion import __all__ as __all__
