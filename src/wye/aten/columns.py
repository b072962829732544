"""Columns of the grid: for each feature a package with one module per family, and a table of rules in each.

Cold path.  A layer above adds a column of its own (`add_column`) without being imported here.  A module is imported
when an operator of its family is made; those of everyday families together, with the first operator of all.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from wye.aten.lines import lines
from wye.schema.queries import is_view_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wye.aten.rows import Row

__all__ = ["BUILT_IN", "COLUMNS", "Column"]


class Column:
    """The rules of one feature.

    Attributes:
        name: As the grid prints it, and as the kind of rule on an operator's entry.
        package: The full name of the package.
        attribute: The table in each of its modules: a mapping from operator names to rules.
    """

    __slots__ = ("_needed", "_tables", "attribute", "name", "package")

    def __init__(self, name: str, package: str, attribute: str, needed: Callable[[Row], bool] | None = None) -> None:
        self.name, self.package, self.attribute, self._needed = name, package, attribute, needed
        self._tables: dict[str, Mapping[str, Callable[..., Any]]] = {}

    def table(self, family: str) -> Mapping[str, Callable[..., Any]]:
        """The rules of one family; empty if there is no file.

        Raises:
            ValueError: the file has a rule for an operator that is not of the family.
        """
        found = self._tables.get(family)
        if found is None:
            module = f"{self.package}.{family}"
            has_file = family in _modules_of(self.package)
            found = getattr(importlib.import_module(module), self.attribute, {}) if has_file else {}
            families = lines().families
            for name in found:
                if families.get(name) != family:
                    where = f"is of the family {families[name]}" if name in families else "has no schema"
                    raise ValueError(f"{module}.{self.attribute} has a rule for {name}, which {where}")
            self._tables[family] = found
        return found

    def rule(self, family: str, name: str) -> Callable[..., Any] | None:
        """The rule of an operator, or None."""
        return self.table(family).get(name)

    def lacks(self, row: Row) -> bool:
        """Does an operator lack a rule that the column's owner says it needs?"""
        return self._needed is not None and self.rule(row.family, row.name) is None and self._needed(row)

    def check_families(self) -> list[str]:
        """The families that it has a file for.

        Raises:
            ValueError: a file is of no family.
        """
        known = set(lines().families.values())
        found = list(_modules_of(self.package))
        for name in found:
            if name not in known:
                raise ValueError(f"{self.package}.{name} is no family; families are {', '.join(sorted(known))}")
        return found

    def check(self) -> None:
        """Read every file.

        Raises:
            ValueError: a file is of no family, or has a rule for an operator of another one.
        """
        for family in self.check_families():
            self.table(family)


@cache
def _modules_of(package: str) -> tuple[str, ...]:
    """The names of the modules in a package."""
    return tuple(module.name for module in pkgutil.iter_modules(importlib.import_module(package).__path__))


# The columns that come with the set; their rules become kernels.
BUILT_IN: Final = ("kernel", "fake", "implicit", "explicit", "on_arrays", "on_tensors")
COLUMNS: Final = {
    "kernel": Column("kernel", "wye.aten.kernels", "KERNELS"),
    "fake": Column("fake", "wye.aten.fake", "FAKES"),
    "implicit": Column("implicit", "wye.aten.composites", "IMPLICIT"),
    "explicit": Column("explicit", "wye.aten.composites", "EXPLICIT"),
    "on_arrays": Column("on_arrays", "wye.aten.kernels", "ON_ARRAYS"),
    "on_tensors": Column("on_tensors", "wye.aten.composites", "ON_TENSORS"),
    # What a changed view makes of its base: no kernel, but a rule that layers find on the entry.
    "views": Column("views", "wye.aten.views", "VIEWS", needed=lambda row: is_view_schema(row.schema)),
}
