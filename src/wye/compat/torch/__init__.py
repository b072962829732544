"""PyTorch's dispatcher modules under their own names, over wye.  Aliases only.

`python -m wye.compat.torch program.py` runs a program with this package installed as `torch`.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

import wye
from wye.call.packets import ops
from wye.compat.torch import _C, _custom_op, _custom_ops, _library, _ops, fx, library, overrides, testing, utils
from wye.keys import DispatchKey, DispatchKeySet
from wye.schema.tags import Tag
from wye.schema.values import DTYPE_ALIASES, DTYPES, LAYOUTS, MEMORY_FORMATS, device, dtype, layout, memory_format

__version__ = "2.13.0"
__all__ = [  # noqa: PLE0604 - the names of constants are read off their one list
    "_C",
    "_custom_op",
    "_custom_ops",
    "_library",
    "_ops",
    "DispatchKey",
    "DispatchKeySet",
    "Size",
    "Tag",
    "Tensor",
    "device",
    "dtype",
    "from_numpy",
    "fx",
    "layout",
    "library",
    "memory_format",
    "ops",
    "overrides",
    "tensor",
    "testing",
    "utils",
    *DTYPES,
    *DTYPE_ALIASES,
    *LAYOUTS,
    *MEMORY_FORMATS,
]

globals().update(DTYPES)
globals().update(DTYPE_ALIASES)
globals().update(LAYOUTS)
globals().update(MEMORY_FORMATS)

# What stands under the same name in wye.  Taken when it is first used: the operators of tensors are loaded with it, and
# programs that only register have the registry to themselves.
_SAME = frozenset((
    "Generator", "Size", "Tensor", "as_tensor", "asarray", "can_cast", "cond", "default_generator", "e", "finfo",
    "from_dlpack", "from_numpy", "frombuffer", "get_default_dtype", "get_rng_state", "iinfo", "inf", "initial_seed",
    "is_storage", "is_tensor", "manual_seed", "nan", "newaxis", "pi", "promote_types", "result_type", "seed",
    "set_default_dtype", "set_printoptions", "set_rng_state", "tensor",
))  # fmt: skip
_MODULES = ("fft", "linalg", "nn", "return_types", "special")


def _function(name: str) -> Any:
    if name.startswith("__") or importlib.util.find_spec(f"{__name__}.{name}") is not None:
        raise AttributeError(name)  # or `from torch import module` asking before it imports
    importlib.import_module("wye.functional.methods")
    written = importlib.import_module("wye.functional")
    return (
        getattr(written, name)
        if name in written.__all__
        else importlib.import_module("wye.aten.functions").function(name)
    )


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    try:
        value = getattr(wye, name) if name in _SAME else _function(name)
    except AttributeError:
        raise AttributeError(f"module 'torch' has no attribute {name!r}") from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_SAME, *_MODULES, *importlib.import_module("wye.aten.functions").names()})
