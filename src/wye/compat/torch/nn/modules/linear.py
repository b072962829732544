"""`torch.nn.modules.linear`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.lazy import LazyLinear as LazyLinear
from wye.nn.modules.linear import *  # noqa: F403 - one module under two names
from wye.nn.modules.linear import __all__ as __all__
