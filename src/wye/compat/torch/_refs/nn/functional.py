"""`torch._refs.nn.functional`.  Aliases only."""

from __future__ import annotations

from wye.compat.torch.nn import functional

__all__: list[str] = []
__getattr__ = functional.__getattribute__
