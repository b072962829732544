"""Descriptions of what is registered: dumps, tables and queries about single operators.

Cold path; reads the registry, changes nothing, and works on any state of it.
Texts of dumps and tables are PyTorch's, so that its tools and tests read them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from wye.errors import OperatorNotFoundError, RegistrationError
from wye.keys import DispatchKey, DispatchKeySet, all_backends, as_key, key_name
from wye.registry.fallbacks import BUILT_IN
from wye.registry.operators import registry
from wye.registry.table import Choice, Why, runtime_keys, slot_of
from wye.schema import parse_name

if TYPE_CHECKING:
    from wye.registry.entry import OperatorEntry
    from wye.registry.kernel import Kernel

__all__ = [
    "all_op_names",
    "check_all_invariants",
    "check_invariants",
    "dump",
    "dump_table",
    "find_dangling_impls",
    "find_op_or_throw",
    "get_computed_kernel",
    "has_backend_fallback",
    "has_computed_kernel_for_key",
    "has_kernel",
    "has_kernel_for_any_key",
    "has_kernel_for_key",
    "kernel_is_fallthrough",
    "python_module_of",
    "registrations_for_key",
    "table_rows",
]

_Key = DispatchKey | int | str


def _find(name: str) -> OperatorEntry | None:
    parse_name(name)
    return registry.find(name)


def dump(name: str, *, backends: int | None = None) -> str:
    """Everything registered for an operator: schema, then its kernels by key, inactive ones too.

    Args:
        name: Full name of the operator.
        backends: Only the keys of the first ``backends`` backends; 16 gives PyTorch's own keys.
    """
    entry = _find(name)
    return "" if entry is None else _dump_entry(entry, backends)


def _dump_entry(entry: OperatorEntry, backends: int | None = None) -> str:
    shown = all_backends()[:backends]
    lines = [f"name: {entry.name}"]
    definition = entry.definition
    if definition is None:
        lines.append("schema: (none)")
    else:
        lines += [
            f"schema: {definition.schema}",
            f"debug: {definition.debug}",
            f"alias analysis kind: {definition.alias_analysis}",
        ]
    for key in sorted(entry.kernels):
        if key.backend is not None and key.backend not in shown:
            continue
        for i, kernel in enumerate(entry.kernels[key]):
            alias = "[alias]" if key.is_alias else ""
            inactive = " (inactive)" if i else ""
            lines.append(f"{key_name(key)}{alias}{inactive}: {kernel.dump_text}")
    return "\n".join(lines) + "\n"


def table_rows(name: str, *, backends: int | None = None) -> list[tuple[DispatchKey, Kernel, Why]]:
    """The computed table: each runtime key that has a kernel, the kernel, and why it is there.

    Args:
        name: Full name of the operator.
        backends: Only the keys of the first ``backends`` backends; 16 gives PyTorch's own keys.
    """
    entry = _find(name)
    if entry is None:
        return []
    choices = entry.layout().choices
    rows: list[tuple[DispatchKey, Kernel, Why]] = []
    for key in runtime_keys(backends):
        source, why = choices[key]
        if why is not Why.MISSING:
            rows.append((key, entry.table_kernel(source, why is Why.FALLBACK), why))
    return rows


@cache
def _shown_keys(backends: tuple[str, ...]) -> list[tuple[DispatchKey, str]]:
    """The runtime keys on these backends, with the names that tables print."""
    return [(key, key_name(key)) for key in runtime_keys(len(backends))]


def _row_text(entry: OperatorEntry, choice: Choice) -> str:
    """What a table prints after a key's name; nothing where there is no kernel."""
    source, why = choice
    if why is Why.MISSING:
        return ""
    return f": {entry.table_kernel(source, why is Why.FALLBACK).table_text} [{why.value}]\n"


def dump_table(name: str, *, backends: int | None = None, built_in: str | None = None) -> str:
    """The computed table as text, one line per runtime key that has a kernel.

    Args:
        name: Full name of the operator.
        backends: Only the keys of the first ``backends`` backends; 16 gives PyTorch's own keys.
        built_in: Where to say that built-in fallbacks are registered.
    """
    entry = _find(name)
    if entry is None:
        return ""
    choices = entry.layout().choices
    texts: dict[int, str] = {}  # by choice: most keys share theirs with others
    lines = []
    for key, shown in _shown_keys(all_backends()[:backends]):
        choice = choices[key]
        text = texts.get(id(choice))
        if text is None:
            text = texts[id(choice)] = _row_text(entry, choice)
        if text:
            lines.append(shown + text)
    text = "".join(lines)
    return text if built_in is None else text.replace(BUILT_IN, f"registered at {built_in}")


