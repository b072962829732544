"""Do other inputs pass the guards?  Guards as text, bound to the inputs of a program, and evaluated.

In: the symbolic inputs of a trace and the real ones of a call.  Out: a truth value, or the text of the conditions.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from wye.symbolic.expressions import as_number
from wye.symbolic.guard_text import python_text
from wye.symbolic.guarding import Guarding, ShapeGuard
from wye.symbolic.numbers import SymBool, SymFloat, SymInt
from wye.symbolic.ranges import DECIDE, is_condition
from wye.symbolic.sources import LocalSource, TensorProperty, TensorPropertySource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wye.symbolic.sources import Source

__all__ = ["Checking"]

_SYMBOLIC = (SymInt, SymFloat, SymBool)


def _name(source: Source) -> str:
    return source.name


def _numbers(value: Any, source: Source) -> Iterator[tuple[Source, Any]]:
    """The numbers of one input, with their sources: itself, or the sizes, strides and offset of a tensor."""
    if not hasattr(value, "storage_offset"):
        yield source, value
        return
    for prop in (TensorProperty.SIZE, TensorProperty.STRIDE):
        for at, number in enumerate(getattr(value, prop.method_name())()):
            yield TensorPropertySource(source, prop, at), number
    yield TensorPropertySource(source, TensorProperty.STORAGE_OFFSET), value.storage_offset()


class Checking(Guarding):
    """The part of an environment that compares inputs with its guards."""

    settings: Any  # `Settings`, of the environment

    def bind_symbols(self, placeholders: Sequence[Any], args: Sequence[Any]) -> dict[Any, Any]:
        """The values that symbols have for other inputs.

        Args:
            placeholders: The symbolic inputs: tensors or numbers.
            args: Real inputs in their place.
        """
        found: dict[Any, Any] = {}
        source = LocalSource("")
        for one, real in zip(placeholders, args, strict=True):
            for (_, number), (_, value) in zip(_numbers(one, source), _numbers(real, source), strict=True):
                if isinstance(number, _SYMBOLIC) and number.node.is_symbolic():
                    expr = number.node._expr
                    if expr.is_Symbol or (-expr).is_Symbol:
                        found.setdefault(expr if expr.is_Symbol else -expr, value if expr.is_Symbol else -value)
        return found

    def produce_guards(
        self,
        placeholders: Sequence[Any],
        sources: Sequence[Source | str],
        source_ref: Callable[[Source], str] = _name,
        *,
        guards: list[ShapeGuard] | None = None,
        ignore_static: bool = True,
        **options: Any,
    ) -> list[str]:
        """The conditions on inputs, as Python texts.

        First what numbers of the inputs have to equal others, then the guards that do not follow from ranges, then the
        ranges of symbols.

        Args:
            placeholders: The symbolic inputs: tensors or numbers.
            sources: Where each comes from; a text is the name of a variable.
            source_ref: The text for a source.
            guards: Those to use; all by default.
            ignore_static: Leave out that numbers that stayed numbers are the same?
            options: ``_simplified=True`` leaves out what numbers have to equal, and ends of ranges that all sizes have;
                others are accepted.
        """
        is_simplified = options.get("_simplified", False)
        names: dict[Any, str] = {}
        same: list[tuple[str, Any]] = []
        for value, given in zip(placeholders, sources, strict=True):
            source = LocalSource(given) if isinstance(given, str) else given
            for where, number in _numbers(value, source):
                text = source_ref(where)
                if not isinstance(number, _SYMBOLIC):
                    if not ignore_static and isinstance(number, (int, float, str)):
                        same.append((text, number))
                    continue
                expr = self.replace(number.node._expr) if number.node.is_symbolic() else None
                if expr is None:
                    continue
                if expr.is_Symbol and expr not in names:
                    names[expr] = text
                else:
                    same.append((text, expr))
        conditions = [
            f"{text} == {python_text(one, names) if hasattr(one, 'free_symbols') else repr(one)}"
            for text, one in (() if is_simplified else same)
        ]
        for guard in self.guards if guards is None else guards:
            expr = self.replace(guard.expr)
            if expr.free_symbols <= set(names) and not self._follows_from_ranges(expr):
                conditions.append(python_text(expr, names))
        least = (2 if self.settings.specialize_zero_one else 0) if is_simplified else 0
        conditions += filter(None, (self._range_text(symbol, text, least) for symbol, text in names.items()))
        return list(dict.fromkeys(conditions))

    def _follows_from_ranges(self, expr: Any) -> bool:
        """Is a condition true for all values in the ranges of symbols, which have texts of their own?"""
        number = as_number(expr)
        if number is not None:
            return bool(number)
        if not expr.is_Relational or is_condition(expr.args[0]):
            return False
        return DECIDE[type(expr).__name__](self.bound(expr.args[0] - expr.args[1])) is True

    def _range_text(self, symbol: Any, text: str, least: int) -> str:
        """The range of a symbol; ``least`` is where those of all sizes begin."""
        low, high = self._ranges.get(symbol, (-math.inf, math.inf))
        if low == high:  # a guard says so
            return ""
        below = "" if math.isinf(low) or (low <= least and symbol.is_nonnegative) else f"{low} <= "
        above = "" if math.isinf(high) else f" <= {high}"
        return f"{below}{text}{above}" if below or above else ""

    def produce_guards_expression(
        self, placeholders: Sequence[Any], *, guards: list[ShapeGuard] | None = None, ignore_static: bool = True
    ) -> str | None:
        """The conditions as one Python expression over ``L['t0']``, ``L['t1']``, ...; None if there are none."""
        sources = [LocalSource(f"t{at}") for at in range(len(placeholders))]
        conditions = self.produce_guards(placeholders, sources, guards=guards, ignore_static=ignore_static)
        return " and ".join(conditions) if conditions else None

    def evaluate_guards_expression(self, code: str, args: Sequence[Any]) -> bool:
        """Do inputs pass the conditions of `produce_guards_expression`?"""
        return bool(eval(code, {"math": math}, {"L": {f"t{at}": value for at, value in enumerate(args)}}))

    def evaluate_guards_for_args(
        self, placeholders: Sequence[Any], args: Sequence[Any], *, ignore_static: bool = True
    ) -> bool:
        """Do inputs pass all guards?

        Args:
            placeholders: The symbolic inputs.
            args: Real inputs in their place.
            ignore_static: Leave out numbers that stayed numbers?
        """
        code = self.produce_guards_expression(placeholders, ignore_static=ignore_static)
        return code is None or self.evaluate_guards_expression(code, args)

    def get_pruned_guards(self, symints: Sequence[Any]) -> list[ShapeGuard]:
        """The guards on these symbolic numbers alone."""
        symbols = {symbol for one in symints for symbol in one.node.expr.free_symbols}
        return [guard for guard in self.guards if guard.expr.free_symbols <= symbols]
