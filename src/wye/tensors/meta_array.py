"""MetaArray: an array's shape, strides and dtype without its elements.

Fake kernels compute on these as NumPy kernels compute on arrays; both have `shape`, `strides`, `dtype`, `ndim`, `size`.
Strides and offsets are in bytes, as NumPy counts them.
"""

from __future__ import annotations

from math import prod
from typing import Any

from wye._engine import engine
from wye.tensors.layout import contiguous_strides

__all__ = ["MetaArray", "describe", "restride"]


class MetaArray:
    """The metadata of an array that has no data.

    The constructor reads no size, so sizes may be symbolic: contiguous strides are computed when
    they are first read.

    >>> import numpy as np
    >>> MetaArray((2, 3), np.dtype("float32")).strides
    (12, 4)
    >>> MetaArray((2, 3), np.dtype("float32")).steps
    (3, 1)
    """

    __slots__ = ("__weakref__", "_strides", "dtype", "offset", "shape")
    dtype: Any  # a NumPy dtype
    offset: int
    shape: tuple[int, ...]

    def __init__(
        self, shape: tuple[int, ...], dtype: Any, strides: tuple[int, ...] | None = None, offset: int = 0
    ) -> None:
        self.shape, self.dtype, self.offset, self._strides = shape, dtype, offset, strides

    @property
    def strides(self) -> tuple[int, ...]:
        """The bytes to step over to the next element in each dimension."""
        if self._strides is None:
            self._strides = contiguous_strides(self.shape, self.dtype.itemsize)
        return self._strides

    @property
    def steps(self) -> tuple[int, ...]:
        """The same in elements."""
        if self._strides is None:
            return contiguous_strides(self.shape, 1)
        itemsize = self.dtype.itemsize
        return tuple([stride // itemsize for stride in self._strides])

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

    Works on arrays and on MetaArrays, so that a view operator is written once for both.

    Raises:
        RuntimeError: elements of an array would lie outside of the memory that it is a part of.
    """
    if type(array) is MetaArray:
        return MetaArray(shape, array.dtype, strides, array.offset + offset)
    return engine.restride(array, shape, strides, offset)
