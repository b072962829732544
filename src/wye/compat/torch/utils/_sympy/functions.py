"""`torch.utils._sympy.functions`: functions that sizes are computed with.  Aliases only."""

from __future__ import annotations

from wye.symbolic.expressions import (
    BitwiseFn_bitwise_and,
    BitwiseFn_bitwise_or,
    BitwiseFn_bitwise_xor,
    CeilDiv,
    CeilToInt,
    CleanDiv,
    FloatPow,
    FloatTrueDiv,
    FloorDiv,
    FloorToInt,
    IntTrueDiv,
    LShift,
    Max,
    Min,
    Mod,
    PowByNatural,
    PythonMod,
    RoundDecimal,
    RoundToInt,
    RShift,
    ToFloat,
    TruncToInt,
    opaque,
)

__all__ = [
    "BitwiseFn_bitwise_and", "BitwiseFn_bitwise_or", "BitwiseFn_bitwise_xor", "CeilDiv", "CeilToInt", "CleanDiv",
    "FloatPow", "FloatTrueDiv", "FloorDiv", "FloorToInt", "IntTrueDiv", "LShift", "Max", "Min", "Mod", "PowByNatural",
    "PythonMod", "RShift", "RoundDecimal", "RoundToInt", "ToFloat", "TruncToInt",
]  # fmt: skip

globals().update({f"OpaqueUnaryFn_{name}": function for name, function in opaque.items()})
