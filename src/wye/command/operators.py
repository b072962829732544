"""Operators by what people type: ``add``, ``add.Tensor``, ``aten::add.Tensor``, ``mylib::scale``."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wye.autograd.loading import load as load_autograd
from wye.command.console import nearest, refused
from wye.registry import registry
from wye.registry.introspect import all_op_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wye.registry.entry import OperatorEntry

__all__ = [
    "complete_name",
    "entries_of",
    "find",
    "find_or_none",
    "import_modules",
    "load_rules",
    "names",
    "namespaces",
]


def load_rules() -> None:
    """Let the layers register what they have for operators: programs do so when they first use one."""
    for layer in ("wye.transforms", "wye.fake", "wye.functionalization"):
        importlib.import_module(layer)
    load_autograd()


def import_modules(names: Iterable[str]) -> None:
    """Import modules, or run files, that register operators; exits where one fails."""
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))  # as `python -m` does: a user's modules are where the user is
    for name in names:
        try:
            _import(name)
        except Exception as error:  # noqa: BLE001 - whatever a user's module does
            raise refused(f"cannot import {name}: {type(error).__name__}: {error}", _last_place(error)) from None


def _import(name: str) -> None:
    if not name.endswith(".py"):
        importlib.import_module(name)
        return
    spec = importlib.util.spec_from_file_location(Path(name).stem, name)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)


def _last_place(error: BaseException) -> str:
    """Where an error was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or trace.tb_frame.f_code.co_filename.startswith("<"):
        return ""
    return f"raised at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"


def namespaces() -> dict[str, int]:
    """How many operators each namespace has, overloads counted one by one; those that come with wye first."""
    registry.load("aten")
    counts: dict[str, int] = {}
    for name in all_op_names():
        namespace = name.partition("::")[0]
        counts[namespace] = counts.get(namespace, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (not registry.is_built_in(item[0]), item[0])))


def _qualified(name: str) -> str:
    """A name with its namespace: aten, where none is given and no other namespace is named."""
    if "::" in name:
        return name
    first, dot, rest = name.partition(".")
    registry.load("aten")
    if dot and f"aten::{first}" not in registry.overloads and first in namespaces():  # as str(op) is: aten.add.Tensor
        return f"{first}::{rest}"
    return f"aten::{name}"


def find_or_none(name: str) -> tuple[str, dict[str, OperatorEntry]] | None:
    """The qualified name without overload, and the operators that a name stands for by overload; None without any.

    >>> name, found = find_or_none("relu.out")
    >>> name, list(found)
    ('aten::relu', ['out'])
    """
    qualified = _qualified(name)
    packet, _, overload = qualified.partition(".")
    registry.load(packet.partition("::")[0])
    found = entries_of(packet)
    if found and not overload:
        return packet, found
    wanted = "" if overload == "default" else overload
    if wanted in found:
        return packet, {wanted: found[wanted]}
    entry = None if found else registry.find(qualified)
    return None if entry is None else (packet, {overload: entry})  # kernels without a definition


def find(name: str) -> tuple[str, dict[str, OperatorEntry]]:
    """`find_or_none`; exits where there is none."""
    found = find_or_none(name)
    if found is not None:
        return found
    packet, _, overload = _qualified(name).partition(".")
    if entries_of(packet):
        known = ", ".join(text or "default" for text in entries_of(packet))
        raise refused(f"{packet} has no overload {overload!r}", f"it has {known}")
    hint = nearest(packet, names()) or "wye ops lists the operators; --import MODULE loads yours"
    raise refused(f"there is no operator {name!r}", hint)


def names() -> list[str]:
    """The names of all operators, without overloads."""
    registry.load("aten")
    return list(dict.fromkeys(name.partition(".")[0] for name in all_op_names()))


def entries_of(packet: str) -> dict[str, OperatorEntry]:
    """The overloads of a name, in the order of their definition; the one without name is ``""``."""
    found: dict[str, Any] | None = registry.overloads.get(packet)
    return dict(found or {})


def complete_name(incomplete: str) -> list[str]:
    """The names of operators that begin with a text, for shells; names of aten are short."""
    registry.load("aten")
    found = all_op_names() if "." in incomplete else names()
    known = found if "::" in incomplete else [name.removeprefix("aten::") for name in found]
    return sorted(name for name in known if name.startswith(incomplete))
