"""`torch.func`: function transforms.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.func import *  # noqa: F403 - one module under two names
from wye.func import __all__ as __all__

__getattr__ = names_of(__name__)
