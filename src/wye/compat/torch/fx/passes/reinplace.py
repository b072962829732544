"""`torch.fx.passes.reinplace`.  Aliases only."""

from __future__ import annotations

from wye.fx.passes.reinplacing import reinplace

__all__ = ["reinplace"]
