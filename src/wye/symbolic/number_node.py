"""What all nodes of symbolic numbers answer alike: which kind of number they are."""

from __future__ import annotations

__all__ = ["NumberNode"]


class NumberNode:
    """The base of nodes.

    Attributes:
        pytype: int, float or bool.
    """

    __slots__ = ()
    pytype: type

    def is_constant(self) -> bool:
        """Is the value known?"""
        return False

    def is_symbolic(self) -> bool:
        """Is there an expression?"""
        return False

    def is_nested_int(self) -> bool:
        """Is it the length of a ragged dimension?"""
        return False

    def is_int(self) -> bool:
        """Is it an integer?"""
        return self.pytype is int

    def is_float(self) -> bool:
        """Is it a real number?"""
        return self.pytype is float

    def is_bool(self) -> bool:
        """Is it a truth value?"""
        return self.pytype is bool

    def has_hint(self) -> bool:
        """Is there a value for the example inputs?"""
        return True
