"""`torch.optim.lr_scheduler`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.optim.lr_scheduler import *  # noqa: F403 - one module under two names
from wye.optim.lr_scheduler import LRScheduler as _LRScheduler
from wye.optim.lr_scheduler import __all__ as _names

__all__ = ["_LRScheduler", *_names]  # noqa: PLE0604 - the same list, and the former name of the base
__getattr__ = names_of(__name__)
