"""`torch.nn.modules.adaptive`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.adaptive import *  # noqa: F403 - one module under two names
from wye.nn.modules.adaptive import __all__ as __all__
