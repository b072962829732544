"""`torch.nn.modules.conv`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.conv import *  # noqa: F403 - one module under two names
from wye.nn.modules.conv import __all__ as __all__
