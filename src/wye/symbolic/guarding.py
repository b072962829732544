"""Guarding: answers that depend on the example, and the conditions under which they stay right.

`Guarding.evaluate_expr` answers from what is known, or else from the hint, and then remembers the condition as a guard,
with the line of the program that asked.  What depends on data has no hint: it is an error, or is assumed and checked
when the program runs (`guard_or_defer_runtime_assert`).
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import sympy

from wye.errors import GuardOnDataDependentSymNode
from wye.symbolic.conditions import canonical_form, negated, rebuilt
from wye.symbolic.expressions import as_number, constant
from wye.symbolic.knowledge import Knowledge
from wye.symbolic.ranges import IntInfinity, ValueRanges, int_oo, is_condition, is_whole
from wye.symbolic.values import value_of

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["ConstraintViolationError", "GuardOnDataDependentSymNode", "Guarding", "RuntimeAssert", "ShapeGuard", "Site"]

_OWN_FILES: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


class Site(NamedTuple):
    """A line of a program."""

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        return f"{os.path.basename(self.file)}:{self.line} in {self.function}"


class ShapeGuard(NamedTuple):
    """A condition under which the answers of an environment are right, and the line that made it necessary."""

    expr: Any
    sloc: Site | None
    size_oblivious: bool = False


class ConstraintViolationError(RuntimeError):
    """Guards ask for more than what was promised of a size."""


class RuntimeAssert(NamedTuple):
    """A condition that is checked when the program runs."""

    expr: Any
    msg: str
    stack: Site | None


def _site() -> Site | None:
    """The line of the program that has called into wye."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_OWN_FILES):
        frame = frame.f_back  # type: ignore[assignment]  # None ends the loop
    return None if frame is None else Site(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)


