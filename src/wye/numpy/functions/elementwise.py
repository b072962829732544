"""Lines of universal functions: elementwise, one operator each where there is one."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from wye.call.packets import ops
from wye.numpy.table import UNIVERSAL, Universal

__all__ = ["NAMES"]

aten: Any = ops.aten

# The name in NumPy, and the overload that computes the same.  Numbers: the overload takes one as its second argument.
NAMES: Final = {
    "absolute": "abs",
    "sin": "sin",
    "cos": "cos",
    "tan": "tan",
    "exp": "exp",
    "log": "log",
    "sqrt": "sqrt",
    "tanh": "tanh",
    "negative": "neg",
    "equal": "eq.Tensor",
    "not_equal": "ne.Tensor",
    "less": "lt.Tensor",
    "less_equal": "le.Tensor",
    "greater": "gt.Tensor",
    "greater_equal": "ge.Tensor",
    "maximum": "maximum",
    "minimum": "minimum",
}
_WITH_NUMBERS: Final = {
    "add": "add.Tensor",
    "subtract": "sub.Tensor",
    "multiply": "mul.Tensor",
    "true_divide": "div.Tensor",
}
_METHODS: Final = {
    "add": {"reduce": "sum", "accumulate": "cumsum"},
    "multiply": {"reduce": "prod", "accumulate": "cumprod"},
    "maximum": {"reduce": "max"},
    "minimum": {"reduce": "min"},
}


def _overload(name: str) -> Any:
    packet, _, overload = name.partition(".")
    return getattr(getattr(aten, packet), overload or "default")


for _numpy, _name in (*NAMES.items(), *_WITH_NUMBERS.items()):
    _kinds = {kind: getattr(np, function) for kind, function in _METHODS.get(_numpy, {}).items()}
    UNIVERSAL[getattr(np, _numpy)] = Universal(_overload(_name), _numpy in _WITH_NUMBERS, **_kinds)
UNIVERSAL[np.matmul] = Universal(aten.matmul.default)
