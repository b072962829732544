"""`torch.optim`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.optim import *  # noqa: F403 - one module under two names
from wye.optim import __all__ as __all__

__getattr__ = names_of(__name__)
