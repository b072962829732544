"""`torch.nn.modules.activation`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.activation import *  # noqa: F403 - one module under two names
from wye.nn.modules.activation import __all__ as _names
from wye.nn.modules.attention import MultiheadAttention

__all__ = ["MultiheadAttention", *_names]  # noqa: PLE0604 - the same list, and one more
