"""Layer 12: graphs and tracing.  May import: nn, transforms, autograd, higher_order and everything below.

names -> node -> graph_checks, codegen (annotations, tree_arguments, table) -> graph -> graph_module; proxy, tracer
(`symbolic_trace`; trace_arguments, patching, assertions), interpreter; proxy_mode and tracing (`make_fx`, below
autograd), control_flow; passes; serialize, picture; partition, aot (forward and backward graphs).
"""

from __future__ import annotations

import wye.fx.control_flow
import wye.fx.control_flow_gradients  # noqa: F401 - their rules belong to every trace
from wye.fx.codegen import CodeGen
from wye.fx.graph import Graph
from wye.fx.graph_module import GraphModule
from wye.fx.interpreter import Interpreter, Transformer
from wye.fx.node import Node, has_side_effect, map_aggregate, map_arg
from wye.fx.passes.rewriting import replace_pattern
from wye.fx.proxy import Proxy
from wye.fx.tracer import PH, Tracer, is_fx_tracing, symbolic_trace, wrap
from wye.fx.tracing import make_fx

__all__ = [
    "PH",
    "CodeGen",
    "Graph",
    "GraphModule",
    "Interpreter",
    "Node",
    "Proxy",
    "Tracer",
    "Transformer",
    "has_side_effect",
    "is_fx_tracing",
    "make_fx",
    "map_aggregate",
    "map_arg",
    "replace_pattern",
    "symbolic_trace",
    "wrap",
]
