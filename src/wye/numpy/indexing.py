"""Indices with NumPy's meaning, reading and writing."""

from __future__ import annotations

from typing import Any

from wye.numpy.arrays import Array, as_tensor

__all__ = ["as_shape", "getitem", "setitem"]


def as_shape(shape: Any) -> tuple[int, ...]:
    """A shape, given as a number or several."""
    try:
        return (int(shape.__index__()),)
    except (AttributeError, TypeError):
        return tuple(int(size.__index__()) for size in shape)


def _index(index: Any) -> Any:
    if type(index) is tuple:
        return tuple(map(_index, index))
    return index._tensor if type(index) is Array else index


def getitem(self: Any, index: Any) -> Any:
    """``x[index]``."""
    return Array(self._tensor[_index(index)])


def setitem(self: Any, index: Any, value: Any) -> None:
    """``x[index] = value``."""
    self._tensor[_index(index)] = as_tensor(value, self.dtype)
