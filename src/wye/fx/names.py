"""Names: of nodes (unique and legal in Python), and of functions (how generated code reaches them).

Warm: a node's name is made once, when the node is.
"""

from __future__ import annotations

import builtins
import functools
import importlib
import keyword
import re
import sys
import types
from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye.call import OpOverload, OpOverloadPacket
from wye.higher_order import HigherOrderOperator

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "Namespace",
    "find_in_package",
    "is_from_library",
    "name_of_target",
    "qualified_name",
    "root_module",
    "shown_module",
    "snake_case",
    "type_name",
]

_ILLEGAL: Final = re.compile(r"[^0-9a-zA-Z_]+")
_NUMBERED: Final = re.compile(r"(.*)_(\d+)$")
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# Names that generated code uses for something else, besides Python's own; the package's name is one, too.
_RESERVED: Final = frozenset({"inf", "nan", "NoneType", "torch", "wye", "device", "fx_pytree", "pytree"})
_TAKEN: Final = frozenset({*keyword.kwlist, *builtins.__dict__})
_SPECIAL: Final = _RESERVED | _TAKEN


class Namespace:
    """Gives out names that are unique in a graph and legal in Python.

    >>> names = Namespace()
    >>> [names.create_name(wanted, None) for wanted in ("add", "add", "sum", "a_5", "a_5", "9 lives")]
    ['add', 'add_1', 'sum_1', 'a_5', 'a_6', '_9_lives']
    """

    def __init__(self) -> None:
        self._by_object: dict[Any, str] = {}
        self._used: set[str] = set()
        self._counts: dict[str, int] = {}

    def create_name(self, candidate: str, obj: Any) -> str:
        """A name like ``candidate`` that nobody has; the same one again for the same object.

        Args:
            candidate: The wanted name: what Python does not allow becomes ``_``, a number is counted on.
            obj: What it will name; None: something new.
        """
        if obj is not None and obj in self._by_object:
            return self._by_object[obj]
        candidate, base, number = _legal_parts(candidate)
        number = number or self._counts.get(base, 0)
        used = self._used
        while candidate in used or (candidate in _SPECIAL and self._is_illegal(candidate, obj)):
            number += 1
            candidate = f"{base}_{number}"
        used.add(candidate)
        self._counts[base] = number
        if obj is not None:
            self._by_object[obj] = candidate
        return candidate

    def associate_name_with_obj(self, name: str, obj: Any) -> None:
        """Let ``obj`` have a name that was made for it before it was there."""
        self._by_object[obj] = name

    def _rename_object(self, obj: Any, name: str) -> None:
        self._by_object[obj] = name
        self._used.add(name)

    @staticmethod
    def _is_illegal(name: str, obj: Any) -> bool:
        if name in _TAKEN:
            return keyword.iskeyword(name) or obj is None or getattr(builtins, name) is not obj
        return name in _RESERVED and obj is None


@functools.lru_cache(4096)  # programs call the same functions again and again
def _legal_parts(candidate: str) -> tuple[str, str, int]:
    """A wanted name as Python allows it, and its parts before and after the last ``_`` if that is a number."""
    if not candidate.isidentifier() or not candidate.isascii():
        candidate = _ILLEGAL.sub("_", candidate) or "_unnamed"
        if candidate[0].isdigit():
            candidate = f"_{candidate}"
    found = _NUMBERED.match(candidate) if candidate[-1].isdigit() else None
    return (candidate, candidate, 0) if found is None else (candidate, found.group(1), int(found.group(2)))


def snake_case(name: str) -> str:
    """``LayerNorm`` as ``layer_norm``."""
    return _HUMP.sub("_", name).lower()


def name_of_target(target: Any) -> str:
    """The name that a node wants by what it calls: ``operator.add`` wants ``add``."""
    if isinstance(target, str):
        return _wanted(target)
    name = getattr(target, "__name__", None)
    return _wanted(type(target).__name__ if name is None else name)


@functools.lru_cache(4096)
def _wanted(name: str) -> str:
    if len(name) > 4 and name.startswith("__") and name.endswith("__"):
        name = name[2:-2]
    return snake_case(name)


