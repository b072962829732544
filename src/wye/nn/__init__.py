"""Neural networks: `Module`, layers, losses, initial values; the functions are in `wye.nn.functional`.

Each part is imported when it is first used: programs that call functions alone do not wait for the layers.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from wye.nn import functional as functional
    from wye.nn import init as init
    from wye.nn import modules as modules
    from wye.nn import parameter as parameter
    from wye.nn import utils as utils
    from wye.nn.modules import *  # noqa: F403 - it lists what it has
    from wye.nn.parallel import DataParallel as DataParallel
    from wye.nn.parameter import Buffer as Buffer
    from wye.nn.parameter import Parameter as Parameter
    from wye.nn.uninitialized import UninitializedBuffer as UninitializedBuffer
    from wye.nn.uninitialized import UninitializedParameter as UninitializedParameter

_OTHERS: Final = {  # what is no part of `wye.nn.modules`, by module
    "Buffer": "parameter",
    "DataParallel": "parallel",
    "Parameter": "parameter",
    "UninitializedBuffer": "uninitialized",
    "UninitializedParameter": "uninitialized",
}
_PARTS: Final = ("functional", "init", "modules", "parameter", "utils")


def __getattr__(name: str) -> Any:
    if name in _PARTS:
        return importlib.import_module(f"wye.nn.{name}")
    if name.startswith("_") and name != "__all__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    modules = importlib.import_module("wye.nn.modules")
    value: Any
    if name == "__all__":
        value = [*_OTHERS, *_PARTS, *modules.__all__]
    elif name in _OTHERS:
        value = getattr(importlib.import_module(f"wye.nn.{_OTHERS[name]}"), name)
    elif name in modules.__all__:
        value = getattr(modules, name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__getattr__("__all__")]
