"""Rows of the grid: one per operator of the set, read from the schema lines of the families.

Cold path.  A schema is parsed when its operator is looked up.  An operator and its variants that write in place or
to ``out`` are one group: they are made together, and a variant knows its functional operator.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from wye.aten.columns import BUILT_IN, COLUMNS
from wye.aten.declare import forward_to
from wye.aten.facts import NO_RULE_REASONS, parse_facts
from wye.aten.lines import group_of, lines
from wye.schema import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.aten.facts import Facts
    from wye.schema import FunctionSchema

__all__ = ["UNEXPLAINED", "Row", "build", "find_functional", "group", "other_name"]

_FACTORY_ARGUMENTS: Final = frozenset(("dtype", "layout", "device", "pin_memory"))
UNEXPLAINED: Final = "its schema line gives no reason"


class Row:
    """One operator: its schema, tags, facts and family, and a rule in each column that has one.

    Attributes:
        name: Without namespace: ``"add.Tensor"``.
        tags: PyTorch's.
        facts: What else its schema line says.
        family: The file, of the same name in every column, that its rules are in.
        functional: For a variant that writes in place or to ``out``: the row of its functional operator.
    """

    __slots__ = ("_outs", "_rules", "_schema", "_text", "facts", "family", "functional", "name", "tags")

    def __init__(self, line: str, family: str) -> None:
        parts = [part.strip() for part in line.split(" | ")]
        self._text, self.family = parts[0], family
        self.name = parts[0].partition("(")[0]
        self.tags = tuple(parts[1].split()) if len(parts) > 1 else ()
        self.facts: Facts = parse_facts(parts[2] if len(parts) > 2 else "", self.name)
        self.functional: Row | None = None
        self._schema: FunctionSchema | None = None
        self._outs: tuple[str, ...] | None = None
        self._rules: dict[str, Callable[..., Any]] | None = None
        if len(parts) > 3:
            raise ValueError(f"the schema line of {self.name} has more than schema, tags and facts")

    @property
    def schema(self) -> FunctionSchema:
        """The schema, with its namespace."""
        if self._schema is None:
            self._schema = parse(f"aten::{self._text}")
        return self._schema

    @property
    def rules(self) -> dict[str, Callable[..., Any]]:
        """Its own rules in the columns that come with the set."""
        if self._rules is None:
            found = {name: COLUMNS[name].rule(self.family, self.name) for name in BUILT_IN}
            self._rules = {name: rule for name, rule in found.items() if rule is not None}
            target = self.facts.value("same_as")
            if target is not None:
                self._rules["implicit"] = forward_to(target)
        return self._rules

    def rule(self, column: str) -> Callable[..., Any] | None:
        """Its own rule in a column, which may be one that a layer above has added."""
        return self.rules.get(column) if column in BUILT_IN else COLUMNS[column].rule(self.family, self.name)

    @property
    def is_derived(self) -> bool:
        """Is it a variant without rules of its own, made from those of its functional operator?"""
        return self.functional is not None and not self.rules

    @property
    def source(self) -> Row:
        """The row whose rules it has: its own, or that of its functional operator."""
        return self.functional if self.functional is not None and not self.rules else self

    @property
    def outs(self) -> tuple[str, ...]:
        """The names of the arguments that results are stored in."""
        if self._outs is None:
            arguments = self.schema.arguments
            self._outs = tuple(a.name for a in arguments if a.kwarg_only and a.alias_info and a.alias_info.is_write)
        return self._outs

    @property
    def is_in_place(self) -> bool:
        """Does it write to its first argument?"""
        first = self.schema.arguments[0] if self.schema.arguments else None
        return bool(first and first.alias_info and first.alias_info.is_write) and not self.outs

    @property
    def is_implicit(self) -> bool:
        """Do handlers see the operators that it is composed of?"""
        return "implicit" in self.source.rules and "single_call" not in self.facts

    def gaps(self) -> list[str]:
        """The columns in which it has no rule, each with the reason on its schema line, if any."""
        rules, reason = self.source.rules, self.source.facts.value("no_rule")
        found = []
        if not rules:
            found.append(f"no rule: {NO_RULE_REASONS[reason] if reason else UNEXPLAINED}")
        elif not rules.keys() & {"implicit", "explicit", "on_tensors"}:
            found += [f"no {name}: {UNEXPLAINED}" for name in ("kernel", "fake") if name not in rules][:1]
        return found + [f"no {name}" for name, column in COLUMNS.items() if column.lacks(self)]


@cache
def group(name: str) -> tuple[Row, ...]:
    """The rows of a group, in the order of their lines."""
    rows = tuple(Row(line, family) for line, family in lines().groups[name])
    find_functional(rows)
    return rows


@cache
def undeclared_arguments(name: str) -> frozenset[str]:
    """The arguments that an operator may write to or return views of, though its schema does not say so.

    Args:
        name: Without namespace: ``"unsafe_split.Tensor"``; empty for names that the set does not have.
    """
    rows = group(group_of(name)) if name in lines().families else ()
    return frozenset(argument for row in rows if row.name == name for argument in row.facts.get("undeclared", ()))


def other_name(packet: str) -> str | None:
    """The operator that a name without overload is only another name of, or None."""
    rows = group(group_of(packet)) if packet in lines().methods else ()
    targets = (row.facts.value("same_as") for row in rows if row.name.partition(".")[0] == packet)
    return next((target.partition(".")[0] for target in targets if target is not None), None)


def find_functional(rows: Sequence[Row]) -> None:
    """Tell the variants among the rows of a group which row their functional operator has."""
    functional: dict[Any, Row] = {}
    for row in rows:
        if not row.outs and not row.is_in_place:
            functional.setdefault(_shape_of(row), row)
            functional.setdefault(_shape_of(row, _FACTORY_ARGUMENTS), row)
    for row in rows:
        if row.outs or row.is_in_place:
            row.functional = functional.get(_shape_of(row))


def _shape_of(row: Row, without: frozenset[str] = frozenset()) -> tuple[str, tuple[tuple[str, str], ...]]:
    """What an operator and its variants have in common: the name, and the arguments that are no outputs."""
    base = row.schema.name.removesuffix("_") if row.is_in_place else row.schema.name
    left_out = {*row.outs, *without}
    return base, tuple((a.name, a.real_type.str()) for a in row.schema.arguments if a.name not in left_out)


def build() -> dict[str, Row]:
    """All rows by name, in the order of the families' files.

    Raises:
        ValueError: two files fill the same cell, a rule has no schema, or a line has an unknown fact.
    """
    rows = {row.name: row for name in lines().groups for row in group(name)}
    for column in list(COLUMNS.values()):
        column.check()
    return {name: rows[name] for name in lines().families}
