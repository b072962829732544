"""`torch._functorch.compilers`: compilers of graphs.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fx.aot import nop
from wye.fx.aot_modules import make_boxed_compiler, memory_efficient_fusion

__all__ = ["make_boxed_compiler", "memory_efficient_fusion", "nop"]

__getattr__ = names_of(__name__)
