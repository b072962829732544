"""`torch.nn.modules.loss`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.loss import *  # noqa: F403 - one module under two names
from wye.nn.modules.loss import __all__ as __all__
