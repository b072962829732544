"""`torch._functorch.compilers`: compilers of graphs.  Aliases only."""

from __future__ import annotations

from wye.fx.aot import nop

__all__ = ["nop"]
