"""`torch.nn.modules.lazy`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.lazy import LazyModuleMixin
from wye.nn.uninitialized import is_lazy

__all__ = ["LazyModuleMixin", "is_lazy"]
