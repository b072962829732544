"""`torch.fx`: graphs and tracing, loaded when they are first used.  Aliases only."""

from __future__ import annotations

import importlib
from typing import Any

from wye.compat.modules import names_of
from wye.compat.torch.fx import immutable_collections

__all__ = [
    "Graph", "GraphModule", "Interpreter", "Node", "Proxy", "Tracer", "Transformer", "has_side_effect",
    "immutable_collections", "map_arg", "replace_pattern", "symbolic_trace", "wrap",
]  # fmt: skip

_SAME = frozenset((
    "PH", "CodeGen", "Graph", "GraphModule", "Interpreter", "Node", "Proxy", "Tracer", "Transformer", "has_side_effect",
    "map_aggregate", "map_arg", "replace_pattern", "symbolic_trace", "wrap",
))  # fmt: skip
_later = names_of(__name__, {"ProxyableClassMeta": "wye.fx.proxy"})


def __getattr__(name: str) -> Any:
    value = getattr(importlib.import_module("wye.fx"), name) if name in _SAME else _later(name)
    globals()[name] = value
    return value
