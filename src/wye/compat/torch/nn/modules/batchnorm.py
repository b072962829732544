"""`torch.nn.modules.batchnorm`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.batchnorm import *  # noqa: F403 - one module under two names
from wye.nn.modules.batchnorm import __all__ as __all__
