"""`torch.fx.passes.split_module`.  Aliases only."""

from __future__ import annotations

from wye.fx.passes.splitting import split_module

__all__ = ["split_module"]
