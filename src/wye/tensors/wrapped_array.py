"""WrappedArray: stands for the array of a tensor that is another tensor, seen by a function transform.

Its metadata are those of the tensor inside, or of a part of it; its elements cannot be read.
"""

from __future__ import annotations

from math import prod
from typing import Any

from wye._engine import engine

__all__ = ["WrappedArray"]


class WrappedArray(engine.Wrapped):
    """The metadata of a tensor that belongs to a level of a transform.

    Attributes:
        inner: The tensor inside.
        level: Of the transform.
    """

    __slots__ = ()
    flags = None  # NumPy's arrays have them
    is_row_major = False  # not known without looking at the strides
    is_batch = False  # does the tensor inside hold several examples?
    place = ""  # where its tensors are, for what they refuse there; empty where they refuse nothing

    def __init__(self, inner: Any, level: int) -> None:
        self.inner, self.level = inner, level

    @property
    def is_current(self) -> bool:
        """Does its transform still run, as far as it knows?"""
        return True

    @property
    def holds_batch(self) -> bool:
        """Are there several examples, here or further inside, so that an element is not one number?"""
        data = self.inner._data
        return self.is_batch or (isinstance(data, WrappedArray) and data.holds_batch)

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes."""
        return tuple(self.inner.shape)

    @property
    def steps(self) -> tuple[int, ...]:
        """The elements to step over to the next one in each dimension."""
        return tuple(self.inner.stride())

    @property
    def strides(self) -> tuple[int, ...]:
        """The same in bytes."""
        itemsize = self.itemsize
        return tuple([step * itemsize for step in self.steps])

    @property
    def dtype(self) -> Any:
        """The NumPy dtype of the elements."""
        return self.inner._data.dtype

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return int(self.inner.ndim)

    @property
    def size(self) -> int:
        """The number of elements."""
        return prod(self.shape)

    @property
    def itemsize(self) -> int:
        """The bytes of one element."""
        return int(self.dtype.itemsize)

    @property
    def offset(self) -> int:
        """The elements between the storage's start and the first one."""
        return int(self.inner.storage_offset())

    @property
    def byte_offset(self) -> int:
        """The same in bytes."""
        return self.offset * self.itemsize

    def around(self, inner: Any) -> Any:
        """A tensor that wraps another one in the same way; None where that has no meaning."""
        return None

    def text(self) -> str:
        """The tensor as `repr` shows it."""
        raise NotImplementedError  # abstract

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")
