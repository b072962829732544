"""What a set of guards says of single sizes: which are fixed, and between which numbers the others lie.

Cold path.  In: conditions on symbols, and equalities of sizes with expressions.  Out, after `DimConstraints.solve`:
texts about sources, as programs that ask for dynamic sizes read them.
"""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, Any

import sympy
from sympy.solvers.inequalities import reduce_inequalities

from wye.symbolic.expressions import Mod, PythonMod

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wye.symbolic.sources import Source

__all__ = ["DimConstraints"]


class DimConstraints:
    """Conditions on sizes, and what follows of them for each size alone.

    A condition on two sizes says something of one where the other is fixed.  Conditions that one interval cannot say
    (``Ne``, ``Or``) are left out, as they are in PyTorch.

    Args:
        symbol_to_source: Where each symbol comes from; the first source names it.
        var_to_val: The values in the example, which conditions must hold for.
        marked_dynamic: Symbols that a program wants to stay dynamic.
        source_name_to_debug_name: Names that errors show instead.
    """

    def __init__(
        self,
        symbol_to_source: Mapping[sympy.Symbol, list[Source]],
        var_to_val: Mapping[sympy.Symbol, Any],
        marked_dynamic: set[sympy.Symbol],
        source_name_to_debug_name: Mapping[str, str],
    ) -> None:
        self._names = {symbol: sources[0].name for symbol, sources in symbol_to_source.items() if sources}
        self._values = {symbol: sympy.sympify(value) for symbol, value in var_to_val.items()}
        self._marked, self._shown = frozenset(marked_dynamic), source_name_to_debug_name
        self._conditions: list[Any] = []
        self._equalities: list[tuple[Source, Any]] = []
        self._remainders: dict[sympy.Symbol, dict[int, int]] = {}
        self._inconsistencies: list[str] = []
        self._substitutions: dict[sympy.Symbol, Any] = {}
        self._static_results: set[str] = set()
        self._dynamic_results: set[str] = set()

    def add(self, expr: Any) -> bool:
        """Add a condition.

        Returns:
            Is it true of all sizes?

        Raises:
            AssertionError: it is false of all sizes.
        """
        if expr == sympy.true:
            return True
        if not expr.free_symbols:
            raise AssertionError(f"Did not expect constraint with no free variables: {expr}")
        if expr.xreplace(self._values) == sympy.false:
            self._inconsistencies.append(f"{expr} is inconsistent!")
        for symbol in expr.free_symbols:
            expr = self.rewrite_with_congruences(symbol, expr)
        if expr not in (sympy.true, sympy.false):
            self._conditions.append(expr)
        return False

    def add_equality(self, source: Source, expr: Any) -> None:
        """Add that a size is an expression."""
        self._equalities.append((source, sympy.sympify(expr)))

    def rewrite_with_congruences(self, s: sympy.Symbol, expr: Any) -> Any:
        """A condition with the remainders of a symbol that the example has; `solve` tells that it has them."""
        found = {}
        for term in expr.atoms(Mod, PythonMod):
            base, divisor = term.args
            if base == s and divisor.is_Integer:
                remainder = int(self._values[s]) % int(divisor)
                self._remainders.setdefault(s, {})[int(divisor)] = remainder
                found[term] = sympy.Integer(remainder)
        return expr.xreplace(found)

    def solve(self) -> None:
        """Find what follows for each size.

        Raises:
            ValueError: a condition does not hold for the example.
        """
        if self._inconsistencies:
            raise ValueError("The following inconsistencies were found:\n" + "\n".join(self._inconsistencies))
        waiting = list(self._conditions)
        while True:
            waiting = [one.xreplace(self._substitutions) for one in waiting]
            fixed = {
                symbol: self._values[symbol]
                for one in waiting
                if isinstance(one, sympy.Eq) and len(one.free_symbols) == 1
                for symbol in one.free_symbols
            }
            if not fixed:
                break
            self._substitutions.update(fixed)
        for symbol, value in self._substitutions.items():
            self._static_results.add(f"{self._names[symbol]} == {value}")
        for symbol in self._names:
            alone = [one for one in waiting if one.free_symbols == {symbol} and self._is_interval(one)]
            if alone and symbol not in self._substitutions:
                self._tell(symbol, reduce_inequalities(alone, symbol))
            if symbol in self._remainders and symbol not in self._substitutions:
                self._tell_remainder(symbol)
        for source, expr in self._equalities:
            known = expr.xreplace(self._substitutions)
            told = f"{source.name} == {self._text(known)}"
            (self._dynamic_results if known.free_symbols else self._static_results).add(told)

    def forced_specializations(self) -> dict[str, Any]:
        """The sizes that a program wants to stay dynamic, and that conditions fix, with their values."""
        return {
            self._shown.get(self._names[symbol], self._names[symbol]): value
            for symbol, value in self._substitutions.items()
            if symbol in self._marked
        }

    @staticmethod
    def _is_interval(condition: Any) -> bool:
        return isinstance(condition, (sympy.Lt, sympy.Le, sympy.Gt, sympy.Ge))

    def _tell(self, symbol: sympy.Symbol, solution: Any) -> None:
        for one in solution.args if isinstance(solution, sympy.And) else (solution,):
            if isinstance(one, sympy.core.relational.Relational) and not one.has(sympy.oo, -sympy.oo):
                if isinstance(one, sympy.Eq):
                    self._static_results.add(f"{self._names[symbol]} == {one.rhs}")
                else:
                    self._dynamic_results.add(self._text(one))

    def _tell_remainder(self, symbol: sympy.Symbol) -> None:
        """That a size is so many times a number: all remainders together."""
        divisor = lcm(*self._remainders[symbol])
        remainder, name = int(self._values[symbol]) % divisor, self._names[symbol]
        multiple = f"({divisor}*_{name})" if not remainder else f"({divisor}*_{name} + {remainder})"
        self._dynamic_results.add(f"{name} == {multiple}")

    def _text(self, expr: Any) -> str:
        names = {symbol: sympy.Symbol(name) for symbol, name in self._names.items()}
        return str(expr.xreplace(names))
