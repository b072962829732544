"""The registry as plain data: what the page shows.

Cold path; reads the registry, changes nothing but that operators which were not looked up yet are made.
Out: a dictionary of JSON types.  Keys and kernels are numbered; an operator names them by number, since many share
theirs.  How a table is computed goes with it as data (`wye.registry.table.precedence`), so that the page can compute
tables of registrations that are only tried, and needs no rule of its own.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from wye._engine import is_pure
from wye.aten import grid
from wye.aten.columns import COLUMNS
from wye.aten.functions import summary
from wye.explorer import reasons
from wye.explorer.places import shown_place
from wye.keys import DispatchKey, all_backends, is_included_in_alias, key_name
from wye.keys.names import ALIASES, PER_BACKEND
from wye.registry import registry
from wye.registry.kernel import line_of
from wye.registry.provenance import provenance
from wye.registry.table import Why, precedence, runtime_keys

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wye.aten.rows import Row
    from wye.registry.entry import OperatorEntry
    from wye.registry.kernel import Kernel

__all__ = ["VERSION", "load_layers", "snapshot"]

VERSION = 1  # of the form of the data
_REGISTERED_AT = "registered at "


def load_layers() -> None:
    """Load what is otherwise loaded at its first use: tables then show what a program that uses everything sees."""
    import wye.fake
    import wye.functionalization
    import wye.transforms  # noqa: F401 - each adds its column of the grid
    from wye.amp import loading as amp
    from wye.autograd import loading as autograd

    autograd.load()
    amp.load()


class _Numbers:
    """Things that get a number when they are first named."""

    def __init__(self) -> None:
        self.items: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def of(self, name: Any, item: Any) -> int:
        """The number of ``name``; ``item`` is what is written down for it."""
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self.items)
            self.items.append(item)
        return number


class _Writer:
    """Writes operators down, with the numbers of the keys and kernels that they have in common."""

    def __init__(self) -> None:
        self.runtime = runtime_keys()
        others = [DispatchKey(value) for value, _, _ in PER_BACKEND]  # kernels may be there, too, but no call gets them
        self.keys = [*self.runtime, *others, *(getattr(DispatchKey, name) for name in ALIASES)]
        self.numbers = {key: i for i, key in enumerate(self.keys)}
        self.kernels = _Numbers()
        self.sets = _Numbers()
        self._summaries: dict[str, str] = {}

    def key(self, key: DispatchKey) -> dict[str, Any]:
        kind = "alias" if key.is_alias else "runtime" if self.numbers[key] < len(self.runtime) else "functionality"
        return {
            "name": key_name(key),
            "kind": kind,
            "functionality": key_name(key.functionality) if kind == "runtime" else None,
            "backend": key.backend,
        }

    def key_set(self, keys: Iterable[DispatchKey]) -> int:
        """The number of a set of keys."""
        found = sorted(self.numbers[key] for key in keys if key in self.numbers)
        return self.sets.of(tuple(found), found)

    def candidates(self, key: DispatchKey) -> list[list[int]]:
        """From where a key may get its kernel: source, reason, the keys that clash, the keys that it yields to."""
        whys = list(Why)
        return [
            [
                self.numbers[line.choice.source],
                whys.index(line.choice.why),
                self.key_set(line.ambiguous_with),
                self.key_set(line.yields_to),
            ]
            for line in precedence(key)
            if line.choice.source is not None
        ]

    def kernel(self, kernel: Kernel) -> int:
        """The number of a kernel's description."""
        origin = provenance(kernel)
        when = getattr(kernel.when, "__qualname__", "a predicate") if kernel.when is not None else None
        found = {
            "name": origin.name,
            "place": None if origin.place is None else shown_place(origin.place),
            "library": None if kernel.library is None else "{1} ({0})".format(*kernel.library),
            "version": origin.version,
            "falls": kernel.is_fallthrough,
            "provider": kernel.provider,
            "priority": kernel.priority,
            "when": when,
        }
        return self.kernels.of(tuple(found.values()), found)

    def operator(self, entry: OperatorEntry) -> dict[str, Any]:
        """One operator."""
        definition = entry.definition
        found: dict[str, Any] = {"name": entry.name, "schema": None, "place": None, "tags": [], "summary": ""}
        if definition is not None:
            found["schema"] = str(definition.schema)
            found["place"] = shown_place(line_of(definition.source).removeprefix(_REGISTERED_AT))
            found["tags"] = [tag.name for tag in definition.tags]
        found["kernels"] = [
            [self.numbers[key], [self.kernel(kernel) for kernel in entry.kernels[key]]]
            for key in sorted(entry.kernels)
            if key in self.numbers
        ]
        if entry.row is not None:
            found["summary"] = self.summary(entry.name)
            found |= self.cells(entry.row)
        return found

    def summary(self, name: str) -> str:
        packet = name.partition("::")[2].partition(".")[0]
        if packet not in self._summaries:
            self._summaries[packet] = summary(packet)
        return self._summaries[packet]

    def cells(self, row: Row) -> dict[str, Any]:
        """An operator's row of the grid: the columns with a rule of its own, what it is derived from, what it lacks."""
        derived = row.functional.name if row.is_derived and row.functional is not None else None
        rules = [i for i, column in enumerate(COLUMNS) if row.rule(column) is not None]
        return {"family": row.family, "rules": rules, "derived": derived, "gaps": row.gaps()}


def snapshot(names: Iterable[str] | None = None) -> dict[str, Any]:
    """The registry as plain data, of JSON types alone.

    Args:
        names: Full names of operators; by default all that are registered, those that come with wye included.
    """
    load_layers()
    if names is None:
        registry.load("aten")
        grid.build()
        entries = list(registry.entries.values())
    else:
        entries = [registry.require(name) for name in names]
    writer = _Writer()
    operators = [writer.operator(entry) for entry in entries]
    fallbacks = {
        str(writer.numbers[key]): writer.kernel(kernel)
        for key, kernel in registry.fallbacks.kernels.items()
        if key in writer.numbers
    }
    candidates = [writer.candidates(key) for key in writer.runtime]
    return {
        "version": VERSION,
        "wye": import_module("wye").__version__,
        "engine": "Python" if is_pure else "C",
        "keys": [writer.key(key) for key in writer.keys],
        "backends": list(all_backends()),
        "whys": [{"name": why.name, "label": why.value, **reasons.REASONS[why]._asdict()} for why in Why],
        "candidates": candidates,
        "sets": writer.sets.items,
        "aliases": {str(writer.numbers[key]): _alias(key, writer) for key in writer.keys if key.is_alias},
        "fallbacks": fallbacks,
        "kernels": writer.kernels.items,
        "columns": [{"name": name, "text": reasons.COLUMNS.get(name, "")} for name in COLUMNS],
        "operators": operators,
    }


def _alias(key: DispatchKey, writer: _Writer) -> dict[str, Any]:
    covers = [writer.numbers[other] for other in writer.runtime if is_included_in_alias(other, key)]
    return {"text": reasons.ALIASES[key.name], "covers": covers}
