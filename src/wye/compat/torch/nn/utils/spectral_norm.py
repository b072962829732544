"""`torch.nn.utils.spectral_norm`.  Aliases only."""

from __future__ import annotations

from wye.nn.utils.spectral_norm import *  # noqa: F403 - one module under two names
from wye.nn.utils.spectral_norm import __all__ as __all__
