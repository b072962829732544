"""`torch._functorch.compile_utils`: what compilers do with graphs.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fx.passes.common_subexpressions import shared_subexpressions as fx_graph_cse

__all__ = ["fx_graph_cse"]

__getattr__ = names_of(__name__)
