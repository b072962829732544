"""SymNode: an expression, what kind of number it is, and its value for the example inputs (the hint).

In: nodes.  Out: nodes.  The expression of a result is made by sympy and remembered by the environment; the hint is
computed with Python's own arithmetic, at once.
"""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any, Final

from wye.symbolic.expressions import as_number, constant
from wye.symbolic.number_node import NumberNode
from wye.symbolic.numbers import MATH
from wye.symbolic.ranges import is_condition
from wye.symbolic.rules import BINARY, UNARY, rounded

if TYPE_CHECKING:
    import builtins
    from collections.abc import Callable

__all__ = ["SymNode"]

_HINTS: Final[dict[str, Callable[..., Any]]] = {  # where it is not the function of `operator` with this name
    "sym_max": max,
    "sym_min": min,
    "bitwise_and": operator.and_,
    "bitwise_or": operator.or_,
    "bitwise_xor": operator.xor,
    "floor": math.floor,
    "ceil": math.ceil,
    "trunc": math.trunc,
    "sym_float": float,
    "sym_int": int,
    "sym_not": operator.not_,
    "is_integer": lambda number: float(number).is_integer(),
    **{f"sym_{name}": getattr(math, name) for name in MATH},
    "pow_by_natural": operator.pow,
    "float_pow": operator.pow,
}
_MOST_NUMBERS: Final = 1000  # that an environment keeps as nodes
_COMPARISONS: Final = frozenset(["eq", "ne", "lt", "le", "gt", "ge"])
_WHOLE_ONLY: Final = frozenset(["lshift", "rshift", "bitwise_and", "bitwise_or", "bitwise_xor"])


def _hint_rule(name: str) -> Callable[..., Any]:
    return _HINTS.get(name) or getattr(operator, name)


