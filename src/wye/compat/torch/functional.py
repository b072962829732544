"""`torch.functional`: functions of tensors that are written in Python.  Aliases only."""

from __future__ import annotations

from wye.functional import *  # noqa: F403 - the module lists what it has
from wye.functional import __all__ as __all__
from wye.functional.operators import of

istft = of.istft
