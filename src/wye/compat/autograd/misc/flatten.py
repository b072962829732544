"""Trees of arrays as vectors, and back."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy

from wye.compat.autograd import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["flatten", "flatten_func"]


def _leaves(value: Any) -> Iterator[Any]:
    """The arrays and numbers of a tree, those of dicts in the order of their keys."""
    if isinstance(value, (list, tuple)):
        for one in value:
            yield from _leaves(one)
    elif isinstance(value, dict):
        for key in sorted(value):
            yield from _leaves(value[key])
    else:
        yield value


def _rebuilt(value: Any, parts: Iterator[Any]) -> Any:
    """A tree like ``value`` with other leaves."""
    if isinstance(value, (list, tuple)):
        made = [_rebuilt(one, parts) for one in value]
        return type(value)(*made) if hasattr(value, "_fields") else type(value)(made)
    if isinstance(value, dict):
        found = {key: _rebuilt(value[key], parts) for key in sorted(value)}
        return {key: found[key] for key in value}
    return next(parts)


def flatten(value: Any) -> tuple[Any, Callable[[Any], Any]]:
    """The arrays and numbers of a tree in one vector, and the function that makes such a tree of such a vector.

    Args:
        value: Tuples, lists and dicts with sortable keys, of arrays and numbers.
    """
    leaves = list(_leaves(value))
    flat = np.concatenate([np.ravel(leaf) for leaf in leaves]) if leaves else numpy.array([])
    shapes = [np.shape(leaf) for leaf in leaves]

    def parts(vector: Any) -> Iterator[Any]:
        start = 0
        for shape in shapes:
            size = prod(shape)
            yield np.reshape(vector[start : start + size], shape) if shape else vector[start]
            start += size

    def unflatten(vector: Any) -> Any:
        return _rebuilt(value, parts(vector))

    return flat, unflatten


def flatten_func(func: Callable[..., Any], example: Any) -> tuple[Callable[..., Any], Callable[[Any], Any], Any]:
    """A function of trees as a function of vectors, the way back from a vector, and the example as a vector."""
    flat, unflatten = flatten(example)

    def of_vectors(vector: Any, *args: Any) -> Any:
        return flatten(func(unflatten(vector), *args))[0]

    return of_vectors, unflatten, flat
