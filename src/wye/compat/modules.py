"""What every module of `wye.compat.torch` has: modules below it without import, and names that come later.

Cold path: called for names that a module does not have.
"""

from __future__ import annotations

import importlib
import sys
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from wye.coming import ComingFinder, module_getattr
from wye.compat.coming_parts import CLASSES, MODULES, NAMES, REST
from wye.keys import split_device

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["PACKAGE", "names_of", "register_device_module"]

PACKAGE: Final = "wye.compat.torch"

if not any(isinstance(finder, ComingFinder) for finder in sys.meta_path):
    sys.meta_path.append(ComingFinder(PACKAGE, "torch", MODULES))


def register_device_module(device_type: str, module: Any) -> None:
    """Make ``torch.<device type>`` a module of functions about a device.

    Raises:
        RuntimeError: there is one.
    """
    kind = split_device(device_type)[0]
    package = sys.modules[PACKAGE]
    if hasattr(package, kind):
        raise RuntimeError(
            f"The runtime module of '{kind}' has already been registered with '{getattr(package, kind)}'"
        )
    setattr(package, kind, module)
    for name in (f"torch.{kind}", f"{PACKAGE}.{kind}"):
        sys.modules[name] = module


def names_of(module: str, found_later: Mapping[str, str] = MappingProxyType({})) -> Callable[[str], Any]:
    """The ``__getattr__`` of a module of the package, by the module's ``__name__``.

    Args:
        module: Its name.
        found_later: Name -> the module that has it, which is imported when the name is first used.
    """
    below = module.removeprefix(PACKAGE).removeprefix(".")
    shown = f"torch.{below}" if below else "torch"
    others = module_getattr(module, shown, NAMES.get(below, {}), classes=CLASSES.get(below), rest=REST.get(below))

    def find(name: str) -> Any:
        if name not in found_later:
            return others(name)
        found = sys.modules[module].__dict__[name] = getattr(importlib.import_module(found_later[name]), name)
        return found

    return find if found_later else others
