"""`torch.fx.passes.dialect.common`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of

__all__ = []

__getattr__ = names_of(__name__)
