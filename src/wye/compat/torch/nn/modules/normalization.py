"""`torch.nn.modules.normalization`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.normalization import *  # noqa: F403 - one module under two names
from wye.nn.modules.normalization import __all__ as __all__
