"""MetaArray: an array's shape, strides and dtype without its elements.

Fake kernels compute on these as NumPy kernels compute on arrays; both have `shape`, `strides`, `dtype`, `ndim`, `size`.
"""

from __future__ import annotations

from math import prod
from typing import Any

from wye._engine import engine
from wye.schema.symbolic import settled
from wye.tensors.layout import contiguous_strides, steps_of

__all__ = ["MetaArray", "describe", "restride", "strides_of"]

# Note [Units of strides]
# `strides` count bytes, as NumPy's do; `steps` count elements, as PyTorch's do.  A MetaArray keeps steps and an offset
# in elements: its sizes may be symbolic, and strides in bytes would be products that have to be divided again.
# Rules that serve arrays and MetaArrays alike take strides and their unit from `own_strides`: bytes of arrays, elements
# of MetaArrays.  `restride` takes what they compute; `allocate` takes steps.
# Broken by: `self.strides` or `dtype.itemsize` in a rule that a MetaArray reaches.
# Guarded by: tests/unit/tensors/test_symbolic_sizes.py


class MetaArray:
    """The metadata of an array that has no data.

    The constructor compares no sizes, so they may be symbolic: the steps of a row-major array are computed when they
    are first read.  See Note [Units of strides].

    >>> import numpy as np
    >>> MetaArray((2, 3), np.dtype("float32")).steps
    (3, 1)
    >>> MetaArray((2, 3), np.dtype("float32"), (1, 2)).strides
    (4, 8)

    Attributes:
        shape: The sizes.
        dtype: NumPy's.
        offset: The elements between the start of the storage and the first one.
        is_row_major: Is it so by construction, without a look at sizes?  If not, its steps may say so.
    """

    __slots__ = ("__weakref__", "_size", "_steps", "_strides", "dtype", "is_row_major", "offset", "shape")
    dtype: Any
    is_row_major: bool
    offset: int
    shape: tuple[int, ...]

    def __init__(
        self, shape: tuple[int, ...], dtype: Any, steps: tuple[int, ...] | None = None, offset: int = 0
    ) -> None:
        self.shape, self.dtype, self.offset, self._steps = shape, dtype, offset, steps
        self.is_row_major = steps is None
        self._strides: tuple[int, ...] | None = None
        self._size: int | None = None

    @property
    def steps(self) -> tuple[int, ...]:
        """The elements to step over to the next one in each dimension."""
        if self._steps is None:
            self._steps = contiguous_strides(self.shape)
        return self._steps

    def settle_steps(self) -> None:
        """Show steps whose values are known by now as numbers."""
        if self._steps is not None:
            self._steps, self._strides = tuple(map(settled, self._steps)), None

    @property
    def strides(self) -> tuple[int, ...]:
        """The same in bytes."""
        if self._strides is None:
            itemsize = self.dtype.itemsize
            self._strides = tuple([step * itemsize for step in self.steps])
        return self._strides

    @property
    def byte_offset(self) -> int:
        """The bytes between the start of the storage and the first element."""
        return self.offset * self.itemsize

    def without_offset(self) -> MetaArray:
        """The same at the start of a storage."""
        return MetaArray(self.shape, self.dtype, None if self.is_row_major else self.steps)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements; the same symbolic number each time."""
        if self._size is None:
            self._size = prod(self.shape)
        return self._size

    @property
    def itemsize(self) -> int:
        """The bytes of one element."""
        return int(self.dtype.itemsize)

    def __repr__(self) -> str:
        return f"MetaArray({self.shape}, {self.dtype}, steps={self.steps}, offset={self.offset})"


def strides_of(array: Any) -> tuple[int, ...]:
    """An array's strides in its own unit.  See Note [Units of strides]."""
    return array.steps if type(array) is MetaArray else array.strides


def describe(array: Any) -> MetaArray:
    """The shape of an array; a MetaArray is its own."""
    return array if type(array) is MetaArray else MetaArray(array.shape, array.dtype, steps_of(array))


def restride(array: Any, shape: tuple[int, ...], strides: tuple[int, ...], offset: int = 0) -> Any:
    """The same memory seen with another shape, other strides and another start.

    Works on arrays and on MetaArrays, so that a view operator is written once for both.

    Args:
        array: Whose memory it is.
        shape: The sizes.
        strides: In the array's own unit, see Note [Units of strides].
        offset: From the array's first element on, in the same unit.

    Raises:
        RuntimeError: elements of an array would lie outside of the memory that it is a part of.
    """
    if type(array) is MetaArray:
        return MetaArray(shape, array.dtype, strides, array.offset + offset)
    if not array.shape:
        import numpy as np  # here: only code that has arrays needs it

        array = np.asanyarray(array)  # NumPy's own functions give its numbers for arrays without dimensions
    return engine.restride(array, shape, strides, offset)
