"""Sums of elements that lie at several places: the reverse of taking elements by their numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np

__all__ = ["added_at", "added_in_order", "moved", "summed_at"]

_FEW: Final = 1 << 12  # elements for which the time of a call matters more than that of an element


def summed_at(places: Any, values: Any, size: int) -> Any:
    """A flat array of this size; each place has the sum of its values, which are floats, computed in float64."""
    found = np.bincount(places, values.reshape(-1), size)
    return found if values.dtype.char == "d" else found.astype(values.dtype)


def added_at(grad: Any, shape: tuple[int, ...], indices: list[Any]) -> Any:
    """Zeros to which a gradient is added where an index takes elements from; None: NumPy reads it otherwise."""
    if grad.size > _FEW:
        return None
    for one in indices:
        if one is not None and one.dtype.char not in "?il":
            return None
    made = np.zeros(shape, grad.dtype)
    if len(indices) == 1 and indices[0] is not None:
        np.add.at(made, indices[0], grad)
    else:
        places: Any = tuple([slice(None) if one is None else one for one in indices])
        np.add.at(made, places, grad)
    return made


def added_in_order(grad: Any, like: Any, index: Any) -> Any:
    """Zeros like a row-major array, to which a gradient is added at flat positions; None: it is another one."""
    if grad.size > _FEW or not like.flags.c_contiguous or not like.size:
        return None
    made = np.zeros(like.shape, grad.dtype)
    np.add.at(made.reshape(-1), index.reshape(-1), grad.reshape(-1))
    return made


@lru_cache(256)
def _places(shape: tuple[int, ...], strides: tuple[int, ...], offset: int) -> Any:
    """The places of all elements in their storage."""
    found = np.array([offset])
    for size, stride in zip(shape, strides, strict=True):
        found = np.add.outer(found, np.arange(size) * stride).ravel()
    return found


def moved(grad: Any, part: tuple[Any, ...], whole: tuple[Any, ...], reach: int, *, shares: bool) -> Any:
    """A gradient added where a part lies in memory, and read where a whole does: each a shape, strides, an offset.

    ``shares``: elements of the whole lie at one place, and share what is there.
    """
    read = _places(*whole)
    memory = summed_at(_places(*part), grad, reach)
    if shares:
        memory = (memory / np.bincount(read, None, reach)).astype(grad.dtype)
    return memory.take(read).reshape(whole[0])
