"""Knowledge: what is known about symbols, from their ranges and from conditions that hold.

`Knowledge` answers whether a condition holds for all values that the symbols may have (`known`), and learns from
conditions that do (`learn`): ranges, symbols that equal other expressions, bounds of sums, divisibility.
See Note [Versions of knowledge].
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import sympy

from wye.symbolic.conditions import negated, rebuilt
from wye.symbolic.expressions import FloorDiv, as_number, constant
from wye.symbolic.linear import coefficient, expanded, is_linear, split_constant
from wye.symbolic.ranges import DECIDE, Interval, ValueRanges, assumed, bound, is_condition, is_whole
from wye.symbolic.rules import EXPRESSIONS
from wye.symbolic.values import value_of

if TYPE_CHECKING:
    from wye.symbolic.sources import Source

__all__ = ["Knowledge"]

# Note [Versions of knowledge]
# Each new fact changes `version`, and what was computed from older facts is dropped.  A symbol that has been found to
# equal an expression changes `replacements_version` too: nodes keep their expression with replacements until then.
# Broken by: changing `replacements`, `var_to_range` or `axioms` but by `_set_replacement`, `_set_range`, `learn`.
# Guarded by: tests/unit/symbolic/test_knowledge.py::test_what_was_unknown_is_asked_again_after_a_new_fact

_SIZE_AT_LEAST: Final = 2  # sizes that depend on data count as neither 0 nor 1 where they are "size-like"
_ENDLESS: Final = 1 << 62  # no size or stride of a tensor that fits into memory reaches it
_MOST_SYMBOLS: Final = 5  # an equation with more is not solved


class Knowledge:
    """What is known about the symbols of an environment.

    Attributes:
        var_to_range: Symbol -> its range.
        var_to_sources: Symbol -> where it comes from.
        replacements: Symbol -> the expression that it is known to equal.
        axioms: Condition -> does it hold?
        divisible: Remainders that are known to be 0.
        size_like: Symbols without example values that are used as sizes.
        backed_var_to_val: Symbol -> its value in the example.
        unbacked_renamings: Symbol that depends on data -> the one that it stands for now.
        unbacked_var_to_val: Symbol that depends on data -> the value that was computed beside fake tensors.
        replacements_version: Changes with each new replacement; 0 while there is none.
    """

    def __init__(self) -> None:
        self.var_to_range: dict[Any, ValueRanges] = {}
        self.var_to_sources: dict[Any, list[Source]] = {}
        self.replacements: dict[Any, Any] = {}
        self.axioms: dict[Any, bool] = {}
        self.divisible: set[Any] = set()
        self.size_like: set[Any] = set()
        self.backed_var_to_val: dict[Any, Any] = {}
        self.unbacked_var_to_val: dict[Any, Any] = {}
        self.unbacked_renamings: dict[Any, Any] = {}
        self.replacements_version = 0
        self._version = 0
        self._ranges: dict[Any, Interval] = {}
        self._bounds: dict[Any, Interval] = {}
        self._upper: dict[Any, int] = {}  # expression without a constant -> the most that it can be
        self._memo: dict[Any, bool | None] = {}
        self._expressions: dict[tuple[Any, ...], Any] = {}
        self.numbers: dict[tuple[type, Any], Any] = {}  # plain numbers as nodes

    # ---- expressions ----

    def computed(self, name: str, *operands: Any) -> Any:
        """The expression of an operation; remembered."""
        key = (name, *operands)
        made = self._expressions.get(key)
        if made is None:
            if name == "mod" and all(self.bound(part)[0] >= 0 for part in operands) and is_whole(operands[0]):
                name = "nonnegative_mod"
            made = EXPRESSIONS[name](*operands)
            if name != "mod":  # its form depends on ranges
                self._expressions[key] = made
        return made

    def replace(self, expr: Any) -> Any:
        """The expression with what symbols are known to equal in their place."""
        if not self.replacements:
            return expr
        values = {one: self._find(one) for one in expr.free_symbols if one in self.replacements}
        return rebuilt(expr, values) if values else expr

    def _find(self, symbol: Any) -> Any:
        """What a symbol is known to equal, all the way; chains are shortened."""
        target = self.replacements.get(symbol)
        if target is None:
            return symbol
        inner = {one: self._find(one) for one in target.free_symbols if one in self.replacements}
        if inner:
            target = self.replacements[symbol] = rebuilt(target, inner)
        return target

    def simplify(self, expr: Any, size_oblivious: bool = False) -> Any:
        """The expression with all that is known put in; a condition that is decided is true or false."""
        expr = self.replace(expr)
        if is_condition(expr):
            known = self.known(expr, size_oblivious=size_oblivious)
            return expr if known is None else constant(known)
        lower, upper = self.bound(expr)
        if lower == upper and is_whole(expr):
            return constant(int(lower))
        zero = dict.fromkeys(self.divisible, sympy.S.Zero)
        return rebuilt(expr, zero) if zero and expr.has(*zero) else expr

    def hint_of(self, expr: Any) -> Any:
        """The value for the example inputs; None if it depends on data."""
        try:
            return value_of(self.replace(expr), self.backed_var_to_val)
        except KeyError:
            return None

    # ---- what is known ----

    def bound(self, expr: Any) -> Interval:
        """Between which numbers the value lies."""
        return bound(expr, self._ranges, self._bounds)

    def bound_sympy(self, expr: Any, size_oblivious: bool = False) -> ValueRanges:
        """The range of an expression."""
        expr = sympy.sympify(expr)
        ends = bound(expr, self._size_ranges(), {}) if size_oblivious else self.bound(expr)
        return ValueRanges.of(ends, is_whole(expr))

    def known(self, expr: Any, size_oblivious: bool = False) -> bool | None:
        """Does a condition hold for all values that symbols may have?  None if that depends on them."""
        key = (expr, size_oblivious)
        if key not in self._memo:
            self._memo[key] = self._decide(self.replace(expr), self._size_ranges() if size_oblivious else None)
        return self._memo[key]

    def known_of_sizes(self, expr: Any) -> bool | None:
        """The same, where what depends on data and may be a size (a truth value may not) counts as neither 0 nor 1."""
        expr = self.replace(expr)
        ranges = {one: self._ranges.get(one, (-1, 0)) for one in expr.free_symbols}
        symbols = {one for one, (low, high) in ranges.items() if low >= 0 and high >= _SIZE_AT_LEAST}
        return self._decide(expr, self._size_ranges({one for one in symbols if one not in self.backed_var_to_val}))

    def _size_ranges(self, also: set[Any] | frozenset[Any] = frozenset()) -> dict[Any, Interval]:
        sizes = {one: self._ranges.get(one) or assumed(one) for one in self.size_like | also}
        return self._ranges | {one: (max(low, _SIZE_AT_LEAST), high) for one, (low, high) in sizes.items()}

    def _decide(self, expr: Any, sizes: dict[Any, Interval] | None) -> bool | None:
        number = as_number(expr)
        if number is not None:
            return bool(number)
        if expr in self.axioms:
            return self.axioms[expr]
        if isinstance(expr, sympy.Not):
            inner = self._decide(expr.args[0], sizes)
            return None if inner is None else not inner
        if isinstance(expr, (sympy.And, sympy.Or)):
            parts = [self._decide(part, sizes) for part in expr.args]
            absorbing = isinstance(expr, sympy.Or)
            return absorbing if absorbing in parts else None if None in parts else not absorbing
        if not expr.is_Relational or is_condition(expr.args[0]):
            return None
        return self._decide_relation(expr, sizes)

    def _decide_relation(self, expr: Any, sizes: dict[Any, Interval] | None) -> bool | None:
        decide = DECIDE[type(expr).__name__]
        left, right = expr.args
        ranges, memo = (self._ranges, self._bounds) if sizes is None else (sizes, dict[Any, Interval]())
        difference = left - right
        number = split_constant(difference)[1]
        known = decide(bound(difference, ranges, memo) if abs(number) < _ENDLESS else (number, number))
        if known is None and self.divisible:
            difference = self._with_exact_quotients(rebuilt(difference, dict.fromkeys(self.divisible, sympy.S.Zero)))
            known = decide(bound(difference, ranges, memo))
        if known is None:
            known = decide(self._linear_bound(difference))
        if known is None:
            known = decide(self._remainder_bound(difference, ranges))
        if known is None and not is_linear(difference) and is_whole(difference):
            known = decide(bound(expanded(difference), ranges, memo))
            if known is None:
                known = decide(self._shifted_bound(difference, ranges))
        return known

    def _with_exact_quotients(self, expr: Any) -> Any:
        """An expression with ``a / n`` for ``a // n`` where it is known that nothing remains."""
        exact = {one.args for one in self.divisible}
        for _ in range(_MOST_SYMBOLS):  # quotients may be parts of others
            found = {one: one.args[0] / one.args[1] for one in expr.atoms(FloorDiv) if one.args in exact}
            if not found:
                break
            expr = rebuilt(expr, found)
        return expr

    def _linear_bound(self, difference: Any) -> Interval:
        """The range of a sum that follows from conditions on the same sum with another constant."""
        rest, number = split_constant(difference)
        upper, lower = self._upper.get(rest), self._upper.get(-rest)
        return (-math.inf if lower is None else number - lower, math.inf if upper is None else number + upper)

    def _remainder_bound(self, difference: Any, ranges: dict[Any, Interval]) -> Interval:
        """The range of a sum with remainders and their divisors: ``a % n`` is at most ``n - 1``."""
        least, most = difference, difference
        for term in sympy.Add.make_args(difference):
            factor, rest = term.as_coeff_Mul()
            if type(rest).__name__ not in ("Mod", "PythonMod") or bound(rest.args[1], ranges, {})[0] <= 0:
                continue
            top = factor * (rest.args[1] - 1)
            least, most = (least - term, most - term + top) if factor > 0 else (least - term + top, most - term)
        if least is difference:
            return -math.inf, math.inf
        return bound(least, ranges, {})[0], bound(most, ranges, {})[1]

    def _shifted_bound(self, difference: Any, ranges: dict[Any, Interval]) -> Interval:
        """The range of a polynomial, found by counting each symbol from its least value: signs are then visible."""
        lows = {one: (ranges.get(one) or assumed(one))[0] for one in difference.free_symbols}
        finite = {one: constant(low) for one, low in lows.items() if isinstance(low, int) and low}
        if not finite or len(lows) > _MOST_SYMBOLS:
            return -math.inf, math.inf
        shifted = expanded(rebuilt(difference, {one: one + low for one, low in finite.items()}))
        moved = {one: (low - lows[one], high - lows[one]) if one in finite else (low, high)
                 for one in lows for low, high in [ranges.get(one) or assumed(one)]}  # fmt: skip
        return bound(shifted, moved, {})

    # ---- learning ----

    def _changed(self) -> None:
        self._version += 1
        self._memo.clear()
        self._bounds.clear()

    def _set_range(self, symbol: Any, ends: Interval) -> None:
        """Narrow the range of a symbol.

        Raises:
            ValueRangeError: no number is left.
        """
        is_int = bool(symbol.is_integer)
        old = self.var_to_range.get(symbol)
        made = ValueRanges.of(ends, is_int)
        if old is not None:
            made = old & made
            if made == old:
                return
        self.var_to_range[symbol] = made
        self._ranges[symbol] = made.ends
        self._changed()
        if symbol.is_integer and made.is_singleton() and symbol not in self.replacements:
            self._set_replacement(symbol, constant(int(made.ends[0])))

    def _rename_unbacked_to(self, symbol: Any, target: Any) -> None:
        """Let a symbol that depends on data stand for another one from now on."""
        self.unbacked_renamings[symbol] = target
        self._set_replacement(symbol, target)

    def _set_replacement(self, symbol: Any, target: Any) -> None:
        """From now on, a symbol is an expression of others."""
        if symbol in self.replacements or symbol in target.free_symbols:
            return
        self.replacements[symbol] = target
        self.replacements_version += 1
        self._changed()
        if target.is_Symbol and symbol in self._ranges:
            self._set_range(target, self._ranges[symbol])

    def learn(self, truth: Any) -> None:
        """Take a condition as given."""
        if isinstance(truth, sympy.And):
            for part in truth.args:
                self.learn(part)
            return
        self.axioms[truth] = True
        self.axioms[negated(truth)] = False
        self._changed()
        if truth.is_Relational and not is_condition(truth.args[0]) and is_whole(truth.args[0] - truth.args[1]):
            self._learn_relation(truth)

    def _learn_relation(self, truth: Any) -> None:
        flipped = {"StrictGreaterThan": "StrictLessThan", "GreaterThan": "LessThan"}
        kind, (left, right) = type(truth).__name__, truth.args
        if kind in flipped:
            kind, left, right = flipped[kind], right, left
        difference = expanded(left - right)
        if kind == "Unequality":
            self._learn_difference(difference)
            return
        self._learn_at_most(difference + 1 if kind == "StrictLessThan" else difference)
        if kind == "Equality":
            self._learn_at_most(-difference)
            self._learn_equal(difference)

    def _learn_at_most(self, difference: Any) -> None:
        """A sum is at most 0."""
        rest, number = split_constant(difference)
        self._upper[rest] = min(self._upper.get(rest, -number), -number)
        for symbol in difference.free_symbols:
            factor = coefficient(difference, symbol)
            if not factor:
                continue
            low, _ = self.bound(difference - factor * symbol)  # factor * symbol <= -low
            if factor > 0 and not math.isinf(low):
                self._set_range(symbol, (-math.inf, -low // factor))
            elif factor < 0 and not math.isinf(low):
                self._set_range(symbol, (-(-low // -factor), math.inf))

    def _learn_difference(self, difference: Any) -> None:
        """A sum is not 0: an end of a range that is excluded is left out."""
        symbols = difference.free_symbols
        factor = coefficient(difference, next(iter(symbols))) if len(symbols) == 1 else None
        if factor not in (1, -1):
            return
        (symbol,) = symbols
        excluded = as_number(factor * (factor * symbol - difference))
        low, high = self._ranges.get(symbol) or assumed(symbol)
        if excluded == low:
            self._set_range(symbol, (low + 1, high))
        elif excluded == high:
            self._set_range(symbol, (low, high - 1))

    def _learn_equal(self, difference: Any) -> None:
        """A sum is 0: one symbol is an expression of the others."""
        remainders = [one for one in sympy.Add.make_args(difference) if type(one).__name__ in ("Mod", "PythonMod")]
        if remainders and difference in remainders:
            self.divisible.add(difference)
        symbols = [one for one in difference.free_symbols if one not in self.replacements]
        if len(symbols) > _MOST_SYMBOLS:
            return
        free = sum(one not in self.backed_var_to_val for one in symbols)
        if free > 1:  # symbols without values do not replace each other
            return
        by_order = sorted(symbols, key=lambda one: (self._order_of(one), one.name), reverse=True)
        for symbol in sorted(by_order, key=self._outlasts):
            if free and symbol in self.backed_var_to_val:
                continue
            factor = coefficient(difference, symbol)
            if not factor:
                continue
            rest = factor * symbol - difference
            terms = [term / factor for term in sympy.Add.make_args(rest)]
            if all(map(is_whole, terms)):
                self._set_replacement(symbol, self.replace(sympy.Add(*terms)))
                return

    def _outlasts(self, symbol: Any) -> bool:
        """Is a symbol still there when guards are evaluated?  Those that are not are replaced first."""
        return not any(source.is_ephemeral() for source in self.var_to_sources.get(symbol, ()))

    def _order_of(self, symbol: Any) -> float:
        return float(self.backed_var_to_val.get(symbol, math.inf))
