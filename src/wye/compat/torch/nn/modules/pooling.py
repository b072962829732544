"""`torch.nn.modules.pooling`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.pooling import *  # noqa: F403 - one module under two names
from wye.nn.modules.pooling import __all__ as __all__