def check_invariants(name: str) -> None:
    """Recompute an operator's table and compare it with the installed one.

    Raises:
        RegistrationError: they differ: a bug in wye.
    """
    entry = _find(name)
    if entry is not None:
        with registry.lock:
            entry.check()


def check_all_invariants() -> None:
    """`check_invariants` for every operator that has a table by now."""
    for entry in registry.entries.made():
        check_invariants(entry.name)


def has_kernel(name: str) -> bool:
    """Is anything registered under this name?"""
    return _find(name) is not None


def has_kernel_for_key(name: str, key: _Key) -> bool:
    """Is a kernel registered at exactly this key, alias keys included?"""
    return as_key(key) in registry.require(name).kernels


def has_kernel_for_any_key(name: str, keyset: DispatchKeySet) -> bool:
    """Is a kernel registered at a runtime key of this set?"""
    return any(not key.is_alias and keyset.has(key) for key in registry.require(name).kernels)


def _runtime(key: _Key) -> DispatchKey:
    found = as_key(key)
    if found.is_alias:
        raise RegistrationError(
            "Alias keys do not have runtime kernel registrations.",
            fix=f"ask for one of the keys that {found.name} stands for",
        )
    return found


def has_computed_kernel_for_key(name: str, key: _Key) -> bool:
    """Does the computed table hold a kernel for this runtime key?"""
    return _computed(registry.require(name), _runtime(key)) is not None


def _computed(entry: OperatorEntry, key: DispatchKey) -> Kernel | None:
    """The computed kernel, also of operators that are not defined yet."""
    wanted = slot_of(key)
    for candidate, (source, why) in entry.layout().choices.items():
        if slot_of(candidate) == wanted:
            return None if why is Why.MISSING else entry.table_kernel(source, why is Why.FALLBACK)
    return None


def get_computed_kernel(name: str, key: _Key) -> Kernel:
    """The kernel that the computed table holds for this runtime key.

    Raises:
        OperatorNotFoundError: there is none.
    """
    found = _runtime(key)
    kernel = _computed(registry.require(name), found)
    if kernel is None:
        raise OperatorNotFoundError(
            f"no kernel for {found.name} for {name}", fix=f"wye.dispatch.dump_table({name!r}) shows the table"
        )
    return kernel


def kernel_is_fallthrough(name: str, key: _Key) -> bool:
    """Does the kernel registered at exactly this key fall through?

    Raises:
        OperatorNotFoundError: none is registered there.
    """
    found, entry = as_key(key), registry.require(name)
    if found not in entry.kernels:
        raise OperatorNotFoundError(f"no kernel for {found.name} on {name}")
    return entry.kernels[found][0].is_fallthrough


def find_dangling_impls(*, backends: int | None = None) -> list[str]:
    """Dumps of operators that have kernels but no definition.

    Args:
        backends: Only the keys of the first ``backends`` backends; 16 gives PyTorch's own keys.
    """
    return [_dump_entry(entry, backends) for entry in registry.entries.made() if entry.definition is None]


def all_op_names() -> list[str]:
    """The full names of everything registered."""
    return list(registry.entries)


def registrations_for_key(key: _Key = "") -> list[str]:
    """The operators with a kernel registered at exactly this key; all of them without a key."""
    if key == "":
        return all_op_names()
    found = as_key(key)
    return [entry.name for entry in list(registry.entries.values()) if found in entry.kernels]


def find_op_or_throw(name: str, overload: str = "") -> Any:
    """The operator with this name and overload.

    Raises:
        OperatorNotFoundError: it is not defined; says so when only kernels are there.
    """
    entry = registry.find(f"{name}.{overload}" if overload else name)
    if entry is not None and entry.definition is not None:
        return entry.op
    hint = " but we found an implementation; did you forget to def() the operator?" if entry is not None else ""
    raise OperatorNotFoundError(f"Could not find schema for {name}.{overload}{hint}")


def has_backend_fallback(key: _Key) -> bool:
    """Is a backend fallback registered at this key?"""
    found = as_key(key)
    if found.is_alias or found == DispatchKey.EndOfFunctionalityKeys:
        return False
    return any(slot_of(other) == slot_of(found) for other in registry.fallbacks.kernels)


def python_module_of(name: str, overload: str = "") -> tuple[str, str] | None:
    """The Python module that holds an operator's fake kernels, and a hint, if its library named one."""
    entry = registry.find(f"{name}.{overload}" if overload else name)
    if entry is None or entry.definition is None:
        return None
    return entry.definition.python_module
