"""What every module of `wye.compat.torch` has: modules below it without import, and names that come later.

Cold path: called for names that a module does not have.
"""

from __future__ import annotations

import dis
import functools
import importlib
import sys
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NoReturn

from wye.coming import ComingFinder, ComingModule, functions_are, module_getattr, placeholder
from wye.compat.coming_parts import CLASSES, INSIDE, INTERNALS, MODULES, NAMES, REST
from wye.keys import split_device

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["PACKAGE", "give_names", "names_of", "register_device_module"]

PACKAGE: Final = "wye.compat.torch"
_IMPORT_FROM: Final = dis.opmap["IMPORT_FROM"]

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


def give_names(module: Any) -> None:
    """Let every name be imported from a module inside of PyTorch, after those that it has itself.

    Only ``from module import name`` finds the others: to ask for an attribute says whether it is there.
    """
    below = str(module.__name__).removeprefix(f"{PACKAGE}.")
    if isinstance(module, ComingModule) or not below.startswith(INSIDE):
        return
    own = module.__dict__.get("__getattr__", _has_none)
    if getattr(own, "__qualname__", "") == "give_names.<locals>.find":
        return  # it can

    def find(name: str) -> Any:
        try:
            return own(name)
        except AttributeError as error:
            code = sys._getframe(1)
            if name.startswith("__") or code.f_code.co_code[code.f_lasti] != _IMPORT_FROM:
                raise AttributeError(f"module 'torch.{below}' has no attribute '{name}'") from error
            return placeholder(f"torch.{below}", name, INTERNALS)

    module.__getattr__ = find


def _asking(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that comes later: modes and arguments that handle functions may handle its calls even so."""

    @functools.wraps(function)
    def asking(*args: Any, **kwargs: Any) -> Any:
        from wye.overrides import handle_override, has_override  # here: most programs call no such function
        from wye.pytree import arg_tree_leaves

        asked = arg_tree_leaves(*args, **kwargs)
        return handle_override(asking, asked, *args, **kwargs) if has_override(asked) else function(*args, **kwargs)

    return asking


functions_are(_asking)


def _has_none(name: str) -> NoReturn:
    raise AttributeError(name)
