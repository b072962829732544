"""`torch.nn.utils.memory_format`.  Aliases only."""

from __future__ import annotations

from wye.nn.utils.memory_format import *  # noqa: F403 - one module under two names
from wye.nn.utils.memory_format import __all__ as __all__
