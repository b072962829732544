"""``wye ops``: which operators there are, and the grid of their rules."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from wye.aten.columns import COLUMNS
from wye.command.console import nearest, new_table, out, refused, show, to_json
from wye.command.operators import load_rules, namespaces
from wye.keys import key_name
from wye.registry import registry
from wye.registry.introspect import all_op_names
from wye.schema.tags import Tag

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.aten.grid import Row
    from wye.registry.entry import OperatorEntry

__all__ = ["Filter", "complete_column", "complete_tag", "show_operators"]


@dataclass(frozen=True, slots=True)
class Filter:
    """Which operators to show: those that pass all of it.

    Attributes:
        search: A part of the name.
        tags: Names of tags that the operator has.
        columns: Columns of the grid in which it has a rule.
        missing: Columns of the grid in which it has none.
    """

    search: str = ""
    tags: Sequence[str] = ()
    columns: Sequence[str] = ()
    missing: Sequence[str] = ()

    def check(self) -> None:
        """Exit where a tag or a column does not exist."""
        for tag in self.tags:
            if tag not in Tag.__members__:
                raise refused(
                    f"there is no tag {tag!r}", nearest(tag, Tag.__members__) or f"tags: {', '.join(Tag.__members__)}"
                )
        for column in (*self.columns, *self.missing):
            if column not in COLUMNS:
                raise refused(f"the grid has no column {column!r}", f"columns: {', '.join(COLUMNS)}")

    def accepts(self, entry: OperatorEntry) -> bool:
        """Does an operator pass?"""
        tags = {tag.name for tag in (entry.definition.tags if entry.definition is not None else ())}
        rules = _rules_of(entry) if self.columns or self.missing else frozenset()
        return tags.issuperset(self.tags) and rules.issuperset(self.columns) and rules.isdisjoint(self.missing)


def _rules_of(entry: OperatorEntry) -> frozenset[str]:
    """The columns in which an operator has a rule: its own, its functional operator's, or one that a program gave."""
    own = {name for name in entry.rules if name in COLUMNS}
    row: Row | None = entry.row
    if row is not None:
        own |= {name for name in COLUMNS if row.rule(name) is not None or row.source.rule(name) is not None}
    return frozenset(own)


def show_operators(namespace: str, chosen: Filter, *, grid: bool, schemas: bool, as_json: bool) -> None:
    """Print the operators of a namespace, or the namespaces where none is named and nothing is looked for."""
    if grid or chosen.columns or chosen.missing:
        load_rules()
    chosen.check()
    counts = namespaces()
    if namespace and namespace not in counts:
        hint = nearest(namespace, counts) or f"namespaces: {', '.join(counts)}; wye ops --search NAME looks for names"
        raise refused(f"there is no namespace {namespace!r}", hint)
    if not namespace and chosen == Filter() and not grid:
        _show_namespaces(counts, as_json=as_json)
        return
    found = _names(namespace, chosen.search)
    if chosen == Filter(chosen.search) and not (grid or schemas or as_json):
        _show_names(found)  # without making an operator of each name
        return
    entries = [entry for entry in map(registry.require, found) if chosen.accepts(entry)]
    if as_json:
        to_json([_as_dict(entry) for entry in entries])
    elif grid:
        _show_grid(entries)
    elif schemas and entries:
        for entry in entries:
            print(entry.definition.schema if entry.definition is not None else entry.name)
    else:
        _show_names([entry.name for entry in entries])


def _names(namespace: str, search: str) -> list[str]:
    prefix = f"{namespace}::" if namespace else ""
    return [name for name in all_op_names() if name.startswith(prefix) and search.lower() in name.lower()]


def _show_namespaces(counts: dict[str, int], *, as_json: bool) -> None:
    if as_json:
        to_json(counts)
        return
    table = new_table("namespace", "operators")
    for name, number in counts.items():
        table.add_row(name, str(number))
    show(table)
    show("\nwye ops NAMESPACE lists them; --import MODULE loads yours first")


def _show_names(names: list[str]) -> None:
    console = out()
    if console.is_terminal and names:
        from rich.columns import Columns

        console.print(Columns(names, padding=(0, 2)))
    else:
        print("\n".join(names) or "no operator fits")


def _show_grid(entries: list[OperatorEntry]) -> None:
    """What each operator has, by family; then the counts."""
    from wye.aten.grid import count, words_of

    families: dict[str, list[Row]] = {}
    for entry in entries:
        if entry.row is not None:
            families.setdefault(entry.row.family, []).append(entry.row)
    for family, rows in families.items():
        show(family, style="bold cyan")
        width = min(32, max(len(row.name) for row in rows))
        for row in rows:
            _print_wrapped(f"  {row.name:{width}}  ", words_of(row), width + 4)
    for entry in entries:
        if entry.row is None:
            _print_wrapped(f"{entry.name}  ", _words_of_own(entry), 4)
    if families:
        show("\nrules by family", style="bold cyan")
        for family, rows in families.items():
            numbers = [f"{number} {name}" for name, number in count(rows).items() if number]
            _print_wrapped(f"  {family}: ", ", ".join(numbers), 4)


def _words_of_own(entry: OperatorEntry) -> str:
    """What a program has registered for an operator of its own."""
    keys = ", ".join(key_name(key) for key in sorted(entry.kernels)) or "nothing"
    rules = ", ".join(sorted(name for name in entry.rules if not name.endswith(("_cache", "_handler", "_plan"))))
    return f"kernels: {keys}{f'; rules: {rules}' if rules else ''}"


def _print_wrapped(head: str, text: str, indent: int) -> None:
    lines = wrap(f"{head}{text}".rstrip(), out().width, subsequent_indent=" " * indent, break_on_hyphens=False,
                 drop_whitespace=True, break_long_words=False)  # fmt: skip
    print("\n".join(lines))


def _as_dict(entry: OperatorEntry) -> dict[str, Any]:
    definition = entry.definition
    row: Row | None = entry.row
    return {
        "op": entry.name,
        "schema": None if definition is None else str(definition.schema),
        "tags": [] if definition is None else [tag.name for tag in definition.tags],
        "family": None if row is None else row.family,
        "keys": [key_name(key) for key in sorted(entry.kernels)],
        "columns": sorted(_rules_of(entry)),
    }


def complete_tag(incomplete: str) -> list[str]:
    """The tags that begin with a text."""
    return [name for name in Tag.__members__ if name.startswith(incomplete)]


def complete_column(incomplete: str) -> list[str]:
    """The columns of the grid that begin with a text."""
    load_rules()
    return [name for name in COLUMNS if name.startswith(incomplete)]
