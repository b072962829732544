"""wye: PyTorch's operator dispatcher as a standalone library.

Public names, re-exports only.  Each is imported when it is first used, so `import wye` costs next to nothing and NumPy
is loaded only by who needs it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wye import dispatch, errors, schema
    from wye.call import OpOverload, OpOverloadPacket, register_array_type
    from wye.call.packets import ops
    from wye.debug import PythonDispatcher
    from wye.errors import NoKernelError, SchemaError, WyeError
    from wye.higher_order import HigherOrderOperator, cond, scan, while_loop
    from wye.higher_order import map as map  # not in __all__: `import *` would hide the builtin
    from wye.keys import DispatchKey, DispatchKeySet, register_backend
    from wye.modes import DispatchMode, FunctionMode
    from wye.schema.tags import Tag
    from wye.schema.values import device, dtype
    from wye.tensors import Tensor, from_numpy, tensor

__version__ = "0.1.0"

__all__ = [
    "DispatchKey",
    "DispatchKeySet",
    "DispatchMode",
    "FunctionMode",
    "HigherOrderOperator",
    "NoKernelError",
    "OpOverload",
    "OpOverloadPacket",
    "PythonDispatcher",
    "SchemaError",
    "Tag",
    "Tensor",
    "WyeError",
    "__version__",
    "cond",
    "device",
    "dispatch",
    "dtype",
    "errors",
    "from_numpy",
    "ops",
    "register_array_type",
    "register_backend",
    "scan",
    "schema",
    "tensor",
    "while_loop",
]

_HOME = {
    "DispatchKey": "wye.keys",
    "DispatchKeySet": "wye.keys",
    "DispatchMode": "wye.modes",
    "FunctionMode": "wye.modes",
    "HigherOrderOperator": "wye.higher_order",
    "NoKernelError": "wye.errors",
    "OpOverload": "wye.call",
    "OpOverloadPacket": "wye.call",
    "PythonDispatcher": "wye.debug",
    "SchemaError": "wye.errors",
    "Tag": "wye.schema.tags",
    "Tensor": "wye.tensors",
    "WyeError": "wye.errors",
    "cond": "wye.higher_order",
    "device": "wye.schema.values",
    "dtype": "wye.schema.values",
    "from_numpy": "wye.tensors",
    "map": "wye.higher_order",
    "register_array_type": "wye.call",
    "register_backend": "wye.keys",
    "scan": "wye.higher_order",
    "tensor": "wye.tensors",
    "while_loop": "wye.higher_order",
}
_MODULES = ("compat", "dispatch", "errors", "library", "ops", "schema")


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(importlib.import_module(_HOME[name]), name)
    elif name in _MODULES:
        return importlib.import_module(f"wye.{name}")
    else:
        dtypes = {} if name.startswith("_") else importlib.import_module("wye.schema.values").DTYPES
        if name not in dtypes:
            raise AttributeError(f"module 'wye' has no attribute {name!r}")
        value = dtypes[name]
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_HOME, *_MODULES, *importlib.import_module("wye.schema.values").DTYPES})
