"""Padding with elements of the array itself: where each element of the result comes from."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any, Final

import numpy as np

from wye.aten.arrays.scattering import summed_at

__all__ = ["along", "gradient", "sources"]

_MOST: Final = 1 << 12  # elements of a result whose sources are remembered


def along(kind: str, size: int, before: int, after: int) -> Any:
    """The sources along one dimension; kinds are reflection and replication."""
    at = np.arange(-before, size + after)
    if kind == "reflection":
        return size - 1 - np.abs(size - 1 - np.abs(at))
    return np.clip(at, 0, size - 1)


@lru_cache(256)
def _flat(kind: str, inner: tuple[int, ...], padding: tuple[int, ...]) -> Any:
    found, last = np.zeros(1, np.int64), len(inner) - 1
    for dim, size in enumerate(inner):
        before, after = padding[2 * (last - dim) : 2 * (last - dim) + 2]
        found = np.add.outer(found * size, along(kind, size, before, after)).ravel()
    return found


def sources(kind: str, inner: tuple[int, ...], wanted: tuple[int, ...], padding: Any) -> Any:
    """For each element of a padded array, flat, the number of its source; None: there are too many to remember."""
    return _flat(kind, inner, tuple(padding)) if 0 < prod(wanted) <= _MOST else None


@lru_cache(256)
def _planes(kind: str, inner: tuple[int, ...], padding: tuple[int, ...], count: int) -> Any:
    """The same for several arrays one after the other."""
    return np.add.outer(np.arange(count) * prod(inner), _flat(kind, inner, padding)).ravel()


def gradient(kind: str, grad: Any, shape: tuple[int, ...], padding: Any) -> Any:
    """The gradient of the array that was padded, given that of the result; None: it is too large."""
    if not 0 < grad.size <= _MOST:
        return None
    dims = len(padding) // 2
    places = _planes(kind, shape[-dims:], tuple(padding), prod(shape[:-dims]))
    return summed_at(places, grad, prod(shape)).reshape(shape)
