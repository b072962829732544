"""`torch._functorch.aot_autograd`: forward and backward graphs.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fx.aot import aot_function, make_boxed_func

__all__ = ["aot_function", "make_boxed_func"]

__getattr__ = names_of(__name__)
