"""`torch.nn.utils`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.nn.utils import *  # noqa: F403 - one module under two names
from wye.nn.utils import __all__ as __all__
from wye.nn.utils import parametrizations as parametrizations
from wye.nn.utils import parametrize as parametrize
from wye.nn.utils import rnn as rnn

__getattr__ = names_of(__name__)
