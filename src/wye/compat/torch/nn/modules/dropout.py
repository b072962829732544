"""`torch.nn.modules.dropout`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.dropout import *  # noqa: F403 - one module under two names
from wye.nn.modules.dropout import __all__ as __all__
