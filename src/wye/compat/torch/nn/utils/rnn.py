"""`torch.nn.utils.rnn`.  Aliases only."""

from __future__ import annotations

from wye.nn.utils.rnn import *  # noqa: F403 - one module under two names
from wye.nn.utils.rnn import __all__ as __all__
