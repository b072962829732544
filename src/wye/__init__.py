"""wye: PyTorch's operator dispatcher as a standalone library.

Public names, re-exports only.  Each is imported when it is first used, so `import wye` costs next to nothing and NumPy
is loaded only by who needs it.
"""

from __future__ import annotations

import importlib
import importlib.util
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
    from wye.tensors import Size, Tensor, as_tensor, from_numpy, tensor
    from wye.tensors.dtypes import get_default_dtype, set_default_dtype
    from wye.tensors.generator import (
        Generator,
        default_generator,
        get_rng_state,
        initial_seed,
        manual_seed,
        seed,
        set_rng_state,
    )

__version__ = "0.1.0"

__all__ = [
    "DispatchKey",
    "DispatchKeySet",
    "DispatchMode",
    "FunctionMode",
    "Generator",
    "HigherOrderOperator",
    "NoKernelError",
    "OpOverload",
    "OpOverloadPacket",
    "PythonDispatcher",
    "SchemaError",
    "Size",
    "Tag",
    "Tensor",
    "WyeError",
    "__version__",
    "as_tensor",
    "cond",
    "default_generator",
    "device",
    "dispatch",
    "dtype",
    "errors",
    "from_numpy",
    "get_default_dtype",
    "get_rng_state",
    "initial_seed",
    "manual_seed",
    "ops",
    "register_array_type",
    "register_backend",
    "scan",
    "schema",
    "seed",
    "set_default_dtype",
    "set_rng_state",
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
    "Size": "wye.tensors",
    "as_tensor": "wye.tensors",
    "get_default_dtype": "wye.tensors.dtypes",
    "set_default_dtype": "wye.tensors.dtypes",
    "tensor": "wye.tensors",
    "while_loop": "wye.higher_order",
    "Generator": "wye.tensors.generator",
    "default_generator": "wye.tensors.generator",
    "get_rng_state": "wye.tensors.generator",
    "initial_seed": "wye.tensors.generator",
    "manual_seed": "wye.tensors.generator",
    "seed": "wye.tensors.generator",
    "set_rng_state": "wye.tensors.generator",
}
_MODULES = ("compat", "dispatch", "errors", "library", "ops", "overrides", "pytree", "schema", "weak", "wrappers")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"wye.{name}")
    if name in _HOME:
        if _HOME[name].startswith("wye.tensors"):
            importlib.import_module("wye.aten.methods")  # what tensors can do
        value = getattr(importlib.import_module(_HOME[name]), name)
    else:
        value = _constant(name) or _function(name)
    globals()[name] = value
    return value


def _constant(name: str) -> Any:
    """A dtype, layout or memory format; None: there is none of this name."""
    if name.startswith("_"):
        return None
    values = importlib.import_module("wye.schema.values")
    return values.DTYPES.get(name) or values.LAYOUTS.get(name) or values.MEMORY_FORMATS.get(name)


def _function(name: str) -> Any:
    """A function of tensors."""
    missing = AttributeError(f"module 'wye' has no attribute {name!r}")
    if name.startswith("_") or importlib.util.find_spec(f"wye.{name}") is not None:
        raise missing  # private, or `from wye import module` asking before it imports
    try:
        importlib.import_module("wye.aten.methods")
        return importlib.import_module("wye.aten.functions").function(name)
    except AttributeError:
        raise missing from None


def __dir__() -> list[str]:
    functions = importlib.import_module("wye.aten.functions").names()
    dtypes = importlib.import_module("wye.schema.values").DTYPES
    return sorted({*globals(), *__all__, *_HOME, *_MODULES, *dtypes, *functions})
