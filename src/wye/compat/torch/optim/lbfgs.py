"""`torch.optim.lbfgs`.  Aliases only."""

from __future__ import annotations

from wye.optim.lbfgs import *  # noqa: F403 - one module under two names
from wye.optim.lbfgs import __all__ as __all__
