"""PyTorch's dispatcher modules under their own names, over wye.  Aliases only.

`python -m wye.compat.torch program.py` runs a program with this package installed as `torch`.
"""

from __future__ import annotations

from wye.call.packets import ops
from wye.compat.torch import _C, _custom_op, _custom_ops, _library, _ops, fx, library, overrides, testing, utils
from wye.keys import DispatchKey, DispatchKeySet
from wye.schema.tags import Tag
from wye.schema.values import DTYPES, LAYOUTS, MEMORY_FORMATS, device, dtype, layout, memory_format
from wye.tensors import Size, Tensor, from_numpy, tensor

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
    *LAYOUTS,
    *MEMORY_FORMATS,
]

globals().update(DTYPES)
globals().update(LAYOUTS)
globals().update(MEMORY_FORMATS)
