"""`torch.optim.swa_utils`.  Aliases only."""

from __future__ import annotations

from wye.optim.swa_utils import *  # noqa: F403 - one module under two names
from wye.optim.swa_utils import __all__ as __all__
