"""``wye table``: what is registered for an operator, and the computed table with the reason for every slot."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from wye.command.console import nearest, new_table, refused, show, to_json
from wye.command.operators import find, load_rules
from wye.errors import WyeError
from wye.keys import as_key, key_name
from wye.registry.fallbacks import BUILT_IN
from wye.registry.provenance import kernel_name, provenance
from wye.registry.table import Why, runtime_keys

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wye.keys import DispatchKey
    from wye.registry.entry import OperatorEntry
    from wye.registry.kernel import Kernel

__all__ = ["Slot", "show_table", "slots_of"]

_FEW: Final = 4  # so many keys are named
_FIRST: Final = ("CPU", "CUDA", "AutogradCPU", "Meta", "Undefined")


@dataclass(frozen=True, slots=True)
class Slot:
    """One runtime key of a table.

    Attributes:
        key: The key.
        kernel: What stands there; None: nothing.
        why: The reason.
        source: The key, perhaps an alias, that the kernel is registered for; None: an error kernel, or nothing.
    """

    key: DispatchKey
    kernel: Kernel | None
    why: Why
    source: DispatchKey | None

    @property
    def reason(self) -> str:
        """Why the kernel is there: the word that tables have for it, and the alias by which it came."""
        if self.kernel is None:
            return "(missing): nothing is registered for it"
        by_alias = self.source is not None and self.source != self.key
        return (
            f"{self.why.value}, registered for {key_name(self.source)}" if by_alias and self.source else self.why.value
        )

    @property
    def is_common(self) -> bool:
        """Is there nothing, or a fallback that comes with wye?"""
        return self.kernel is None or (self.why is Why.FALLBACK and self.kernel.debug == BUILT_IN)


def slots_of(entry: OperatorEntry) -> list[Slot]:
    """Every runtime key of an operator's table."""
    choices = entry.layout().choices
    found = []
    for key in runtime_keys():
        source, why = choices[key]
        kernel = None if why is Why.MISSING else entry.table_kernel(source, why is Why.FALLBACK)
        found.append(Slot(key, kernel, why, source))
    return found


def place_of(kernel: Kernel) -> str:
    """Where a kernel was registered, with a path that is short to read."""
    return short_place(provenance(kernel).place or kernel.debug)


def short_place(debug: str) -> str:
    """``registered at /a/long/path/to/file.py:3`` from here, or without the most part of its path."""
    place = debug.removeprefix("registered at ")
    here = f"{os.getcwd()}{os.sep}"
    if place.startswith(here):
        return place.removeprefix(here)
    parts = place.replace(os.sep, "/").split("/")
    return place if len(parts) < 4 else "/".join(parts[-2:])


def show_table(name: str, keys: Sequence[str], *, everything: bool, as_json: bool) -> None:
    """Print the table of an operator; of the first overload where a name has several."""
    load_rules()
    packet, found = find(name)
    overload, entry = next(iter(found.items()))
    wanted = [_key(text) for text in keys]
    slots = slots_of(entry)
    if wanted:
        chosen = {slot.key: slot for slot in slots}
        slots = [chosen[key] for key in wanted]
    if as_json:
        to_json(_as_dict(entry, slots))
        return
    _print_head(entry)
    _print_registrations(entry)
    show()
    if wanted or everything:
        _print_slots((key_name(slot.key), slot) for slot in slots)
        _print_considered(entry, wanted)
    else:
        _print_grouped(slots)
    others = [f"{packet}.{other}" if other else packet for other in found if other != overload]
    if others:
        show(f"\n{packet} has other overloads: {', '.join(others)}")


def _key(text: str) -> DispatchKey:
    known = {key_name(key): key for key in runtime_keys()}
    if text in known:
        return known[text]
    try:
        key = as_key(text)
    except (WyeError, RuntimeError, ValueError):
        raise refused(f"there is no dispatch key {text!r}", nearest(text, known)) from None
    if key.is_alias:
        raise refused(f"{text} is an alias: tables have runtime keys", "wye table OP --all shows which keys it covers")
    raise refused(f"{text} has no slot in a table", nearest(text, known))


