"""`torch.fx.graph`: graphs and their code.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fx.codegen import IN_PLACE as inplace_methods  # noqa: N811 - PyTorch's name
from wye.fx.codegen import INFIX as magic_methods  # noqa: N811 - PyTorch's name
from wye.fx.codegen import CodeGen, PythonCode
from wye.fx.codegen import PyTreeCodeGen as _PyTreeCodeGen
from wye.fx.codegen import PyTreeInfo as _PyTreeInfo
from wye.fx.graph import Graph, _node_list
from wye.fx.names import Namespace as _Namespace
from wye.fx.names import snake_case as _snake_case

__all__ = [
    "CodeGen",
    "Graph",
    "PythonCode",
    "_Namespace",
    "_PyTreeCodeGen",
    "_PyTreeInfo",
    "_node_list",
    "_snake_case",
    "inplace_methods",
    "magic_methods",
]

__getattr__ = names_of(__name__)
