"""`torch._higher_order_ops.invoke_subgraph`: marks of functions that are compiled once.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.compiling import marked as mark_compile_region

__all__ = ["mark_compile_region"]

__getattr__ = names_of(__name__)
