"""The value of an expression where the values of its symbols are known: plain Python arithmetic.

In: an expression, numbers for its symbols.  Out: a number or a truth value.  Pure.
"""

from __future__ import annotations

import math
import operator
from functools import reduce
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["value_of"]


def _power(base: Any, power: Any) -> Any:
    return base**power


_RULES: Final[dict[str, Callable[..., Any]]] = {
    "Add": lambda *parts: sum(parts),
    "Mul": lambda *parts: reduce(operator.mul, parts),
    "Pow": _power,
    "PowByNatural": _power,
    "FloatPow": _power,
    "FloorDiv": operator.floordiv,
    "CleanDiv": operator.floordiv,
    "Mod": operator.mod,
    "PythonMod": operator.mod,
    "IntTrueDiv": operator.truediv,
    "FloatTrueDiv": operator.truediv,
    "Abs": abs,
    "Max": max,
    "Min": min,
    "ToFloat": float,
    "TruncToInt": math.trunc,
    "FloorToInt": math.floor,
    "floor": math.floor,
    "CeilToInt": math.ceil,
    "RoundToInt": round,
    "RoundDecimal": round,
    "BitwiseFn_bitwise_and": operator.and_,
    "BitwiseFn_bitwise_or": operator.or_,
    "BitwiseFn_bitwise_xor": operator.xor,
    "StrictLessThan": operator.lt,
    "LessThan": operator.le,
    "StrictGreaterThan": operator.gt,
    "GreaterThan": operator.ge,
    "Equality": operator.eq,
    "Unequality": operator.ne,
    "Not": operator.not_,
    "And": lambda *parts: all(parts),
    "Or": lambda *parts: any(parts),
}


def value_of(expr: Any, values: Mapping[Any, Any]) -> Any:
    """The value of ``expr``.

    Raises:
        KeyError: a symbol has no value.

    Example:
        >>> import sympy
        >>> n = sympy.Symbol("n")
        >>> value_of(2 * n + 1, {n: 3})
        7
    """
    if expr.is_Symbol:
        return values[expr]
    if not expr.args:
        if expr.is_Boolean:
            return bool(expr)
        return int(expr) if expr.is_Integer else float(expr)
    name = type(expr).__name__
    if name == "Piecewise":  # only the branch that is taken has to have a value
        return next(value_of(value, values) for value, condition in expr.args if value_of(condition, values))
    rule = _RULES.get(name) or getattr(expr, "rule", None)
    if rule is None:
        raise TypeError(f"{name} has no rule to compute its value")
    return rule(*[value_of(part, values) for part in expr.args])
