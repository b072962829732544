"""`torch.fx._symbolic_trace`: functions run on proxies.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fx.trace_arguments import PHBase, PHWithMeta
from wye.fx.tracer import PH, Tracer, is_fx_tracing, symbolic_trace, wrap

__all__ = ["PH", "PHBase", "PHWithMeta", "Tracer", "is_fx_tracing", "symbolic_trace", "wrap"]

__getattr__ = names_of(__name__)
