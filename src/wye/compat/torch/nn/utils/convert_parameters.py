"""`torch.nn.utils.convert_parameters`.  Aliases only."""

from __future__ import annotations

from wye.nn.utils.convert_parameters import *  # noqa: F403 - one module under two names
from wye.nn.utils.convert_parameters import __all__ as __all__
