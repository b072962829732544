"""`torch.fx.experimental.sym_node`: what symbolic numbers hold.  Aliases only."""

from __future__ import annotations

from wye.symbolic.functions import (
    METHOD_TO_OPERATOR,
    method_to_operator,
    sym_float,
    sym_ite,
    sym_max,
    sym_min,
    sym_not,
)
from wye.symbolic.node import SymNode
from wye.symbolic.numbers import SymBool, SymFloat, SymInt, wrap_node
from wye.symbolic.numbers import node_of as to_node

__all__ = [
    "METHOD_TO_OPERATOR",
    "SymBool",
    "SymFloat",
    "SymInt",
    "SymNode",
    "SymTypes",
    "method_to_operator",
    "sym_float",
    "sym_ite",
    "sym_max",
    "sym_min",
    "sym_not",
    "to_node",
    "wrap_node",
]

SymTypes = (SymInt, SymFloat, SymBool)
