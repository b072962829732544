"""Sums of elements that lie at several places: the reverse of taking elements by their numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np

__all__ = ["added_at", "added_in_order", "moved", "reduced_gradients", "summed_at", "taken_along"]

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


@lru_cache(256)
def _along(shape: tuple[int, ...], dim: int) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Indices of all elements in the dimensions before a dimension, and after it."""
    each = [
        np.arange(size).reshape([-1 if at == place else 1 for at in range(len(shape))])
        for place, size in enumerate(shape)
    ]
    return tuple(each[:dim]), tuple(each[dim + 1 :])


def taken_along(array: Any, places: Any, axis: int) -> Any:
    """What `np.take_along_axis` gives; of few elements, in a fraction of its time."""
    if array.size > _FEW or array.ndim != places.ndim:
        return np.take_along_axis(array, places, axis)
    before, after = _along(array.shape, axis % array.ndim)
    return array[(*before, places, *after)]


def reduced_gradients(
    grad: Any, self: Any, dim: int, index: Any, src: Any, reduce: str, include_self: bool, result: Any
) -> Any:
    """Of what was reduced into, and of what was scattered; None: not all of it was, or it is large."""
    if not self.ndim or not 0 < grad.size <= _FEW or not 0 < src.size <= _FEW or index.ndim not in (1, src.ndim):
        return None
    dim %= self.ndim
    if index.ndim == src.ndim:
        if index.shape != src.shape:
            return None
    else:
        index = index.reshape([-1 if place == dim else 1 for place in range(src.ndim)])
    before, after = _along(src.shape, dim)
    at = (*before, index, *after)
    kind = grad.dtype.type
    if reduce == "sum":
        mine, theirs = grad.copy(), grad[at]
    elif reduce == "mean":
        count = (np.ones if include_self else np.zeros)(grad.shape, grad.dtype)
        np.add.at(count, at, kind(1))
        count[count == 0] = 1
        mine = grad / count
        theirs = mine[at]
    elif reduce == "prod":
        mine, theirs = _gradients_of_product(grad, self, at, src, include_self, result)
    else:  # it goes to all that are equal to the result, in equal parts
        chosen, among = (self == result).astype(grad.dtype), (src == result[at]).astype(grad.dtype)
        count = chosen.copy() if include_self else np.zeros(grad.shape, grad.dtype)
        np.add.at(count, at, among)
        count[count == 0] = 1
        share = grad / count
        mine, theirs = share * chosen, share[at] * among
    if not include_self:
        mine[at] = 0
    return mine, theirs


def _gradients_of_product(grad: Any, self: Any, at: Any, src: Any, include_self: bool, result: Any) -> tuple[Any, Any]:
    """A source that is 0 gets a gradient where it is the only one of them: the product of the other factors."""
    is_zero, one = src == 0, self.dtype.type(1)
    masked, plain_src = np.where(self == 0, one, self), np.where(is_zero, one, src)
    product, others = masked.copy(), self.copy()
    if not include_self:
        others[at] = one
    np.multiply.at(product, at, src)
    np.multiply.at(others, at, plain_src)
    count = np.zeros(grad.shape, grad.dtype)
    np.add.at(count, at, is_zero.astype(grad.dtype))
    theirs = (grad * result)[at] / plain_src
    theirs[is_zero] = 0
    alone = is_zero & (count[at] == 1)
    return grad * product / masked, np.where(alone, (grad * others)[at], theirs)
