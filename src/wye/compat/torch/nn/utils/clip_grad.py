"""`torch.nn.utils.clip_grad`.  Aliases only."""

from __future__ import annotations

from wye.nn.utils.clip_grad import *  # noqa: F403 - one module under two names
from wye.nn.utils.clip_grad import __all__ as __all__
