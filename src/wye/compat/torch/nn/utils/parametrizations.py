"""`torch.nn.utils.parametrizations`.  Aliases only."""

from __future__ import annotations

from wye.nn.utils.parametrizations import *  # noqa: F403 - one module under two names
from wye.nn.utils.parametrizations import __all__ as __all__