def _print_head(entry: OperatorEntry) -> None:
    definition = entry.definition
    if definition is None:
        show(f"{entry.name}: kernels without a definition", style="bold")
        return
    show(str(definition.schema), style="bold")
    tags = ", ".join(tag.name for tag in definition.tags)
    show(f"defined: {short_place(definition.debug)}{f'; tags: {tags}' if tags else ''}")


def _print_registrations(entry: OperatorEntry) -> None:
    show("\nregistered", style="bold cyan")
    if not entry.kernels:
        show("  nothing")
        return
    table = new_table("key", "kernel", "registered at", "")
    for key in sorted(entry.kernels):
        for place, kernel in enumerate(entry.kernels[key]):
            alias = " (alias)" if key.is_alias else ""
            table.add_row(key_name(key) + alias, kernel_name(kernel), place_of(kernel), _remark(kernel, place))
    show(table)


def _remark(kernel: Kernel, place: int) -> str:
    """What else is known about one of several kernels of a key."""
    words = [f"provider {kernel.provider}"] if kernel.provider else []
    words += ["asked first: has a predicate"] if kernel.when is not None else []
    words += ["below the one above"] if place and kernel.when is None else []
    return ", ".join(words)


def _print_grouped(slots: Sequence[Slot]) -> None:
    """One line for all keys that hold the same kernel for the same reason; what all operators have is counted."""
    groups: dict[Any, list[Slot]] = {}
    for slot in slots:
        if not slot.is_common:
            source = None if slot.why is Why.DIRECT else slot.source
            groups.setdefault((id(slot.kernel), slot.why, source), []).append(slot)
    _print_slots((_keys_text(group), group[0]) for group in groups.values())
    common = sum(slot.is_common and slot.kernel is not None for slot in slots)
    missing = sum(slot.kernel is None for slot in slots)
    show(f"\n{common} more keys hold fallbacks that come with wye, {missing} have no kernel: --all shows them")


def _print_slots(rows: Iterable[tuple[str, Slot]]) -> None:
    show("computed table", style="bold cyan")
    table = new_table("key", "kernel", "because it is the")
    table.columns[0].no_wrap = True
    for keys, slot in rows:
        table.add_row(keys, "-" if slot.kernel is None else kernel_name(slot.kernel), slot.reason)
    show(table)


def _print_considered(entry: OperatorEntry, keys: Iterable[DispatchKey]) -> None:
    """For each key, from where its kernel may come, in the order of precedence, and what becomes of each."""
    for key in keys:
        show(f"\nconsidered for {key_name(key)}", style="bold cyan")
        table = new_table("from", "kernel", "")
        for choice, verdict, kernel in entry.weigh(key):
            place = "its fallback" if choice.why is Why.FALLBACK or choice.source is None else key_name(choice.source)
            table.add_row(place, "-" if kernel is None else kernel_name(kernel), verdict.value)
        show(table)


def _keys_text(slots: Sequence[Slot]) -> str:
    """The keys of a group; of a large one those that people ask about first."""
    names = [key_name(slot.key) for slot in slots]
    if len(names) <= _FEW:
        return ", ".join(names)
    known = [name for name in _FIRST if name in names]
    return f"{', '.join((known or names)[:2])}, ... ({len(names)} keys)"


def _as_dict(entry: OperatorEntry, slots: Iterable[Slot]) -> dict[str, object]:
    definition = entry.definition
    return {
        "op": entry.name,
        "schema": None if definition is None else str(definition.schema),
        "registered": [
            {"key": key_name(key), "kernel": kernel_name(kernel), "place": kernel.debug, "provider": kernel.provider}
            for key in sorted(entry.kernels)
            for kernel in entry.kernels[key]
        ],
        "table": [
            {
                "key": key_name(slot.key),
                "kernel": None if slot.kernel is None else kernel_name(slot.kernel),
                "place": None if slot.kernel is None else slot.kernel.debug,
                "reason": slot.why.value,
                "from": None if slot.source is None else key_name(slot.source),
            }
            for slot in slots
        ],
    }
