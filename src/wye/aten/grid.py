"""The grid: every operator of the set with its rules, one column for each feature.

A row is an operator, its cells are rules; a variant that writes in place or to ``out`` and has no rule of its own is
derived from its functional operator.  A layer above adds a column of its own with `add_column`.

``python -m wye.aten.grid`` prints it; with ``--missing`` only the operators that lack something.
"""

from __future__ import annotations

import argparse
import importlib
from typing import TYPE_CHECKING

from wye.aten.columns import COLUMNS, Column
from wye.aten.register import operators
from wye.aten.rows import Row, build
from wye.registry import Registration

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

__all__ = ["Row", "add_column", "build", "count", "print_grid", "words_of"]


def add_column(
    name: str, package: str | ModuleType, attribute: str, *, needed: Callable[[Row], bool] | None = None
) -> Registration:
    """Add a feature's rules to the grid, and to the entries of the operators, those that are made later included.

    The package has modules named as families, each with a table of rules.  A rule is kept on its operator's entry as
    ``entry.rules[name]``, below what programs register under the same name: see Note [Rules live on the entry].

    Args:
        name: The column's, and the kind of its rules.
        package: The package, or its full name.
        attribute: The table in its modules: a mapping from operator names (``"add.Tensor"``) to functions.
        needed: Which operators lack something without a rule in this column; by default none.

    Returns:
        A handle that takes the column back.

    Raises:
        ValueError: there is such a column; a module is of no family; or a table has a rule for an operator that is not
            of its family.  A table is read when the first operator of its family is made, or by `build`.
    """
    if name in COLUMNS or not name.isidentifier():
        raise ValueError(f"a column called {name!r} is there already" if name in COLUMNS else f"{name!r} is no name")
    column = Column(name, package if isinstance(package, str) else package.__name__, attribute, needed)
    column.check_families()
    operators.add(column)
    COLUMNS[name] = column

    def undo(_: Registration) -> None:
        COLUMNS.pop(name, None)
        operators.remove(column)

    return Registration(undo)


def words_of(row: Row) -> str:
    """The line of the grid for one operator."""
    own = [column for column in COLUMNS if row.rule(column) is not None]
    if row.is_derived and row.functional is not None:
        own.insert(0, f"derived from {row.functional.name}")
    return " ".join([*own, *(f"[{text}]" for text in row.gaps())])


def print_grid(*, missing: bool = False) -> str:
    """The grid as readable text: operators by family, with the cells that they have; then the counts of each family.

    Args:
        missing: Only operators with an empty cell.
    """
    families: dict[str, list[Row]] = {}
    for row in build().values():
        families.setdefault(row.family, []).append(row)
    lines: list[str] = []
    for family, rows in families.items():
        shown = [row for row in rows if row.gaps() or not missing]
        if shown:
            width = max(len(row.name) for row in shown)
            lines += [family, *(f"  {row.name:{width}}  {words_of(row)}" for row in shown), ""]
    return "\n".join([*lines, *_count_lines(families)])


def _count_lines(families: dict[str, list[Row]]) -> list[str]:
    table = {family: count(rows) for family, rows in families.items()}
    table["all"] = {name: sum(row[name] for row in table.values()) for name in count([])}
    width = max(map(len, table))
    columns = [*table["all"]]
    lines = [f"{'':{width}}  {'  '.join(columns)}"]
    for family, numbers in table.items():
        lines.append(f"{family:{width}}  {'  '.join(f'{numbers[name]:{len(name)}}' for name in columns)}")
    return lines


def count(rows: list[Row]) -> dict[str, int]:
    """How many operators there are, how many have a rule in each column, are derived, or lack something."""
    by_feature = {column: sum(row.rule(column) is not None for row in rows) for column in COLUMNS}
    derived = sum(row.is_derived for row in rows)
    return {"operators": len(rows), **by_feature, "derived": derived, "missing": sum(bool(row.gaps()) for row in rows)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m wye.aten.grid", description="Print operators and their rules.")
    parser.add_argument("--missing", action="store_true", help="only operators that lack something, with the reason")
    parser.add_argument("--with", dest="layers", action="append", default=[], metavar="MODULE",
                        help="import a layer that adds columns first; may be given several times")  # fmt: skip
    given = parser.parse_args()
    for layer in given.layers:
        importlib.import_module(layer)
    print(print_grid(missing=given.missing))
