"""`torch.nn.modules.distance`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.distance import *  # noqa: F403 - one module under two names
from wye.nn.modules.distance import __all__ as __all__
