"""`torch.nn.utils.parametrize`.  Aliases only."""

from __future__ import annotations

from wye.nn.utils.parametrize import *  # noqa: F403 - one module under two names
from wye.nn.utils.parametrize import __all__ as __all__
