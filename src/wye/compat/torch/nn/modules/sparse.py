"""`torch.nn.modules.sparse`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.sparse import *  # noqa: F403 - one module under two names
from wye.nn.modules.sparse import __all__ as __all__
