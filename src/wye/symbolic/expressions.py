"""Expressions of integers, in sympy: the functions that sizes are computed with.

Loaded when the first symbol is made: this module imports sympy.
In: expressions.  Out: expressions, simplified as far as that is cheap.  See Note [Sympy decides nothing].
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import sympy
from sympy.core.sorting import default_sort_key
from sympy.printing.precedence import PRECEDENCE

from wye.symbolic.ranges import Interval, bound, is_condition

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "BitwiseFn_bitwise_and",
    "BitwiseFn_bitwise_or",
    "BitwiseFn_bitwise_xor",
    "CeilDiv",
    "CeilToInt",
    "CleanDiv",
    "FloatPow",
    "FloatTrueDiv",
    "FloorDiv",
    "FloorToInt",
    "IntTrueDiv",
    "LShift",
    "Max",
    "Min",
    "Mod",
    "PowByNatural",
    "PythonMod",
    "RShift",
    "RoundDecimal",
    "RoundToInt",
    "ToFloat",
    "TruncToInt",
    "as_number",
    "assumed_bound",
    "constant",
    "opaque",
]

# Note [Sympy decides nothing]
# sympy's own comparisons, Max, And and Or try to decide what they can, which takes milliseconds for each new
# expression.  Here they are made unevaluated, and decided by intervals (`ranges.bound`), which takes microseconds.
# Expressions are taken apart and put together again by `rebuilt`, never by `subs` or `xreplace`, which would evaluate.
# Broken by: `a < b` between expressions, sympy.Max, sympy.simplify, `expr.subs` of a comparison.
# Guarded by: tests/unit/symbolic/test_expressions.py::test_comparisons_are_not_evaluated_by_sympy

_memo: dict[Any, Interval] = {}  # ranges by what is assumed of symbols alone
_NO_RANGES: Final[dict[Any, Interval]] = {}
_MEMO_LIMIT: Final = 20_000


def assumed_bound(expr: Any) -> Interval:
    """The range of an expression whatever the values of its symbols are: sizes are positive."""
    if len(_memo) > _MEMO_LIMIT:
        _memo.clear()
    return bound(expr, _NO_RANGES, _memo)


def constant(value: Any) -> Any:
    """A Python number or truth value as an expression."""
    if value is True or value is False:
        return sympy.true if value else sympy.false
    return sympy.Integer(value) if isinstance(value, int) else sympy.Float(value)


def as_number(expr: Any) -> Any:
    """A constant expression as a Python number or truth value; None where it has symbols."""
    if expr.is_Integer:
        return int(expr)
    if expr is sympy.true or expr is sympy.false:
        return bool(expr)
    if is_condition(expr) or expr.free_symbols:
        return None
    return float(expr) if expr.is_number else None


def _is_zero(number: Any) -> bool:
    return bool(number.is_Number) and not number


# ---- functions ----------------------------------------------------------------------------


class _IntFunction(sympy.Function):
    is_integer = True
    is_real = True


class _FloatFunction(sympy.Function):
    is_integer = None
    is_real = True


class FloorDiv(_IntFunction):
    """Division rounded towards minus infinity, as Python's ``//``."""

    nargs = (2,)
    precedence = 35

    @classmethod
    def eval(cls, base: Any, divisor: Any) -> Any:
        """The quotient as a simpler expression; None if there is none."""
        if divisor is sympy.S.Zero:
            raise ZeroDivisionError("integer division or modulo by zero")
        if base.is_Integer and divisor.is_Integer:
            return sympy.Integer(int(base) // int(divisor))
        if base is sympy.S.Zero or divisor is sympy.S.One:
            return base
        if base == divisor:
            return sympy.S.One
        if isinstance(base, FloorDiv) and all(n.is_Integer and n > 0 for n in (base.args[1], divisor)):
            return cls(base.args[0], base.args[1] * divisor)
        if base.is_Add and divisor.is_Integer:
            whole = [(term, quotient) for term in base.args if (quotient := _exact(term, divisor)) is not None]
            if whole:
                rest = base - sympy.Add(*[term for term, _ in whole])
                return sympy.Add(*[quotient for _, quotient in whole], cls(rest, divisor))
        shared = _shared_factor(base, divisor)
        if shared is not sympy.S.One:
            return cls(_without(base, shared), _without(divisor, shared))
        return None

    def _sympystr(self, printer: Any) -> str:
        level = PRECEDENCE["Atom"] - 0.5
        base, divisor = (printer.parenthesize(part, level) for part in self.args)
        return f"({base}//{divisor})"


class CleanDiv(FloorDiv):
    """Division that is known to have no remainder."""


def CeilDiv(base: Any, divisor: Any) -> Any:  # noqa: N802 - PyTorch's name
    """Division rounded up."""
    base, divisor = sympy.sympify(base), sympy.sympify(divisor)
    if _exact(base, divisor) is not None:
        return CleanDiv(base, divisor)
    return FloorDiv(base + (divisor - 1), divisor)


class _Remainder(_IntFunction):
    nargs = (2,)
    precedence = 35

    @classmethod
    def eval(cls, base: Any, divisor: Any) -> Any:
        """The remainder as a simpler expression; None if there is none."""
        if divisor is sympy.S.Zero:
            raise ZeroDivisionError("integer modulo by zero")
        if base.is_number and divisor.is_number:
            return constant(as_number(base) % as_number(divisor))
        if base is sympy.S.Zero or base == divisor or divisor in (sympy.S.One, sympy.S.NegativeOne):
            return sympy.S.Zero
        if _exact(base, divisor) is not None:
            return sympy.S.Zero
        return None

    def _eval_is_nonnegative(self) -> bool | None:
        return True if self.args[1].is_positive else None


class Mod(_Remainder):
    """Remainder of the division of numbers that are not negative."""


class PythonMod(_Remainder):
    """Remainder with the sign of the divisor, as Python's ``%``."""


class PowByNatural(_IntFunction):
    """Power of integers, the exponent not being negative."""

    nargs = (2,)
    precedence = 50

    @classmethod
    def eval(cls, base: Any, power: Any) -> Any:
        """Sympy's power where the exponent is a number."""
        if power.is_Integer and power >= 0:
            return base**power
        return sympy.S.One if base is sympy.S.One else None


def LShift(base: Any, shift: Any) -> Any:  # noqa: N802 - PyTorch's name
    """The bits moved up: times a power of 2.

    Raises:
        ValueError: the shift is negative.
    """
    _check_shift(shift)
    return base * PowByNatural(sympy.Integer(2), shift)


def RShift(base: Any, shift: Any) -> Any:  # noqa: N802 - PyTorch's name
    """The bits moved down: divided by a power of 2, rounded down.

    Raises:
        ValueError: the shift is negative.
    """
    _check_shift(shift)
    return FloorDiv(base, PowByNatural(sympy.Integer(2), shift))


def _check_shift(count: Any) -> None:
    if count.is_Integer and count < 0:
        raise ValueError("negative shift count")


class FloatPow(_FloatFunction):
    """Power of numbers with fractions."""

    nargs = (2,)
    precedence = 60

    @classmethod
    def eval(cls, base: Any, power: Any) -> Any:
        """The number, where both are numbers."""
        if base.is_number and power.is_number:
            return sympy.Float(float(base) ** float(power))
        return None


class _TrueDiv(_FloatFunction):
    """Division that gives a number with a fraction."""

    nargs = (2,)
    precedence = 35
    _number: Callable[[Any], Any]

    @classmethod
    def eval(cls, a: Any, b: Any) -> Any:
        """The number, where both are numbers."""
        if _is_zero(b):
            raise ZeroDivisionError("division by zero")
        return sympy.Float(cls._number(a) / cls._number(b)) if a.is_number and b.is_number else None


class FloatTrueDiv(_TrueDiv):
    """Division of numbers with fractions."""

    nargs = (2,)
    _number = float


class IntTrueDiv(_TrueDiv):
    """Division of integers that gives a number with a fraction."""

    nargs = (2,)
    _number = staticmethod(as_number)


class ToFloat(_FloatFunction):
    """An integer as a number with a fraction."""

    nargs = (1,)

    @classmethod
    def eval(cls, number: Any) -> Any:
        """The number, where it is known."""
        return sympy.Float(as_number(number)) if number.is_number else None


class _Rounding(_IntFunction):
    nargs = (1,)
    rule: Any

    @classmethod
    def eval(cls, number: Any) -> Any:
        """The integer, where the number is known."""
        return sympy.Integer(cls.rule(as_number(number))) if number.is_number else None


class TruncToInt(_Rounding):
    """Rounded towards zero."""

    rule = staticmethod(math.trunc)


class FloorToInt(_Rounding):
    """Rounded down."""

    rule = staticmethod(math.floor)


class CeilToInt(_Rounding):
    """Rounded up."""

    rule = staticmethod(math.ceil)


class RoundToInt(_Rounding):
    """Rounded to the nearest integer, halves to the even one."""

    rule = staticmethod(round)


class RoundDecimal(_FloatFunction):
    """Rounded to a number of decimal digits."""

    nargs = (2,)

    @classmethod
    def eval(cls, number: Any, digits: Any) -> Any:
        """The number, where it is known."""
        if number.is_number and digits.is_Integer:
            return sympy.Float(round(float(number), int(digits)))
        return None


class _Bitwise(_IntFunction):
    nargs = (2,)
    rule: Any

    @classmethod
    def eval(cls, a: Any, b: Any) -> Any:
        """The number, where both are numbers."""
        known = [as_number(part) for part in (a, b)]
        return None if None in known else constant(cls.rule(*known))


class BitwiseFn_bitwise_and(_Bitwise):  # noqa: N801 - the name is shown in expressions
    """Bitwise and."""

    precedence = PRECEDENCE["BitwiseAnd"]
    rule = staticmethod(lambda a, b: a & b)


class BitwiseFn_bitwise_or(_Bitwise):  # noqa: N801 - the name is shown in expressions
    """Bitwise or."""

    precedence = PRECEDENCE["BitwiseOr"]
    rule = staticmethod(lambda a, b: a | b)


class BitwiseFn_bitwise_xor(_Bitwise):  # noqa: N801 - the name is shown in expressions
    """Bitwise exclusive or."""

    precedence = PRECEDENCE["BitwiseXor"]
    rule = staticmethod(lambda a, b: a ^ b)


def _opaque(name: str) -> Any:
    rule = getattr(math, name)

    def evaluate(cls: Any, number: Any) -> Any:
        return sympy.Float(rule(float(number))) if number.is_number else None

    namespace = {"nargs": (1,), "eval": classmethod(evaluate), "__module__": __name__, "rule": staticmethod(rule)}
    return type(f"OpaqueUnaryFn_{name}", (_FloatFunction,), namespace)


_OPAQUE: Final = (
    "sqrt", "cos", "cosh", "sin", "sinh", "tan", "tanh", "asin", "acos", "atan", "exp", "log", "log2", "asinh",
)  # fmt: skip
opaque: Final[dict[str, Any]] = {name: _opaque(name) for name in _OPAQUE}  # of which only numbers are known
globals().update({f"OpaqueUnaryFn_{name}": cls for name, cls in opaque.items()})  # where pickle finds them


class _Extreme(sympy.Function):
    """The greatest or least of several numbers; the arguments are sorted."""

    is_real = True
    greatest: bool

    def __new__(cls, *numbers: Any, **options: Any) -> Any:
        """Without what others exceed.

        An argument is left out when another is at least as great, whatever the values of the symbols are.
        """
        flat: list[Any] = []
        for one in map(sympy.sympify, numbers):
            flat.extend(one.args if isinstance(one, cls) else (one,))
        kept: list[Any] = []
        for one in dict.fromkeys(flat):
            if any(cls._exceeds(other, one) for other in kept):
                continue
            kept = [other for other in kept if not cls._exceeds(one, other)]
            kept.append(one)
        if len(kept) == 1:
            return kept[0]
        return super().__new__(cls, *sorted(kept, key=default_sort_key), evaluate=False)

    @classmethod
    def _exceeds(cls, one: Any, other: Any) -> bool:
        lower, upper = assumed_bound(one - other)
        return bool(lower >= 0) if cls.greatest else bool(upper <= 0)

    def _eval_is_integer(self) -> bool | None:
        return True if all(part.is_integer for part in self.args) else None

    def _eval_is_positive(self) -> bool | None:
        signs = [part.is_positive for part in self.args]
        return True if (any(signs) if self.greatest else all(signs)) else None

    def _eval_is_nonnegative(self) -> bool | None:
        signs = [part.is_nonnegative for part in self.args]
        return True if (any(signs) if self.greatest else all(signs)) else None


class Max(_Extreme):
    """The greatest of several numbers."""

    greatest = True


class Min(_Extreme):
    """The least of several numbers."""

    greatest = False


# ---- division -----------------------------------------------------------------------------


def _exact(term: Any, divisor: Any) -> Any:
    """``term / divisor`` if that is an integer whatever the symbols are; else None."""
    if term.is_Integer and divisor.is_Integer:
        return sympy.Integer(int(term) // int(divisor)) if int(term) % int(divisor) == 0 else None
    shared = _shared_factor(term, divisor)
    if shared is sympy.S.One:
        return None
    rest = _without(divisor, shared)
    return _without(term, shared) * rest if rest in (sympy.S.One, sympy.S.NegativeOne) else None


def _factors(expr: Any) -> dict[Any, int]:
    """The factors of a product with their powers; the integer one is under the key 1."""
    found: dict[Any, int] = {sympy.S.One: 1}
    for factor in sympy.Mul.make_args(expr):
        if factor.is_Integer:
            found[sympy.S.One] *= int(factor)
        elif factor.is_Pow and factor.exp.is_Integer and factor.exp > 0:
            found[factor.base] = found.get(factor.base, 0) + int(factor.exp)
        else:
            found[factor] = found.get(factor, 0) + 1
    return found


def _common(one: dict[Any, int], other: dict[Any, int]) -> dict[Any, int]:
    both = {base: min(power, other[base]) for base, power in one.items() if base in other}
    both[sympy.S.One] = math.gcd(one[sympy.S.One], other[sympy.S.One])
    return both


def _shared_factor(one: Any, other: Any) -> Any:
    """A factor of both expressions; a sum has the factors that all its terms have, and itself."""
    sides = []
    for side in (one, other):
        terms = [_factors(term) for term in sympy.Add.make_args(side)]
        shared = terms[0]
        for term in terms[1:]:
            shared = _common(shared, term)
        if side.is_Add and len(shared) == 1 and shared[sympy.S.One] == 1:
            shared = {sympy.S.One: 1, side: 1}
        sides.append(shared)
    both = _common(*sides)
    return sympy.Mul(sympy.Integer(both.pop(sympy.S.One)), *[base**power for base, power in both.items()])


def _without(expr: Any, factor: Any) -> Any:
    """``expr / factor``, which is known to have no remainder."""
    if expr == factor:
        return sympy.S.One
    return sympy.Add(*[term / factor for term in sympy.Add.make_args(expr)])
