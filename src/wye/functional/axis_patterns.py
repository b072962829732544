"""Patterns of named axes, ``"b (h w) c -> b c h w"``: text -> groups of names, checked.

Pure; the names and errors are those of `functorch.einops`.
"""

from __future__ import annotations

import keyword
import re
import warnings
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ELLIPSIS", "AnonymousAxis", "ParsedExpression", "parse_pattern", "validate_rearrange_expressions"]

ELLIPSIS: Final = "…"  # one character for the three dots, so that it is a name like others
_TOKEN: Final = re.compile(r"\s*([()]|[\w…]+|\S)")


class AnonymousAxis:
    """An axis that is a number in a pattern.  Two of them are never equal."""

    def __init__(self, value: str) -> None:
        self.value = int(value)
        if self.value < 1:
            raise ValueError(f"Anonymous axis should have positive length, not {self.value}")

    def __repr__(self) -> str:
        return f"{self.value}-axis"


class ParsedExpression:
    """One side of a pattern: ``composition`` lists its groups, each a list of axes, or `ELLIPSIS` alone.

    Args:
        expression: The text.
        allow_underscore: May an axis be called ``_``?
        allow_duplicates: May an axis stand there twice?

    Raises:
        ValueError: it is no such text.

    Example:
        >>> ParsedExpression("b (h w) ... 1").composition
        [['b'], ['h', 'w'], '…', []]
    """

    def __init__(self, expression: str, *, allow_underscore: bool = False, allow_duplicates: bool = False) -> None:
        self.has_ellipsis = "." in expression
        self.has_ellipsis_parenthesized = False
        self.has_non_unitary_anonymous_axes = False
        self.identifiers: set[str | AnonymousAxis] = set()
        self.composition: list[list[str | AnonymousAxis] | str] = []
        self._expression = expression
        self._names = allow_underscore, allow_duplicates
        self._read()

    def _read(self) -> None:
        text = self._expression
        if self.has_ellipsis:
            if "..." not in text:
                raise ValueError("Expression may contain dots only inside ellipsis (...)")
            if text.count("...") != 1 or text.count(".") != 3:
                raise ValueError("Expression may contain dots only inside ellipsis (...); only one ellipsis for tensor")
            text = text.replace("...", ELLIPSIS)
        group: list[str | AnonymousAxis] | None = None
        for token in _TOKEN.findall(text):
            if token in "()":
                group = self._at_bracket(token, group)
            elif group is not None:
                self.has_ellipsis_parenthesized |= token == ELLIPSIS
                group.extend(self._axes(token))
            else:
                axes = self._axes(token)
                self.composition.append(ELLIPSIS if token == ELLIPSIS else axes)
        if group is not None:
            raise ValueError(f"Imbalanced parentheses in expression: '{self._expression}'")

    def _at_bracket(self, bracket: str, group: list[str | AnonymousAxis] | None) -> list[str | AnonymousAxis] | None:
        """Begin a group, or end one."""
        if bracket == "(":
            if group is not None:
                raise ValueError("Axis composition is one-level (brackets inside brackets not allowed)")
            return []
        if group is None:
            raise ValueError("Brackets are not balanced")
        self.composition.append(group)
        return None

    def _axes(self, token: str) -> list[str | AnonymousAxis]:
        """The axis of a name or number; none for 1, which has a place but no axis."""
        if not re.fullmatch(r"[\w…]+", token):
            raise ValueError(f"Unknown character '{token}'")
        if not token.isdecimal():
            name = self._checked(token)
            self.identifiers.add(name)
            return [name]
        if token == "1":
            return []
        axis = AnonymousAxis(token)
        self.has_non_unitary_anonymous_axes = True
        self.identifiers.add(axis)
        return [axis]

    def _checked(self, name: str) -> str:
        allow_underscore, allow_duplicates = self._names
        if name in self.identifiers and not (allow_underscore and name == "_") and not allow_duplicates:
            raise ValueError(f"Indexing expression contains duplicate dimension '{name}'")
        if name != ELLIPSIS:
            fits, why = self.check_axis_name_return_reason(name, allow_underscore)
            if not fits:
                raise ValueError(f"Invalid axis identifier: {name}\n{why}")
        return name

    @staticmethod
    def check_axis_name_return_reason(name: str, allow_underscore: bool = False) -> tuple[bool, str]:
        """Whether an axis can have this name, and why not."""
        if not name.isidentifier():
            return False, "not a valid python identifier"
        if name.startswith("_") or name.endswith("_"):
            if name == "_" and allow_underscore:
                return True, ""
            return False, "axis name should should not start or end with underscore"
        if keyword.iskeyword(name):
            warnings.warn(f"It is discouraged to use axes names that are keywords: {name}", RuntimeWarning, 2)
        if name == "axis":
            warnings.warn("It is discouraged to use 'axis' as an axis name and will raise an error in future",
                          FutureWarning, 2)  # fmt: skip
        return True, ""

    @staticmethod
    def check_axis_name(name: str) -> bool:
        """Whether an axis can have this name."""
        return ParsedExpression.check_axis_name_return_reason(name)[0]


def parse_pattern(
    pattern: str, axes_lengths: Mapping[str, int], *, allow_duplicates: bool = False
) -> tuple[ParsedExpression, ParsedExpression]:
    """The two sides of a pattern.

    Raises:
        ValueError: it has not two sides, or one is no expression; a given length has no valid name; the dots are on
            the right side alone, or in brackets on the left.
    """
    sides = pattern.split("->")
    if len(sides) != 2:
        raise ValueError("Pattern must contain a single '->' separator")
    left, right = (ParsedExpression(side, allow_duplicates=allow_duplicates) for side in sides)
    if ELLIPSIS in axes_lengths:
        raise ValueError(f"'{ELLIPSIS}' is not an allowed axis identifier")
    if right.has_ellipsis and not left.has_ellipsis:
        raise ValueError(f"Ellipsis found in right side, but not left side of a pattern {pattern}")
    if left.has_ellipsis_parenthesized:
        raise ValueError(f"Ellipsis is parenthesis in the left side is not allowed: {pattern}")
    return left, right


def validate_rearrange_expressions(
    left: ParsedExpression, right: ParsedExpression, axes_lengths: Mapping[str, Any]
) -> None:
    """Refuse sides between which elements would be lost or made.

    Raises:
        TypeError: a length is not an int.
        ValueError: the sides have different axes; an axis has no name; a length is of no axis.
    """
    for length in axes_lengths.values():
        if (kind := type(length)) is not int:
            raise TypeError(f"rearrange axis lengths must be integers, got: {kind}")
    if left.has_non_unitary_anonymous_axes or right.has_non_unitary_anonymous_axes:
        raise ValueError("rearrange only supports unnamed axes of size 1")
    if one_sided := left.identifiers ^ right.identifiers:
        raise ValueError(f"Identifiers only on one side of rearrange expression (should be on both): {one_sided}")
    if unknown := set(axes_lengths) - left.identifiers:
        raise ValueError(f"Identifiers not found in rearrange expression: {unknown}")
