"""MetaArray: an array's shape, strides and dtype without its elements.

Fake kernels compute on these as NumPy kernels compute on arrays; both have `shape`, `strides`, `dtype`, `ndim`, `size`.
Strides and offsets are in bytes, as NumPy counts them.
"""

from __future__ import annotations

from math import prod
from typing import Any

from wye._engine import engine

__all__ = ["MetaArray", "describe", "restride"]


class MetaArray:
    """What is known of an array that has no data.

    >>> import numpy as np
    >>> MetaArray((2, 3), np.dtype("float32")).strides
    (12, 4)
    """

    __slots__ = ("__weakref__", "dtype", "offset", "shape", "strides")
    dtype: Any  # a NumPy dtype
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    def __init__(
        self, shape: tuple[int, ...], dtype: Any, strides: tuple[int, ...] | None = None, offset: int = 0
    ) -> None:
        self.shape, self.dtype, self.offset = shape, dtype, offset
        if strides is None:
            step, reverse = dtype.itemsize, []
            for size in reversed(shape):
                reverse.append(step)
                step *= size if size > 1 else 1
            strides = tuple(reversed(reverse))
        self.strides = strides

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return prod(self.shape)

    @property
    def itemsize(self) -> int:
        """The bytes of one element."""
        return int(self.dtype.itemsize)

    def __repr__(self) -> str:
        return f"MetaArray({self.shape}, {self.dtype}, strides={self.strides}, offset={self.offset})"


def describe(array: Any) -> MetaArray:
    """The shape of an array; a MetaArray is its own."""
    return array if type(array) is MetaArray else MetaArray(array.shape, array.dtype, array.strides)


def restride(array: Any, shape: tuple[int, ...], strides: tuple[int, ...], offset: int = 0) -> Any:
    """The same memory seen with another shape, other strides and another start, all in bytes.

    Nothing is checked: what may be seen is the caller's to know.  Works on arrays and on MetaArrays, so that a view
    operator is written once for both.
    """
    if type(array) is MetaArray:
        return MetaArray(shape, array.dtype, strides, array.offset + offset)
    return engine.restride(array, shape, strides, offset)
