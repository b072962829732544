"""`torch.fx.proxy`: values that record.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fx.proxy import Attribute, GraphAppendingTracer, ParameterProxy, Proxy, TraceError, TracerBase

__all__ = ["Attribute", "GraphAppendingTracer", "ParameterProxy", "Proxy", "TraceError", "TracerBase"]

__getattr__ = names_of(__name__)
