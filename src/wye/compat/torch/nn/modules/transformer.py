"""`torch.nn.modules.transformer`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.transformer import *  # noqa: F403 - one module under two names
from wye.nn.modules.transformer import __all__ as __all__
