"""`torch.nn`: modules and functions.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.nn.modules import *  # noqa: F403 - one module under two names
from wye.nn.parallel import DataParallel as DataParallel
from wye.nn.parameter import Buffer as Buffer
from wye.nn.parameter import Parameter as Parameter
from wye.nn.uninitialized import UninitializedBuffer as UninitializedBuffer
from wye.nn.uninitialized import UninitializedParameter as UninitializedParameter

__getattr__ = names_of(__name__)