def root_module() -> Any:
    """The package whose names generated code uses: wye, or its PyTorch form while that stands in for torch."""
    return sys.modules["torch" if shown.package == "torch" else "wye"]


def is_from_library(obj: Any) -> bool:
    """Does an object belong to wye (or to torch, in programs that use it)?"""
    module = getattr(obj, "__module__", None)
    if not isinstance(module, str):
        return isinstance(obj, (OpOverload, OpOverloadPacket, HigherOrderOperator))
    top = module.partition(".")[0]
    return top in {"wye", "torch"}


def find_in_package(obj: Any) -> str | None:
    """The dotted name by which the package gives this object, ``wye.nn.functional.relu``; None: there is none.

    The shortest one; in programs for torch that of the module that the object names.
    """
    name = getattr(obj, "__name__", None)
    module = getattr(obj, "__module__", None)
    if not isinstance(name, str) or not isinstance(module, str):
        return None
    parts = module.split(".")
    if parts[0] not in {"wye", "torch"}:
        return None
    if parts[0] == "torch" and _is_in(module, name, obj):  # programs for torch see where it says that it is from
        return f"{module}.{name}"
    place: Any = root_module()
    for at in range(len(parts)):
        if at:
            place = _attribute(place, parts[at])
        if place is None:
            break
        if _attribute(place, name) is obj:
            return ".".join((shown.package, *parts[1 : at + 1], name))
    private = _attribute(root_module(), "_C") if name.startswith("_") else None  # PyTorch keeps settings there
    return f"{shown.package}._C.{name}" if private is not None and _attribute(private, name) is obj else None


def _is_in(module: str, name: str, obj: Any) -> bool:
    try:
        return _attribute(importlib.import_module(module), name) is obj
    except ImportError:
        return False


def _attribute(place: Any, name: str) -> Any:
    try:
        return getattr(place, name, None)
    except Exception:  # noqa: BLE001 - a module that cannot be loaded gives no name
        return None


def qualified_name(target: Callable[..., Any]) -> str:
    """The dotted name of a function, as printed graphs show it.

    Raises:
        RuntimeError: no module has it.
    """
    if isinstance(target, OpOverload):
        return f"{shown.package}.ops.{target.namespace}.{target.__name__}"
    if isinstance(target, HigherOrderOperator):
        return f"{shown.package}.ops.higher_order.{target.name()}"
    if isinstance(target, OpOverloadPacket):
        return f"{shown.package}.ops.{target._qualified_op_name.replace('::', '.')}"
    name = getattr(target, "__name__", None)
    if name is None:
        return f"{type(target).__module__}.{type(target).__qualname__}"
    if getattr(builtins, name, None) is target:
        return str(name)
    found = find_in_package(target)
    if found is not None:
        return found
    owner = getattr(target, "__objclass__", None)
    if isinstance(target, (types.MethodDescriptorType, types.WrapperDescriptorType)) and owner is not None:
        return f"{type_name(owner)}.{name}"
    module = getattr(target, "__module__", None)
    if module is None:
        raise RuntimeError(f"cannot find module for {target}")
    return f"{shown_module(module)}.{name}"


def shown_module(module: str) -> str:
    """The name of a module as programs know it: ``torch.nn`` for `wye.nn` in programs for torch."""
    top, dot, rest = module.partition(".")
    return f"{shown.package}{dot}{rest}" if top == "wye" else module


def type_name(value: Any) -> str:
    """A type as annotations write it: ``int``, ``wye.Tensor``, ``list[int]``."""
    if value is type(None):
        return "None"
    if isinstance(value, str):
        return value
    if type(value) is not types.GenericAlias and isinstance(value, type):
        if value.__module__ == "builtins":
            return value.__qualname__
        return find_in_package(value) or f"{shown_module(value.__module__)}.{value.__qualname__}"
    origin, args = getattr(value, "__origin__", None), getattr(value, "__args__", ())
    if origin is not None and args:
        inner = ", ".join("..." if arg is Ellipsis else type_name(arg) for arg in args)
        text = str(value)
        return f"{text.partition('[')[0]}[{inner}]"
    if value is Ellipsis:
        return "..."
    if isinstance(value, types.FunctionType):
        return value.__name__
    return repr(value)
