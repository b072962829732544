"""`torch.nn.utils.init`.  Aliases only."""

from __future__ import annotations

from wye.nn.utils.init import *  # noqa: F403 - one module under two names
from wye.nn.utils.init import __all__ as __all__
