"""The grid: every operator of the set with the rules that the families' files have for it.

Cold path: built once, when the operators are registered.  A row is an operator, its cells are rules; a variant that
writes in place or to ``out`` and has no rule of its own is derived from its functional operator.

``python -m wye.aten.grid`` prints it; with ``--missing`` only the operators that lack something.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from typing import TYPE_CHECKING, Any, Final

from wye.aten import composites, fake, kernels, schemas
from wye.aten.gaps import NO_FAKE, NO_RULE
from wye.schema import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from wye.schema import FunctionSchema

__all__ = ["FEATURES", "Row", "build", "print_grid"]

# feature -> the package of its files, and the name of the rules in them
FEATURES: Final = {
    "kernel": (kernels, "KERNELS"),
    "fake": (fake, "FAKES"),
    "implicit": (composites, "IMPLICIT"),
    "explicit": (composites, "EXPLICIT"),
    "on_arrays": (kernels, "ON_ARRAYS"),
    "on_tensors": (composites, "ON_TENSORS"),
}
_FACTORY_ARGUMENTS: Final = frozenset(("dtype", "layout", "device", "pin_memory"))


class Row:
    """One operator: its schema, tags, family, and a rule for each feature that has one.

    Attributes:
        name: Without namespace: ``"add.Tensor"``.
        rules: By feature.
        functional: For a variant: the row that it is derived from.
    """

    __slots__ = ("family", "functional", "name", "rules", "schema", "tags")

    def __init__(self, schema: FunctionSchema, tags: tuple[str, ...], family: str) -> None:
        self.schema, self.tags, self.family = schema, tags, family
        self.name = schema.qualified_name.removeprefix("aten::")
        self.rules: dict[str, Callable[..., Any]] = {}
        self.functional: Row | None = None

    @property
    def outs(self) -> tuple[str, ...]:
        """The names of the arguments that results are stored in."""
        return tuple(a.name for a in self.schema.arguments if a.kwarg_only and a.alias_info and a.alias_info.is_write)

    @property
    def is_in_place(self) -> bool:
        """Does it write to its first argument?"""
        first = self.schema.arguments[0] if self.schema.arguments else None
        return bool(first and first.alias_info and first.alias_info.is_write) and not self.outs

    def gaps(self) -> list[str]:
        """What it lacks, each with its reason where there is one."""
        source = self if self.functional is None else self.functional
        if source.rules.keys() & {"implicit", "explicit", "on_tensors"}:
            return []
        if not source.rules:
            return [f"no rule: {NO_RULE.get(source.name, 'nobody says why')}"]
        if "kernel" not in source.rules:
            return ["no kernel: nobody says why"]
        return [] if "fake" in source.rules else [f"no fake: {NO_FAKE.get(source.name, 'nobody says why')}"]


def _modules(package: ModuleType) -> Iterator[tuple[str, ModuleType]]:
    for found in pkgutil.iter_modules(package.__path__):
        yield found.name, importlib.import_module(f"{package.__name__}.{found.name}")


def _read_schemas() -> dict[str, Row]:
    rows: dict[str, Row] = {}
    for family, module in _modules(schemas):
        for line in module.SCHEMAS.strip().splitlines():
            text, _, tags = line.partition(" | ")
            row = Row(parse(f"aten::{text.strip()}"), tuple(tags.split()), family)
            if row.name in rows:
                raise ValueError(f"{row.name} is in the schemas of {rows[row.name].family} and of {family}")
            rows[row.name] = row
    return rows


def _fill(rows: dict[str, Row]) -> None:
    for feature, (package, attribute) in FEATURES.items():
        for family, module in _modules(package):
            for name, rule in getattr(module, attribute, {}).items():
                if name not in rows:
                    raise ValueError(f"{package.__name__}.{family} has a rule for {name}, which has no schema")
                if feature in rows[name].rules:
                    raise ValueError(f"{name} has two rules of the feature {feature}")
                rows[name].rules[feature] = rule


def _shape_of(row: Row, without: frozenset[str] = frozenset()) -> tuple[str, tuple[tuple[str, str], ...]]:
    """What an operator and its variants have in common: the name, and the arguments that are no outputs."""
    base = row.schema.name.removesuffix("_") if row.is_in_place else row.schema.name
    left_out = {*row.outs, *without}
    return base, tuple((a.name, a.real_type.str()) for a in row.schema.arguments if a.name not in left_out)


def _derive(rows: dict[str, Row]) -> None:
    functional: dict[Any, Row] = {}
    for row in rows.values():
        if not row.outs and not row.is_in_place:
            functional.setdefault(_shape_of(row), row)
            functional.setdefault(_shape_of(row, _FACTORY_ARGUMENTS), row)
    for row in rows.values():
        if (row.outs or row.is_in_place) and not row.rules:
            row.functional = functional.get(_shape_of(row))


def build() -> dict[str, Row]:
    """All rows by name.

    Raises:
        ValueError: two files speak of the same cell, or a rule has no schema.
    """
    rows = _read_schemas()
    _fill(rows)
    _derive(rows)
    return rows


def _words(row: Row) -> str:
    """What the grid says of one operator."""
    if row.functional is not None:
        return f"derived from {row.functional.name}"
    own = " ".join(feature for feature in FEATURES if feature in row.rules)
    return " ".join([own, *(f"[{text}]" for text in row.gaps())]).strip()


def print_grid(*, missing: bool = False) -> str:
    """The grid for people: operators by family, with the cells that they have; then the counts of each family.

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
            lines += [family, *(f"  {row.name:{width}}  {_words(row)}" for row in shown), ""]
    return "\n".join([*lines, *_count_lines(families)])


def _count_lines(families: dict[str, list[Row]]) -> list[str]:
    columns = ("operators", *FEATURES, "derived", "missing")
    table = {family: _counts(rows) for family, rows in families.items()}
    table["all"] = tuple(map(sum, zip(*table.values(), strict=True)))
    width = max(map(len, table))
    head = f"{'':{width}}  {'  '.join(columns)}"
    wide = [len(name) for name in columns]
    return [head, *(f"{family:{width}}  {'  '.join(map(_right, numbers, wide))}" for family, numbers in table.items())]


def _right(number: int, width: int) -> str:
    return f"{number:{width}}"


def _counts(rows: list[Row]) -> tuple[int, ...]:
    by_feature = (sum(feature in row.rules for row in rows) for feature in FEATURES)
    derived = sum(row.functional is not None for row in rows)
    return len(rows), *by_feature, derived, sum(bool(row.gaps()) for row in rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m wye.aten.grid", description="Print operators and their rules.")
    parser.add_argument("--missing", action="store_true", help="only operators that lack something, with the reason")
    print(print_grid(missing=parser.parse_args().missing))
