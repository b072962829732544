"""Ranges: between which two numbers the value of an expression lies.

In: an expression and the ranges of its symbols.  Out: a pair of Python numbers; infinite ends are ``inf`` floats.
Pure.  Plain Python arithmetic, no sympy: it is asked for every comparison.  `ValueRanges` is the same for people.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = [
    "UNKNOWN",
    "IntInfinity",
    "Interval",
    "ValueRangeError",
    "ValueRanges",
    "assumed",
    "bound",
    "int_oo",
    "is_condition",
    "is_whole",
    "range_of",
]

Interval = tuple[Any, Any]
UNKNOWN: Final[Interval] = (-math.inf, math.inf)
_TRUTH: Final[Interval] = (0, 1)


class ValueRangeError(RuntimeError):
    """A range without a number in it."""


@functools.total_ordering
class IntInfinity:
    """Greater than every integer, and an integer itself; ``-int_oo`` is less than every integer.

    >>> int_oo > 10**100, -int_oo < int_oo, int_oo
    (True, True, int_oo)
    """

    __slots__ = ("sign",)

    def __init__(self, sign: int = 1) -> None:
        self.sign = sign

    def __neg__(self) -> IntInfinity:
        return IntInfinity(-self.sign)

    def __eq__(self, other: object) -> bool:
        return float(self) == (float(other) if isinstance(other, IntInfinity) else other)

    def __lt__(self, other: Any) -> bool:
        return bool(float(self) < (float(other) if isinstance(other, IntInfinity) else other))

    def __hash__(self) -> int:
        return hash(float(self))

    def __float__(self) -> float:
        return self.sign * math.inf

    def __repr__(self) -> str:
        return "int_oo" if self.sign > 0 else "-int_oo"


int_oo: Final = IntInfinity()


def _shown(end: Any, is_int: bool) -> Any:
    if not isinstance(end, float) or not math.isinf(end):
        return end
    if is_int:
        return int_oo if end > 0 else -int_oo
    return end


class ValueRanges:
    """The numbers from ``lower`` to ``upper``, both included.

    >>> ValueRanges(2, int_oo), 5 in ValueRanges(2, 9), ValueRanges(2, 9) & ValueRanges(4, int_oo)
    (VR[2, int_oo], True, VR[4, 9])
    """

    __slots__ = ("ends", "is_bool", "is_int")

    def __init__(self, lower: Any, upper: Any, *, is_int: bool | None = None) -> None:
        """The range between two ends.

        Raises:
            ValueRangeError: ``lower`` is above ``upper``.
        """
        whole = [isinstance(end, (int, IntInfinity)) or (bool(getattr(end, "is_integer", False)) is True
                 and not isinstance(end, float)) for end in (lower, upper)]  # fmt: skip
        self.is_int = any(whole) if is_int is None else is_int
        self.is_bool = isinstance(lower, bool) and isinstance(upper, bool)
        self.ends: Interval = (_number(lower), _number(upper))
        if self.ends[0] > self.ends[1]:
            raise ValueRangeError(f"Invalid ranges [{_text(lower)}:{_text(upper)}]")

    @property
    def lower(self) -> Any:
        """The least number."""
        return _shown(self.ends[0], self.is_int)

    @property
    def upper(self) -> Any:
        """The greatest number."""
        return _shown(self.ends[1], self.is_int)

    @property
    def is_float(self) -> bool:
        """Are they numbers with fractions?"""
        return not self.is_int and not self.is_bool

    @classmethod
    def of(cls, ends: Interval, is_int: bool = True) -> ValueRanges:
        """The range with these ends, infinite ones being floats."""
        return cls(*ends, is_int=is_int)

    @classmethod
    def unknown(cls) -> ValueRanges:
        """All real numbers."""
        return cls(-math.inf, math.inf, is_int=False)

    @classmethod
    def unknown_int(cls) -> ValueRanges:
        """All integers."""
        return cls(-int_oo, int_oo)

    @classmethod
    def unknown_bool(cls) -> ValueRanges:
        """False and True."""
        return cls(False, True)

    @classmethod
    def wrap(cls, value: Any) -> ValueRanges:
        """A range as it is; a number as the range that has only it."""
        return value if isinstance(value, ValueRanges) else cls(value, value)

    def is_singleton(self) -> bool:
        """Is there only one number in it?"""
        return bool(self.ends[0] == self.ends[1])

    def issubset(self, other: ValueRanges) -> bool:
        """Are all numbers in the other range too?"""
        return bool(self.ends[0] >= other.ends[0] and self.ends[1] <= other.ends[1])

    def tighten(self, other: ValueRanges) -> ValueRanges:
        """The numbers that are in both."""
        return self & other

    def __contains__(self, number: Any) -> bool:
        return bool(self.ends[0] <= _number(number) <= self.ends[1])

    def __and__(self, other: ValueRanges) -> ValueRanges:
        lower, upper = max(self.ends[0], other.ends[0]), min(self.ends[1], other.ends[1])
        is_int = self.is_int or other.is_int
        if lower > upper:
            raise ValueRangeError(f"Invalid ranges [{_shown(lower, is_int)}:{_shown(upper, is_int)}]")
        return ValueRanges.of((lower, upper), is_int)

    def __or__(self, other: ValueRanges) -> ValueRanges:
        ends = min(self.ends[0], other.ends[0]), max(self.ends[1], other.ends[1])
        return ValueRanges.of(ends, self.is_int and other.is_int)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ValueRanges) and self.ends == other.ends and self.is_int == other.is_int

    def __hash__(self) -> int:
        return hash((self.ends, self.is_int))

    def __repr__(self) -> str:
        return f"VR[{_text(self.lower)}, {_text(self.upper)}]"


def _text(end: Any) -> str:
    if isinstance(end, float) and math.isinf(end):
        return "oo" if end > 0 else "-oo"
    return str(end)


def _number(end: Any) -> Any:
    """An end as a Python number: infinities are floats."""
    if isinstance(end, (bool, int, float)):
        return end
    if isinstance(end, IntInfinity) or getattr(end, "is_infinite", False):
        return float(end)
    return int(end) if getattr(end, "is_integer", False) else float(end)


# ---- interval arithmetic: ends are ints, floats or infinities -----------------------------


def _sum(a: Any, b: Any) -> Any:
    try:
        return a + b
    except OverflowError:  # an integer beyond every float, and infinity
        return a if isinstance(a, float) else b


def _product(a: Any, b: Any) -> Any:
    if not a or not b:
        return 0
    try:
        return a * b
    except OverflowError:  # an integer beyond every float, and infinity
        return math.inf if (a > 0) == (b > 0) else -math.inf


def _hull(numbers: list[Any]) -> Interval:
    return min(numbers), max(numbers)


def _add(*parts: Interval) -> Interval:
    lower, upper = 0, 0
    for low, high in parts:
        lower, upper = _sum(lower, low), _sum(upper, high)
    return lower, upper


def _mul(*parts: Interval) -> Interval:
    made: Interval = (1, 1)
    for part in parts:
        made = _hull([_product(a, b) for a in made for b in part])
    return made


def _pow(base: Interval, power: Interval) -> Interval:
    low, high = base
    if power[0] != power[1]:
        if low >= 1 and power[0] >= 0:
            return (_whole_power(low, power[0]), _whole_power(high, power[1]))
        return (0, math.inf) if low >= 0 else UNKNOWN
    n = power[0]
    if not isinstance(n, int) or n < 0:
        return UNKNOWN
    ends = _hull([_whole_power(low, n), _whole_power(high, n)])
    return (0, ends[1]) if n % 2 == 0 and low < 0 < high else ends


def _whole_power(base: Any, n: Any) -> Any:
    if math.isinf(n) or (isinstance(base, int) and base > 1 and n > 256):
        return math.inf if base > 1 else base
    return (
        base**n if not isinstance(base, float) or not math.isinf(base) else (base if n % 2 else abs(base)) if n else 1
    )


def _floordiv(base: Interval, divisor: Interval) -> Interval:
    if divisor[0] <= 0 <= divisor[1]:
        return UNKNOWN
    return _hull([_divided(a, b) for a in base for b in divisor])


def _divided(a: Any, b: Any) -> Any:
    if isinstance(b, float) and math.isinf(b):
        return UNKNOWN[a < 0] if isinstance(a, float) and math.isinf(a) else (0 if (a >= 0) == (b > 0) or not a else -1)
    if isinstance(a, float) and math.isinf(a):
        return a if b > 0 else -a
    return a // b


def _mod(base: Interval, divisor: Interval) -> Interval:
    if divisor[0] > 0:
        if base[0] >= 0 and base[1] < divisor[0]:
            return base
        top = _sum(divisor[1], -1)
        return 0, (min(top, base[1]) if base[0] >= 0 else top)
    return (_sum(divisor[0], 1), 0) if divisor[1] < 0 else UNKNOWN


def _abs(part: Interval) -> Interval:
    low, high = part
    if low >= 0:
        return part
    return (0, max(-low, high)) if high > 0 else (-high, -low)


def _true_div(a: Interval, b: Interval) -> Interval:
    try:
        if a[0] >= 0 and b[0] > 0:
            return a[0] / b[1], math.inf if math.isinf(a[1]) else a[1] / b[0]
        if b[0] <= 0 <= b[1] or any(map(math.isinf, (*a, *b))):
            return UNKNOWN
        return _hull([x / y for x in a for y in b])
    except OverflowError:  # an integer beyond every float
        return UNKNOWN


def _bits_in_both(a: Interval, b: Interval) -> Interval:
    tops = [high for low, high in (a, b) if low >= 0]
    return (0, min(tops)) if tops else UNKNOWN


def _bits_in_one(a: Interval, b: Interval) -> Interval:
    return (max(a[0], b[0]), math.inf) if a[0] >= 0 and b[0] >= 0 else UNKNOWN


def _bits_that_differ(a: Interval, b: Interval) -> Interval:
    return (0, math.inf) if a[0] >= 0 and b[0] >= 0 else UNKNOWN


def _rounded(by: Callable[[Any], Any]) -> Callable[[Interval], Interval]:
    def ends(part: Interval) -> Interval:
        return tuple(n if isinstance(n, float) and math.isinf(n) else by(n) for n in part)  # type: ignore[return-value]

    return ends


def _piecewise(*branches: Interval) -> Interval:
    values = branches[::2]
    return min(low for low, _ in values), max(high for _, high in values)


def _relation(decide: Callable[[Interval], bool | None]) -> Callable[[Interval, Interval], Interval]:
    def truth(a: Interval, b: Interval) -> Interval:
        known = decide(_add(a, (-b[1], -b[0])))
        return _TRUTH if known is None else (int(known), int(known))

    return truth


def _below(d: Interval) -> bool | None:
    return True if d[1] < 0 else False if d[0] >= 0 else None


def _at_most(d: Interval) -> bool | None:
    return True if d[1] <= 0 else False if d[0] > 0 else None


def _same(d: Interval) -> bool | None:
    return True if d == (0, 0) else False if d[0] > 0 or d[1] < 0 else None


def _opposite(decide: Callable[[Interval], bool | None]) -> Callable[[Interval], bool | None]:
    def opposite(d: Interval) -> bool | None:
        known = decide(d)
        return None if known is None else not known

    return opposite


DECIDE: Final[dict[str, Callable[[Interval], bool | None]]] = {  # by the range of left minus right
    "StrictLessThan": _below,
    "LessThan": _at_most,
    "StrictGreaterThan": _opposite(_at_most),
    "GreaterThan": _opposite(_below),
    "Equality": _same,
    "Unequality": _opposite(_same),
}
_RULES: Final[dict[str, Callable[..., Interval]]] = {
    "Add": _add,
    "Mul": _mul,
    "Pow": _pow,
    "PowByNatural": _pow,
    "FloorDiv": _floordiv,
    "CleanDiv": _floordiv,
    "Mod": _mod,
    "PythonMod": _mod,
    "Abs": _abs,
    "Max": lambda *parts: (max(low for low, _ in parts), max(high for _, high in parts)),
    "Min": lambda *parts: (min(low for low, _ in parts), min(high for _, high in parts)),
    "ToFloat": _rounded(float),
    "TruncToInt": _rounded(math.trunc),
    "FloorToInt": _rounded(math.floor),
    "CeilToInt": _rounded(math.ceil),
    "RoundToInt": _rounded(round),
    "floor": _rounded(math.floor),
    "IntTrueDiv": _true_div,
    "FloatTrueDiv": _true_div,
    "BitwiseFn_bitwise_and": _bits_in_both,
    "BitwiseFn_bitwise_or": _bits_in_one,
    "BitwiseFn_bitwise_xor": _bits_that_differ,
    "Piecewise": _piecewise,
    "ExprCondPair": lambda value, condition: value,
    "Not": lambda part: (1 - part[1], 1 - part[0]),
    "And": lambda *parts: (min(low for low, _ in parts), min(high for _, high in parts)),
    "Or": lambda *parts: (max(low for low, _ in parts), max(high for _, high in parts)),
    **{name: _relation(decide) for name, decide in DECIDE.items()},
}


def is_condition(expr: Any) -> bool:
    """Is an expression true or false, rather than a number?"""
    return bool(expr.is_Boolean or expr.is_Relational)


_whole: dict[Any, bool] = {}  # by expression
_WHOLE_LIMIT: Final = 20_000


def is_whole(expr: Any) -> bool:
    """Is the value of an expression an integer, whatever its symbols are?  Sympy's own answer takes longer."""
    known = _whole.get(expr)
    if known is None:
        if len(_whole) > _WHOLE_LIMIT:
            _whole.clear()
        known = _whole[expr] = _found_whole(expr)
    return known


