"""`torch.nn.functional`.  Aliases only."""

from __future__ import annotations

from wye.compat.torch.nn import grad as grad
from wye.nn.functional import *  # noqa: F403 - one module under two names
from wye.nn.functional import __all__ as __all__
