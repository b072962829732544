"""NumPy's names: plain NumPy on ndarrays, wye's table of NumPy functions on traced arrays and lists of them."""

from __future__ import annotations

from typing import Any

import numpy as _np

from wye.compat.autograd.numpy import fft, linalg, random
from wye.compat.autograd.numpy.wrapping import array, c_, make_diagonal, r_, where, wrapped
from wye.compat.autograd.numpy.wrapping import array as asanyarray
from wye.compat.autograd.numpy.wrapping import array as asarray
from wye.compat.autograd.numpy.wrapping import array as ascontiguousarray

__version__ = _np.__version__
__all__ = [  # noqa: PLE0604 - NumPy's names are read off NumPy
    "array",
    "asanyarray",
    "asarray",
    "ascontiguousarray",
    "c_",
    "fft",
    "linalg",
    "make_diagonal",
    "r_",
    "random",
    "row_stack",
    "where",
    *_np.__all__,
]
row_stack = wrapped(_np.vstack)
globals().update({_name: wrapped(getattr(_np, _name)) for _name in _np.__all__ if _name not in globals()})


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return wrapped(getattr(_np, name))
