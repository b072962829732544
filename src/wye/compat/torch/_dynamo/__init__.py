"""`torch._dynamo`: marks and settings of programs that may be compiled.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.compat.torch._dynamo import config
from wye.compiling import allow as allow_in_graph
from wye.compiling import is_compiling
from wye.compiling import marked as assume_constant_result
from wye.compiling import marked as disable
from wye.compiling import marked as disallow_in_graph
from wye.compiling import unseen as graph_break
from wye.programs import OptimizedModule, is_dynamo_supported, list_backends, reset
from wye.programs import compile as optimize
from wye.symbolic.contexts import mark_dynamic, mark_static, mark_unbacked, maybe_mark_dynamic

__all__ = [
    "OptimizedModule", "allow_in_graph", "assume_constant_result", "config", "disable", "disallow_in_graph",
    "graph_break", "is_compiling", "is_dynamo_supported", "list_backends", "mark_dynamic", "mark_static",
    "mark_unbacked", "maybe_mark_dynamic", "optimize", "reset",
]  # fmt: skip

__getattr__ = names_of(__name__)
