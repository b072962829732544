"""`torch.nn.modules.padding`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.padding import *  # noqa: F403 - one module under two names
from wye.nn.modules.padding import __all__ as __all__
