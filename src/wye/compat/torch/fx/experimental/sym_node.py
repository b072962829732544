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
from wye.symbolic.rules import KINDS as _KINDS
from wye.symbolic.rules import METHODS as magic_methods  # noqa: N811 - PyTorch's name

__all__ = [
    "METHOD_TO_OPERATOR",
    "SymBool",
    "SymFloat",
    "SymInt",
    "SymNode",
    "SymTypes",
    "magic_methods",
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
unary_methods = _KINDS["of one number"]
bool_magic_methods = _KINDS["of truth values"]
only_bool_magic_methods = _KINDS["of truth values only"]
only_float_magic_methods = _KINDS["of real numbers only"]
always_float_magic_methods = _KINDS["gives a real number"]
always_int_magic_methods = _KINDS["gives an integer"]
always_bool_magic_methods = _KINDS["gives a truth value"]
bitwise_ops = _KINDS["of bits"]
bool_becomes_int_magic_methods = _KINDS["takes truth values as integers"]