def _found_whole(expr: Any) -> bool:
    if expr.is_Add or expr.is_Mul:
        return all(map(is_whole, expr.args))
    if expr.is_Pow:
        return is_whole(expr.args[0]) and bool(expr.args[1].is_Integer) and int(expr.args[1]) >= 0
    if type(expr).__name__ in ("Max", "Min", "Abs"):
        return all(map(is_whole, expr.args))
    return bool(expr.is_integer)


def assumed(symbol: Any) -> Interval:
    """The range that a symbol has wherever it is used: sizes are positive."""
    if symbol.is_positive:
        return (1, math.inf)
    return (0, math.inf) if symbol.is_nonnegative else UNKNOWN


def bound(expr: Any, ranges: Mapping[Any, Interval], memo: dict[Any, Interval]) -> Interval:
    """The range of an expression.

    Args:
        expr: The expression; truth values are 0 and 1.
        ranges: Of its symbols; those that are missing have the range that is `assumed` of them.
        memo: Ranges computed before, for the same ``ranges``.
    """
    known = memo.get(expr)
    if known is not None:
        return known
    if expr.is_Symbol:
        made = ranges.get(expr) or assumed(expr)
    elif not expr.args:
        made = _constant(expr)
    else:
        rule = _RULES.get(type(expr).__name__)
        if rule is None:
            made = _TRUTH if is_condition(expr) else UNKNOWN
        elif rule is _piecewise:
            made = _piecewise(*(bound(part, ranges, memo) for pair in expr.args for part in pair.args))
        else:
            made = rule(*[bound(part, ranges, memo) for part in expr.args])
    memo[expr] = made
    return made


def _constant(expr: Any) -> Interval:
    if expr.is_Boolean:
        return (int(bool(expr)), int(bool(expr)))
    if expr.is_Integer:
        return (int(expr), int(expr))
    if expr.is_number and expr.is_real and expr.is_finite:
        value = float(expr)
        return (value, value)
    return UNKNOWN


def range_of(expr: Any, ranges: Mapping[Any, ValueRanges] | None = None) -> ValueRanges:
    """The range of an expression, from those of its symbols."""
    ends = {symbol: one.ends for symbol, one in (ranges or {}).items()}
    return ValueRanges.of(bound(expr, ends, {}), bool(expr.is_integer))