class SymNode(NumberNode):
    """What a symbolic number holds.

    Attributes:
        shape_env: The environment that the symbols belong to.
        pytype: int, float or bool.
        constant: The number, where the node was made from one.
        fx_node: For tracers; None.
    """

    __slots__ = ("_expr", "_hint", "_replaced", "constant", "fx_node", "pytype", "shape_env")

    def __init__(
        self, expr: Any, shape_env: Any, pytype: type, hint: Any = None, constant: Any = None, fx_node: Any = None
    ) -> None:
        self._expr, self.shape_env, self.pytype, self._hint = expr, shape_env, pytype, hint
        self.constant, self.fx_node = constant, fx_node
        self._replaced: tuple[int, Any] | None = None

    @property
    def expr(self) -> Any:
        """The expression, with what is known about symbols put in."""
        version = self.shape_env.replacements_version
        if not version:
            return self._expr
        if self._replaced is None or self._replaced[0] != version:
            self._replaced = version, self.shape_env.replace(self._expr)
        return self._replaced[1]

    @property
    def hint(self) -> Any:
        """The value for the example inputs; None if it depends on data."""
        if self._hint is None:
            self._hint = self.shape_env.hint_of(self.expr)
        return self._hint

    def has_hint(self) -> bool:
        """Is there a value for the example inputs?"""
        return self.hint is not None

    def is_symbolic(self) -> bool:
        """Is there an expression?"""
        return True

    def nested_int(self) -> int | None:
        """None: it is not the length of a ragged dimension."""
        return None

    def clone(self) -> SymNode:
        """The node itself."""
        return self

    def with_shape_env(self, shape_env: Any) -> SymNode:
        """The same expression in another environment."""
        return SymNode(self._expr, shape_env, self.pytype, self._hint, self.constant, self.fx_node)

    def maybe_as_int(self) -> int | None:
        """The value, where the expression is a number."""
        expr = self.expr
        return int(expr) if expr.is_Integer else None

    def maybe_as_float(self) -> float | None:
        """The value, where the expression is a number."""
        expr = self.expr
        return float(expr) if expr.is_number and not is_condition(expr) and expr.is_Float else None

    def maybe_as_bool(self) -> bool | None:
        """The value, where the expression is true or false."""
        return as_number(self.expr) if is_condition(self.expr) else None

    # ---- numbers beside this one ----

    def _wrapped(self, pytype: type, value: Any) -> SymNode:
        kept = self.shape_env.numbers
        found: SymNode | None = kept.get((pytype, value))
        if found is None:
            if len(kept) >= _MOST_NUMBERS:
                kept.clear()
            found = kept[pytype, value] = SymNode(constant(value), self.shape_env, pytype, value, value)
        return found

    def wrap_int(self, value: int) -> SymNode:
        """An integer as a node."""
        return self._wrapped(int, int(value))

    def wrap_float(self, value: float) -> SymNode:
        """A real number as a node."""
        return SymNode(constant(float(value)), self.shape_env, float, float(value), float(value))

    def wrap_bool(self, value: bool) -> SymNode:
        """A truth value as a node."""
        return self._wrapped(bool, bool(value))

    # ---- values ----

    def evaluate(self) -> Any:
        """The value; makes a guard where it was not known."""
        expr = self.expr
        return expr.p if expr.is_Integer else self.shape_env.evaluate_expr(expr, self._hint)

    def int_(self) -> int:
        """The value as an integer; makes a guard."""
        return self.guard_int("", 0)

    def bool_(self) -> bool:
        """The value as a truth value; makes a guard."""
        return bool(self.shape_env.evaluate_expr(self.expr, self._hint))

    def guard_int(self, file: builtins.str, line: int) -> int:
        """The value as an integer; makes a guard."""
        return int(self.evaluate())

    def guard_float(self, file: builtins.str, line: int) -> float:
        """The value as a real number; makes a guard."""
        return float(self.evaluate())

    def guard_bool(self, file: builtins.str, line: int) -> bool:
        """The value as a truth value; makes a guard."""
        return bool(self.evaluate())

    def guard_size_oblivious(self, file: builtins.str, line: int) -> bool:
        """The value as a truth value, where sizes that depend on data count as neither 0 nor 1."""
        return bool(self.shape_env.evaluate_expr(self.expr, self._hint, size_oblivious=True))

    def guard_or_false(self, file: builtins.str, line: int) -> bool:
        """The value as a truth value; False if it depends on data."""
        return bool(self.shape_env.evaluate_expr(self.expr, self._hint, fallback_value=False))

    def guard_or_true(self, file: builtins.str, line: int) -> bool:
        """The value as a truth value; True if it depends on data."""
        return bool(self.shape_env.evaluate_expr(self.expr, self._hint, fallback_value=True))

    def statically_known_true(self, file: builtins.str, line: int) -> bool:
        """Does it hold for all inputs that pass the guards?  Makes none."""
        return self.shape_env.known(self.expr) is True

    def expect_true(self, file: builtins.str, line: int) -> bool:
        """The value; where it depends on data, it is assumed and checked when the program runs."""
        return bool(self.shape_env.guard_or_defer_runtime_assert(self.expr, f"{file}:{line}"))

    # ---- text ----

    def str(self) -> builtins.str:
        """The expression as text."""
        return str(self.expr)

    def __str__(self) -> builtins.str:
        return self.str()

    def _graph_repr(self) -> builtins.str:
        return self.str()

    def __repr__(self) -> builtins.str:
        parts = f"shape_env={self.shape_env!r}, pytype={self.pytype}, hint={self._hint}"
        constant = "" if self.constant is None else f", constant={self.constant}"
        return f"SymNode({self._expr}, {parts}{constant}, fx_node={bool(self.fx_node)})"

    # ---- arithmetic ----

    def _as(self, pytype: type) -> SymNode:
        """The number as one of a wider type."""
        if self.pytype is pytype:
            return self
        env = self.shape_env
        hint = None if self._hint is None else pytype(self._hint)
        if self.pytype is bool:
            whole = SymNode(env.computed("bool_to_int", self.expr), env, int, None if hint is None else int(hint))
            return whole if pytype is int else whole._as(float)
        return SymNode(env.computed("sym_float", self.expr), env, float, hint)

    def _binary(self, name: builtins.str, other: Any) -> SymNode:
        a, b = self, other
        if a.pytype is not b.pytype or (a.pytype is bool and name not in ("and_", "or_", "eq", "ne")):
            wider = float if float in (a.pytype, b.pytype) else int
            a, b = a._as(wider), b._as(wider)
        hints = a._hint, b._hint
        if b.constant is None and name in _WHOLE_ONLY and a.pytype is not int:
            raise TypeError(f"{name} takes integers")
        hint = None if None in hints else _hint_rule(name)(*hints)
        expr = self.shape_env.computed(BINARY.get(name, name), a.expr, b.expr)
        pytype = bool if name in _COMPARISONS or name in ("and_", "or_") else float if name == "truediv" else a.pytype
        return SymNode(expr, self.shape_env, pytype, hint)

    def _unary(self, name: builtins.str) -> SymNode:
        hint = None if self._hint is None else _hint_rule(name)(self._hint)
        pytype = UNARY[name] or self.pytype
        return SymNode(self.shape_env.computed(name, self.expr), self.shape_env, pytype, hint)

    def pow(self, other: SymNode) -> SymNode:
        """Power; of integers an integer unless the exponent is negative."""
        whole = self.pytype is not float and other.pytype is not float
        is_natural = self.shape_env.known(self.shape_env.computed("ge", other.expr, constant(0))) if whole else False
        if whole and is_natural is None:
            is_natural = other._binary("ge", other.wrap_int(0)).bool_()
        if is_natural:
            return self._as(int)._binary("pow_by_natural", other._as(int))
        return self._as(float)._binary("float_pow", other._as(float))

    def floordiv(self, other: SymNode) -> SymNode:
        """Quotient, rounded down."""
        return self._binary("floordiv", other)

    def round(self, digits: int | None = None) -> SymNode:
        """Rounded to the nearest integer, or to a number of decimal digits."""
        if self.pytype is int:
            return self
        hint = None if self._hint is None else round(self._hint, digits)
        return SymNode(rounded(self.expr, digits), self.shape_env, int if digits is None else float, hint)

    def sym_int(self) -> SymNode:
        """Rounded towards zero."""
        return self if self.pytype is int else self._unary("trunc")

    def sym_float(self) -> SymNode:
        """As a real number."""
        return self if self.pytype is float else self._unary("sym_float")

    def sym_ite(self, if_true: SymNode, if_false: SymNode) -> SymNode:
        """One of two numbers, by this condition."""
        hint = None if self._hint is None else (if_true if self._hint else if_false)._hint
        expr = self.shape_env.computed("sym_ite", self.expr, if_true.expr, if_false.expr)
        return SymNode(expr, self.shape_env, if_true.pytype, hint)

    def sym_sum(self, nodes: list[SymNode]) -> SymNode:
        """The sum of several integers, as one expression."""
        hints = [node._hint for node in nodes]
        expr = self.shape_env.computed("sum", *[node.expr for node in nodes])
        return SymNode(expr, self.shape_env, int, None if None in hints else sum(hints))

    def sym_and(self, other: SymNode) -> SymNode:
        """Are both conditions true?"""
        return self._binary("and_", other)

    def sym_or(self, other: SymNode) -> SymNode:
        """Is one of both conditions true?"""
        return self._binary("or_", other)


def _install() -> None:
    def binary(name: str) -> Callable[[SymNode, SymNode], SymNode]:
        def method(self: SymNode, other: SymNode) -> SymNode:
            return self._binary(name, other)

        method.__name__ = name
        return method

    def unary(name: str) -> Callable[[SymNode], SymNode]:
        def method(self: SymNode) -> SymNode:
            return self._unary(name)

        method.__name__ = name
        return method

    for name in BINARY:
        if name not in vars(SymNode):
            setattr(SymNode, name, binary(name))
    for name in UNARY:
        if name not in vars(SymNode):
            setattr(SymNode, name, unary(name))


_install()
