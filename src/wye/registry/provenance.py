"""Where a kernel comes from: its function, the line and the library that registered it, the package and its version.

Cold path: for those who look at what runs.  In: a kernel.  Out: a `Provenance`.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.registry.fallbacks import BUILT_IN
from wye.registry.providers import ProviderChain

if TYPE_CHECKING:
    from wye.registry.kernel import Kernel

__all__ = ["Provenance", "is_registered_fallback", "kernel_name", "place_of_function", "provenance"]


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a kernel comes from.

    Attributes:
        name: The name of its function.
        place: Where it was registered, as ``file:line``; None: that is not known.
        library: The library that registered it; None: wye itself did, without one.
        provider: Its name among several kernels at one key, if it has one.
        version: The version of the package that its function is a part of; None: the package has none.
    """

    name: str
    place: str | None
    library: str | None
    provider: str | None
    version: str | None


def provenance(kernel: Kernel) -> Provenance:
    """Where a kernel comes from."""
    library = kernel.library
    shown = None
    if library is not None:
        kind, namespace, location = library
        shown = f"{namespace} ({kind})" if location.startswith("wye/") else f"{namespace} ({kind}, {location})"
    place = kernel.place
    if place is None or kernel.debug == BUILT_IN:
        place = place_of_function(_function(kernel)) or place
    return Provenance(kernel_name(kernel), place, shown, kernel.provider, _version(_function(kernel)))


def is_registered_fallback(kernel: Kernel) -> bool:
    """Is it a backend fallback that a program has registered?  Only libraries of the namespace _ have fallbacks."""
    library = kernel.library
    return library is not None and library[1] == "_" and not kernel.is_fallthrough


def _function(kernel: Kernel) -> Any:
    """The Python function behind a kernel, where the engine has one of its own in front of it."""
    fn: Any = kernel.fn
    for _ in range(4):
        inner = getattr(fn, "__wrapped__", None)
        if inner is None:
            return fn
        fn = inner
    return fn


def kernel_name(kernel: Kernel) -> str:
    """The name of a kernel's function."""
    if kernel.is_fallthrough or kernel.kind == engine.PASS:
        return kernel.name
    fn = _function(kernel)
    if isinstance(fn, ProviderChain):
        return "providers"
    name = getattr(fn, "__qualname__", None) or getattr(fn, "__name__", None) or type(fn).__name__
    return str(name).rpartition(".<locals>.")[2].lstrip("_")


def place_of_function(fn: Any) -> str | None:
    """Where a function is written, as ``file:line``; None: it is not written in Python."""
    code = getattr(fn, "__code__", None)
    if code is None:
        return None
    file = code.co_filename.replace("\\", "/")
    inside = file.rpartition("/wye/")[2]
    is_own = getattr(fn, "__module__", "").partition(".")[0] == "wye"
    return f"{f'wye/{inside}' if is_own else file}:{code.co_firstlineno}"


def _version(fn: Any) -> str | None:
    module = getattr(fn, "__module__", None) or type(fn).__module__
    return _version_of(str(module).partition(".")[0])


@cache
def _version_of(package: str) -> str | None:
    if package in sys.builtin_module_names or package in sys.stdlib_module_names or package == "__main__":
        return None
    found = getattr(sys.modules.get(package), "__version__", None)
    if isinstance(found, str):
        return f"{package} {found}"
    try:
        return f"{package} {metadata.version(package)}"
    except (metadata.PackageNotFoundError, ValueError):
        return None
