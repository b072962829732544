"""`torch.autograd.function`.  Aliases only."""

from __future__ import annotations

from wye.autograd.function import (
    BackwardCFunction,
    Function,
    FunctionCtx,
    InplaceFunction,
    NestedIOFunction,
    once_differentiable,
)
from wye.autograd.function import SingleLevelFunction as _SingleLevelFunction
from wye.compat.modules import names_of

__all__ = [
    "BackwardCFunction", "Function", "FunctionCtx", "InplaceFunction", "NestedIOFunction", "_SingleLevelFunction",
    "once_differentiable",
]  # fmt: skip

__getattr__ = names_of(__name__)
