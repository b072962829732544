"""Nodes without an expression: constants, and nested ints (the lengths of ragged dimensions).

A constant becomes a Python number with the first operation.  A nested int is known by its number alone: it equals
itself, and is at least 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.symbolic.number_node import NumberNode
from wye.symbolic.numbers import SymInt

if TYPE_CHECKING:
    import builtins
    from collections.abc import Callable

__all__ = ["ConstantNode", "NestedIntNode", "constant_bool_node", "nested_int"]

_LEAST = 2  # a nested int counts as at least this


class ConstantNode(NumberNode):
    """A number that is known: what comparisons of nested ints give."""

    __slots__ = ("_value", "pytype")

    def __init__(self, value: Any) -> None:
        self._value, self.pytype = value, type(value)

    def value(self) -> Any:
        """The number."""
        return self._value

    def is_constant(self) -> bool:
        """Is the value known?"""
        return True

    def bool_(self) -> bool:
        """The value as a truth value."""
        return bool(self._value)

    def int_(self) -> int:
        """The value as an integer."""
        return int(self._value)

    def guard_bool(self, file: builtins.str, line: int) -> bool:
        """The value as a truth value."""
        return self.bool_()

    def guard_int(self, file: builtins.str, line: int) -> int:
        """The value as an integer."""
        return self.int_()

    def expect_true(self, file: builtins.str, line: int) -> bool:
        """The value as a truth value."""
        return self.bool_()

    def maybe_as_int(self) -> int | None:
        """The value of an integer; None of others."""
        return self._value if self.pytype is int else None

    def maybe_as_bool(self) -> bool | None:
        """The value of a truth value; None of others."""
        return self._value if self.pytype is bool else None

    def str(self) -> builtins.str:
        """The value as text."""
        return str(self._value).lower() if self.pytype is bool else str(self._value)

    def __str__(self) -> builtins.str:
        return self.str()


class NestedIntNode(NumberNode):
    """The length of a ragged dimension: ``coefficient`` times the nested int with this number."""

    __slots__ = ("coefficient", "number")
    pytype = int

    def __init__(self, number: int, coefficient: int) -> None:
        self.number, self.coefficient = number, coefficient

    def nested_int(self) -> int:
        """Its number."""
        return self.number

    def nested_int_coeff(self) -> int:
        """What it is multiplied with."""
        return self.coefficient

    def is_nested_int(self) -> bool:
        """Is it the length of a ragged dimension?"""
        return True

    def maybe_as_int(self) -> int | None:
        """None: there is no value."""
        return None

    def clone(self) -> NestedIntNode:
        """Another node of the same number."""
        return NestedIntNode(self.number, self.coefficient)

    def wrap_int(self, value: int) -> ConstantNode:
        """A plain integer as a node beside this one."""
        return ConstantNode(value)

    wrap_float = wrap_bool = wrap_int

    def int_(self) -> int:
        """Refused: there is no value.

        Raises:
            RuntimeError: always.
        """
        raise RuntimeError(
            "Expected false to be true, but got false.  (Could this error message be improved?  If so, please report "
            "an enhancement request to PyTorch.)"
        )

    def guard_int(self, file: builtins.str, line: int) -> int:
        """Refused: there is no value."""
        return self.int_()

    def str(self) -> builtins.str:
        """Its name."""
        return f"j{self.number}" if self.coefficient == 1 else f"{self.coefficient}*j{self.number}"

    def __str__(self) -> builtins.str:
        return self.str()

    def mul(self, other: Any) -> NestedIntNode:
        """Times a plain integer.

        Raises:
            RuntimeError: the other is a nested int too.
        """
        if isinstance(other, NestedIntNode):
            raise RuntimeError("nested int cannot be multiplied by nested int")
        return NestedIntNode(self.number, self.coefficient * int(other.value()))

    def eq(self, other: Any) -> ConstantNode:
        """Is it the same multiple of the same nested int?"""
        return ConstantNode(isinstance(other, NestedIntNode) and self._key() == other._key())

    def ne(self, other: Any) -> ConstantNode:
        """The opposite of `eq`."""
        return ConstantNode(not self.eq(other).value())

    def ge(self, other: Any) -> ConstantNode:
        """Is it at least the other?"""
        return ConstantNode(self._at_least(other, "ge"))

    def gt(self, other: Any) -> ConstantNode:
        """Is it above the other?"""
        return ConstantNode(self._above(other, "gt"))

    def lt(self, other: Any) -> ConstantNode:
        """Is it below the other?"""
        return ConstantNode(not self._at_least(other, "lt"))

    def le(self, other: Any) -> ConstantNode:
        """Is it at most the other?"""
        return ConstantNode(not self._above(other, "le"))

    def _key(self) -> tuple[int, int]:
        return self.number, self.coefficient

    def _at_least(self, other: Any, asked: builtins.str) -> bool:
        if isinstance(other, NestedIntNode):
            if self.number == other.number:
                return self.coefficient >= other.coefficient
        elif other.value() <= _LEAST:
            return True
        raise RuntimeError(f"nested int {asked}: Relation is indeterminate")

    def _above(self, other: Any, asked: builtins.str) -> bool:
        if isinstance(other, NestedIntNode):
            if self.number == other.number:
                return self.coefficient > other.coefficient
        elif other.value() < _LEAST:
            return True
        raise RuntimeError(f"nested int {asked}: Relation is indeterminate")


def _refused(name: str, words: str) -> Callable[..., Any]:
    def method(self: NestedIntNode, *others: Any) -> Any:
        raise RuntimeError(f"{name} {words} supported by NestedIntSymNode")

    method.__name__ = name
    return method


for _name in ("add", "sub", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "bitwise_and", "bitwise_or",
              "bitwise_xor", "sym_max", "sym_min"):  # fmt: skip
    setattr(NestedIntNode, _name, _refused(_name, "not"))
for _name in ("neg", "abs", "floor", "ceil", "trunc", "sym_float"):
    setattr(NestedIntNode, _name, _refused(_name, "is not"))


def nested_int(number: int, coefficient: int = 1) -> SymInt:
    """The nested int with this number, times a coefficient.

    >>> nested_int(1), nested_int(1) * 3, nested_int(1) == nested_int(2)
    (j1, 3*j1, False)
    """
    return SymInt(NestedIntNode(number, coefficient))


def constant_bool_node(value: bool) -> ConstantNode:
    """A truth value as a node, for `SymBool`."""
    return ConstantNode(bool(value))
