"""The array-API standard, version 2024.12, over wye's arrays: what ``x.__array_namespace__()`` gives.

NumPy 2 follows the standard, and `wye.numpy` follows NumPy: most functions are that package's, with the standard's
signatures (`forms`).  Here are those whose arguments or results the standard has in another form, and questions about
dtypes and devices.  ``linalg`` and ``fft`` are its extensions; SciPy finds `special` here.
"""

from __future__ import annotations

import sys
from itertools import chain
from typing import Any

import numpy as np

from wye.array_api import fft, linalg, special
from wye.array_api.creation import arange as arange
from wye.array_api.creation import asarray, empty, eye, from_dlpack, full, linspace, ones, zeros
from wye.array_api.differing import (
    broadcast_arrays,
    clip,
    diff,
    expand_dims,
    floor_divide,
    full_like,
    meshgrid,
    repeat,
    sign,
    std,
    var,
)
from wye.array_api.forms import CONSTANTS, FUNCTIONS, taken
from wye.array_api.inspection import VERSIONS, Info, can_cast, finfo, iinfo, isdtype, of_version, result_type
from wye.array_api.inspection import astype as astype
from wye.array_api.ordering import argsort, sort

__array_api_version__ = VERSIONS[-1]
__version__: str = sys.modules["wye"].__version__  # that module stands above this one
__array_namespace_info__ = Info

__all__ = [
    "__array_api_version__", "__array_namespace_info__", "__version__", "arange", "argsort", "asarray", "astype",
    "broadcast_arrays", "can_cast", "clip", "diff", "empty", "expand_dims", "eye", "fft", "finfo", "floor_divide",
    "from_dlpack", "full", "full_like", "iinfo", "isdtype", "linalg", "linspace", "meshgrid", "of_version", "ones",
    "repeat", "result_type", "sign", "sort", "special", "std", "var", "zeros",
]  # fmt: skip
__all__ += CONSTANTS  # noqa: PLE0605 - names that `__getattr__` finds
__all__ += chain(*FUNCTIONS.values())  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    value = globals()[name] = getattr(np, name) if name in CONSTANTS else taken(name, FUNCTIONS, np)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
