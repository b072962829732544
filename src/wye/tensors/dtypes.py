"""wye's dtypes and NumPy's.

Cold path: read when tensors are made from outside data.  Imports NumPy when called.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from wye.schema.values import DTYPES, dtype

__all__ = ["default_dtype_of", "from_numpy_dtype", "to_numpy_dtype"]

# NumPy has these under the same names.
_SHARED = (
    "bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64", "float16", "float32", "float64",
    "complex64", "complex128",
)  # fmt: skip


@cache
def to_numpy_dtype(of: dtype) -> Any:
    """The NumPy dtype with the same elements.

    Raises:
        TypeError: NumPy has none.
    """
    import numpy as np  # here: only who makes tensors needs NumPy

    if of.name not in _SHARED:
        raise TypeError(f"NumPy has no dtype for {of}")
    return np.dtype(of.name)


def from_numpy_dtype(of: Any) -> dtype:
    """The dtype with the same elements as a NumPy dtype.

    Raises:
        TypeError: there is none.
    """
    if of.name not in _SHARED or not of.isnative:
        raise TypeError(f"can't convert a NumPy array of type {of}; the supported types are: {', '.join(_SHARED)}")
    return DTYPES[of.name]


def default_dtype_of(of: dtype) -> dtype:
    """The dtype of a tensor made from Python numbers that NumPy would give ``of``."""
    if of.is_floating_point:
        return DTYPES["float32"]
    return DTYPES["complex64"] if of.is_complex else of
