"""Arrays for kernels: memory by a description, and the precision that short floats are computed in."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from wye.tensors.dtypes import from_numpy_dtype
from wye.tensors.layout import contiguous_strides

__all__ = ["allocate", "computing", "empty", "is_float", "rounded"]

_FLOAT32 = np.dtype("float32")


def empty(shape: tuple[int, ...], dtype: Any, strides: tuple[int, ...]) -> Any:
    """New memory with these strides, which must be dense: any order of dimensions, no gaps."""
    if strides == contiguous_strides(shape, dtype.itemsize):
        return np.empty(shape, dtype)
    return np.ndarray(shape, dtype, strides=strides)


def allocate(meta: Any) -> Any:
    """New memory as a MetaArray describes it."""
    return empty(meta.shape, meta.dtype, meta.strides)


@cache
def computing(dtype: Any) -> Any:
    """The dtype to compute in: float32 for float16 and bfloat16, whose sums would lose too much."""
    return _FLOAT32 if dtype.itemsize <= 2 and from_numpy_dtype(dtype).is_floating_point else dtype


@cache
def is_float(dtype: Any) -> bool:
    """Does it hold real floating-point numbers, `bfloat16` included?"""
    return bool(from_numpy_dtype(dtype).is_floating_point)


def rounded(result: Any, dtype: Any) -> Any:
    """The result in the dtype of its operands."""
    return result if result.dtype == dtype else result.astype(dtype)