class Guarding(Knowledge):
    """What is known about symbols, and the guards that made it so.

    Attributes:
        guards: The conditions found so far, in order.
        deferred_runtime_asserts: Symbol without example value -> what is to be checked once it has one.
        frozen: Are new guards a mistake?  They are recorded all the same.
    """

    def __init__(self) -> None:
        super().__init__()
        self.guards: list[ShapeGuard] = []
        self.deferred_runtime_asserts: dict[Any, list[RuntimeAssert]] = {}
        self.num_deferred_runtime_asserts = 0
        self.frozen = False
        self.runtime_asserts_frozen = False
        self._suppressed = 0
        self._in_kernel = 0
        self._refuses_guards = False

    # ---- asking ----

    def evaluate_expr(
        self,
        orig_expr: Any,
        hint: Any = None,
        fx_node: Any = None,
        size_oblivious: bool = False,
        fallback_value: bool | None = None,
    ) -> Any:
        """The value of an expression: what is known, or the value for the example, remembered as a guard.

        Args:
            orig_expr: The expression.
            hint: Its value for the example, where the caller has computed it.
            fx_node: Accepted.
            size_oblivious: Do sizes that depend on data count as neither 0 nor 1?
            fallback_value: The answer where the value depends on data; None raises.

        Raises:
            GuardOnDataDependentSymNode: the value depends on data.
        """
        value = self._memo.get((orig_expr, size_oblivious))  # most often, a condition that was asked before
        if value is not None:
            return value
        expr = self.replace(orig_expr)
        is_truth = is_condition(expr)
        value = self.known(expr, size_oblivious) if is_truth else as_number(self.simplify(expr))
        if value is not None:
            return value
        value = self._example(expr) if hint is None else hint
        if value is None:
            return self._without_example(expr, is_truth, fallback_value)
        if not self._suppressed:
            truth = (expr if value else negated(expr)) if is_truth else self._equals(expr, value)
            if is_truth or self.known(truth) is not True:
                self._add_guard(truth, size_oblivious)
        return value

    def _without_example(self, expr: Any, is_truth: bool, fallback: bool | None) -> Any:
        """The answer where a value depends on data."""
        value = self.known_of_sizes(expr) if is_truth and self._in_kernel else None
        if value is None:
            value = fallback
        if value is None:
            value = self._decided_by_data(expr, is_truth)
        if value is None:
            raise self._data_dependent(expr, expr)
        return value

    def _decided_by_data(self, expr: Any, is_truth: bool) -> Any:
        """The answer that computed values give, which is checked when the program runs; None if there are none."""
        value = self.value_with_data(expr)
        if value is not None:
            truth = (expr if value else negated(expr)) if is_truth else self._equals(expr, value)
            self.guard_or_defer_runtime_assert(truth, f"propagate_real_tensors: {truth}")
        return value

    def value_with_data(self, expr: Any) -> Any:
        """The value of an expression; None if it has symbols without a computed value."""
        try:
            return value_of(expr, {**self.backed_var_to_val, **self.unbacked_var_to_val})
        except KeyError:
            return None

    def set_value_with_data(self, expr: Any, value: Any) -> None:
        """Remember the value that was computed for a symbol that depends on data."""
        if expr.is_Relational and expr.args[1] == 1:  # a truth value: its symbol is 1
            expr, value = expr.args[0], int(value)
        if expr.is_Symbol and expr not in self.backed_var_to_val:
            self.unbacked_var_to_val[expr] = value

    @staticmethod
    def _equals(expr: Any, value: float) -> Any:
        return sympy.Equality(expr, constant(value), evaluate=False)

    def _example(self, expr: Any) -> Any:
        try:
            return value_of(expr, self.backed_var_to_val)
        except KeyError:
            return None

    def _add_guard(self, truth: Any, size_oblivious: bool) -> None:
        if self._refuses_guards:
            raise RuntimeError(f"a new guard is not allowed here: {truth} ({_site()})")
        self.guards.append(ShapeGuard(truth, _site(), size_oblivious))
        self.learn(truth)

    def guard_or_defer_runtime_assert(self, orig_expr: Any, msg: str, fx_node: Any = None) -> bool:
        """Is a condition true?  One that depends on data is taken to be, and checked when the program runs.

        Args:
            orig_expr: The condition.
            msg: What to say when it turns out to be false.
            fx_node: Accepted.
        """
        expr = self.replace(orig_expr)
        known = self.known(expr)
        if known is not None:
            return known
        symbols = self.unbacked_in(expr)
        if not symbols:
            return bool(self.evaluate_expr(expr))
        if not self._suppressed:
            truth = canonical_form(self._without_python_mod(expr))
            last = max(symbols, key=lambda one: (len(one.name), one.name))
            self.deferred_runtime_asserts.setdefault(last, []).append(RuntimeAssert(truth, msg, _site()))
            self.num_deferred_runtime_asserts += 1
            self.learn(expr)
            self.learn(truth)
        return True

    def _without_python_mod(self, expr: Any) -> Any:
        """Remainders of numbers that are now known not to be negative, in their simple form."""
        simpler = {one: self.computed("mod", *one.args) for one in expr.atoms(sympy.Function)
                   if type(one).__name__ == "PythonMod"}  # fmt: skip
        return rebuilt(expr, simpler) if simpler else expr

    def unbacked_in(self, expr: Any) -> set[Any]:
        """The symbols of an expression that have no value in the example."""
        return {one for one in expr.free_symbols if one not in self.backed_var_to_val}

    def _data_dependent(self, expr: Any, unhinted: Any) -> GuardOnDataDependentSymNode:
        values = {one: constant(self.backed_var_to_val[one]) for one in expr.free_symbols
                  if one in self.backed_var_to_val}  # fmt: skip
        sizes = ", ".join(sorted(str(one) for one in expr.free_symbols & self.size_like)) or "none"
        is_int = not is_condition(expr) and is_whole(expr)
        what = "extract specialized integer from" if is_int else "guard on"
        advice = "" if is_int else (
            "consider using data-dependent friendly APIs such as guard_or_false, guard_or_true and "
            "statically_known_true."
        )  # fmt: skip
        error = GuardOnDataDependentSymNode(
            f"Could not {what} data-dependent expression {rebuilt(expr, values)} (unhinted: {unhinted}).  "
            f"(Size-like symbols: {sizes})\n\n{advice}\nCaused by: ({_site()})",
        )
        error.cond = expr
        return error

    # ---- ranges ----

    def constrain_symbol_range(self, s: Any, compiler_min: int, compiler_max: int) -> None:
        """Narrow the range of a symbol."""
        self._set_range(s, ValueRanges(compiler_min, compiler_max).ends)

    def constrain_range(self, number: Any, lower: Any = None, upper: Any = None) -> None:
        """Take it as given that an integer lies between two numbers.

        Args:
            number: An integer, or a symbolic one that is one symbol.
            lower: The least value; None: there is none.
            upper: The greatest value; None: there is none.

        Raises:
            ValueError: the integer is known, and outside.
            ValueRangeError: no number is left.
        """
        low, high = -int_oo if lower is None else lower, int_oo if upper is None else upper
        expr = self.replace(number)
        value = as_number(expr)
        if value is not None:
            if not low <= value <= high:
                raise ValueError(f"Invalid value {value} for range [{low}:{high}]")
        elif expr.is_Symbol:
            ends = [float(end) if isinstance(end, IntInfinity) else end for end in (low, high)]
            self._set_range(expr, (ends[0], ends[1]))
        else:
            for kind, end in (("ge", low), ("le", high)):
                if not isinstance(end, IntInfinity):
                    self.learn(self.computed(kind, expr, constant(end)))

    def constrain_size(self, number: Any, lower: int = 0, upper: int | None = None) -> None:
        """Take it as given that an integer that depends on data is a size between two numbers.

        Args:
            number: A SymInt.
            lower: The least value.
            upper: The greatest value; None: there is none.
        """
        self.constrain_range(number.node.expr, lower, upper)
        self.size_like |= self.unbacked_in(self.replace(number.node.expr))

    # ---- blocks ----

    def freeze(self) -> None:
        """New guards are a mistake from now on; they are still recorded."""
        self.frozen = True

    def freeze_runtime_asserts(self) -> None:
        """New checks at run time are a mistake from now on."""
        self.runtime_asserts_frozen = True

    @contextlib.contextmanager
    def suppress_guards(self) -> Iterator[None]:
        """Inside, answers from hints make no guards."""
        self._suppressed += 1
        try:
            yield
        finally:
            self._suppressed -= 1

    @contextlib.contextmanager
    def in_kernel(self) -> Iterator[None]:
        """Inside, sizes that depend on data count as neither 0 nor 1: kernels treat such sizes specially.

        Where elements lie does not depend on it: strides of dimensions of size 0 or 1 do not matter.
        """
        self._in_kernel += 1
        try:
            yield
        finally:
            self._in_kernel -= 1

    @contextlib.contextmanager
    def error_on_new_guards(self) -> Iterator[None]:
        """Inside, an answer that needs a guard is an error."""
        saved, self._refuses_guards = self._refuses_guards, True
        try:
            yield
        finally:
            self._refuses_guards = saved

    # ---- text ----

    def format_guards(self, verbose: bool = False) -> str:
        """The guards, one on a line; with ``verbose`` also where each was made."""
        return "\n".join(f" - {guard.expr}{f'  # {guard.sloc}' if verbose else ''}" for guard in self.guards)

    def get_nontrivial_guards(self) -> list[Any]:
        """The guards that do not follow from ranges alone."""
        return [self.replace(guard.expr) for guard in self.guards if as_number(self.replace(guard.expr)) is None]

    def get_implications(self, e: Any) -> tuple[tuple[Any, Any], ...]:
        """What follows from a condition: conditions, and whether they hold."""
        return (e, constant(True)), (negated(e), constant(False))

    def get_axioms(self, symbols: Any = None, compute_hint: bool = False) -> tuple[Any, ...]:
        """All conditions that are taken as given; those with ``symbols`` if these are given."""
        truths = [one for one, holds in self.axioms.items() if holds]
        return tuple(one for one in truths if symbols is None or one.free_symbols & set(symbols))
