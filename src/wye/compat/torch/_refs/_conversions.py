"""`torch._refs._conversions`: to a dtype.  Aliases only."""

from __future__ import annotations

from wye.aten.functions import function
from wye.tensors import Tensor as _Tensor

__all__ = [
    "bfloat16", "bool", "byte", "cdouble", "cfloat", "chalf", "char", "complex", "double", "float", "half", "int",
    "long", "polar", "short",
]  # fmt: skip

complex, polar = function("complex"), function("polar")
bfloat16, bool, byte, char, chalf = (
    getattr(_Tensor, name, None) for name in ("bfloat16", "bool", "byte", "char", "chalf")
)
cdouble, cfloat, double, float, half = (
    getattr(_Tensor, name, None) for name in ("cdouble", "cfloat", "double", "float", "half")
)
int, long, short = (getattr(_Tensor, name) for name in ("int", "long", "short"))
