"""`torch.utils._pytree`: nested containers.  Aliases only."""

from __future__ import annotations

from wye.higher_order.pytree import *  # noqa: F403 - the same names, one list
from wye.higher_order.pytree import __all__ as __all__
