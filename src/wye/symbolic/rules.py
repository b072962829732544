"""The expression of each operation: from the expressions of its operands.

`BINARY` and `UNARY` list the operations of nodes; `EXPRESSIONS` makes their expressions; `METHODS` and `KINDS` say the
same of Python's methods of numbers, under PyTorch's names.  Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import sympy

from wye.symbolic.conditions import all_of, any_of, negated, relation
from wye.symbolic.expressions import (
    BitwiseFn_bitwise_and,
    BitwiseFn_bitwise_or,
    BitwiseFn_bitwise_xor,
    CeilToInt,
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
    assumed_bound,
    opaque,
)
from wye.symbolic.ranges import is_whole

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["BINARY", "EXPRESSIONS", "KINDS", "METHODS", "UNARY", "rounded"]


def _is_float(expr: Any) -> bool:
    """Is it a number with a fraction, or made of such?"""
    return not is_whole(expr)


def _floordiv(a: Any, b: Any) -> Any:
    return ToFloat(FloorToInt(FloatTrueDiv(a, b))) if _is_float(a) or _is_float(b) else FloorDiv(a, b)


def _truediv(a: Any, b: Any) -> Any:
    return FloatTrueDiv(a, b) if _is_float(a) or _is_float(b) else IntTrueDiv(a, b)


def _mod(a: Any, b: Any) -> Any:
    whole = not _is_float(a)
    return PythonMod(a, b) if whole and (assumed_bound(a)[0] < 0 or assumed_bound(b)[0] < 0) else Mod(a, b)


def rounded(number: Any, digits: int | None) -> Any:
    """The nearest integer, or the nearest number with so many decimal digits."""
    return RoundToInt(number) if digits is None else RoundDecimal(number, sympy.Integer(digits))


_OPERATIONS: Final = (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "lshift", "rshift", "sym_max", "sym_min", "and_", "or_", "eq",
    "ne", "lt", "le", "gt", "ge", "bitwise_and", "bitwise_or", "bitwise_xor", "pow_by_natural", "float_pow",
)  # fmt: skip
BINARY: Final[dict[str, str]] = {  # operation of a node -> its expression
    **{
        name: name
        for name in [
            "add",
            "sub",
            "mul",
            "truediv",
            "floordiv",
            "mod",
            "lshift",
            "rshift",
            "sym_max",
            "sym_min",
            "and_",
            "or_",
        ]
    },
    **{name: name for name in _OPERATIONS},
    "int_truediv": "truediv",
    "float_truediv": "truediv",
    "int_floordiv": "floordiv",
}
UNARY: Final[dict[str, type | None]] = {  # operation of a node -> what kind of number it gives; None: the same
    "neg": None,
    "pos": None,
    "abs": None,
    "floor": int,
    "ceil": int,
    "trunc": int,
    "sym_float": float,
    "sym_not": bool,
    "is_integer": bool,
    **{
        f"sym_{name}": float
        for name in ["sqrt", "cos", "cosh", "sin", "sinh", "tan", "tanh", "asin", "acos", "atan", "log2"]
    },
}


def _abs(a: Any) -> Any:
    lower, upper = assumed_bound(a)
    if _is_float(a):
        return sympy.Abs(a, evaluate=False)
    return a if lower >= 0 else -a if upper <= 0 else sympy.Abs(a)


def _function(name: str) -> Callable[[Any], Any]:
    return lambda a: opaque[name](ToFloat(a) if not _is_float(a) else a)


EXPRESSIONS: Final[dict[str, Callable[..., Any]]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "sum": sympy.Add,
    "truediv": _truediv,
    "floordiv": _floordiv,
    "mod": _mod,
    "nonnegative_mod": Mod,
    "pow_by_natural": PowByNatural,
    "float_pow": FloatPow,
    "lshift": LShift,
    "rshift": RShift,
    "sym_max": Max,
    "sym_min": Min,
    "and_": all_of,
    "or_": any_of,
    "bitwise_and": BitwiseFn_bitwise_and,
    "bitwise_or": BitwiseFn_bitwise_or,
    "bitwise_xor": BitwiseFn_bitwise_xor,
    "neg": lambda a: -a,
    "pos": lambda a: a,
    "abs": _abs,
    "floor": FloorToInt,
    "ceil": CeilToInt,
    "trunc": TruncToInt,
    "sym_float": ToFloat,
    "sym_not": negated,
    "is_integer": lambda a: sympy.Equality(ToFloat(sympy.floor(a)), a, evaluate=False),
    "bool_to_int": lambda a: sympy.Piecewise((1, a), (0, True)),
    "sym_ite": lambda condition, yes, no: sympy.Piecewise((yes, condition), (no, True)),
    **{
        f"sym_{name}": _function(name)
        for name in ["sqrt", "cos", "cosh", "sin", "sinh", "tan", "tanh", "asin", "acos", "atan", "log2"]
    },
}
for _kind in ("eq", "ne", "lt", "le", "gt", "ge"):
    EXPRESSIONS[_kind] = lambda a, b, kind=_kind: relation(kind, a, b)

_RENAMED: Final = {  # a method of numbers -> the operation of nodes
    "and": "and_",
    "or": "or_",
    "float_truediv": "truediv",
    "int_truediv": "truediv",
    "int_floordiv": "floordiv",
}
_BITWISE: Final = frozenset({"bitwise_and", "bitwise_or", "bitwise_xor"})
_NOT_METHODS: Final = frozenset({*_RENAMED.values(), "sum", "nonnegative_mod", "bool_to_int"})
METHODS: Final[dict[str, Callable[..., Any]]] = {  # a method of numbers -> its expression
    **{name: EXPRESSIONS[operation] for name, operation in _RENAMED.items()},
    **{name: rule for name, rule in EXPRESSIONS.items() if name not in _NOT_METHODS},
    "round": lambda number, digits=None: rounded(number, digits),
}
KINDS: Final[dict[str, frozenset[str]]] = {  # a fact -> the methods that it holds for
    "of one number": frozenset({*UNARY, "sym_int"}),
    "of truth values": frozenset({"and", "or", "sym_not", "sym_ite", "eq"}),
    "of truth values only": frozenset({"and", "or", "sym_not", "sym_ite"}),
    "of real numbers only": frozenset({"is_integer", "round", "sym_int", "sym_log2"}),
    "gives a real number": frozenset(
        {*(name for name, kind in UNARY.items() if kind is float), "float_truediv", "int_truediv", "float_pow"}
    ),
    "gives an integer": frozenset({"ceil", "floor", "trunc", "pow_by_natural"}),
    "gives a truth value": frozenset({"and", "or", "sym_not", "is_integer", "eq", "ne", "lt", "le", "gt", "ge"}),
    "of bits": _BITWISE,
    "takes truth values as integers": frozenset({"add", "sub", "mul"}),
}
