"""`torch.utils._cxx_pytree`: the same trees.  wye has one implementation of them, which does not need `optree`."""

from __future__ import annotations

from wye.compat.torch.utils._pytree import *  # noqa: F403 - the same names, one list
from wye.compat.torch.utils._pytree import __all__ as __all__
