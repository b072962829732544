"""Adaptive windows: where they begin and end, and the gradients of their averages."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any, Final

import numpy as np

from wye.aten.arrays.scattering import summed_at

__all__ = ["average_gradient", "window_bounds"]

_FEW: Final = 1 << 12


@lru_cache(256)
def window_bounds(size: int, count: int) -> tuple[Any, Any]:
    """Where adaptive windows begin and end: as even as possible, overlapping where the sizes do not divide."""
    at = np.arange(count)
    return at * size // count, -(-(at + 1) * size // count)


@lru_cache(256)
def _shares(planes: int, sizes: tuple[int, ...], counts: tuple[int, ...]) -> tuple[Any, Any, Any]:
    """Which window gives to which element, flat: windows, elements, and how many share a window's gradient."""
    window, element, lengths = np.zeros(1, np.int64), np.zeros(1, np.int64), np.ones(1)
    for size, count in zip(sizes, counts, strict=True):
        begins, ends = window_bounds(size, count)
        pairs = [(at, one) for at in range(count) for one in range(begins[at], ends[at])]
        first, second = (np.array(column) for column in zip(*pairs, strict=True))
        window = np.add.outer(window * count, first).ravel()
        element = np.add.outer(element * size, second).ravel()
        lengths = np.multiply.outer(lengths, (ends - begins)[first]).ravel()
    rows = np.arange(planes)[:, None]
    windows, elements = rows * prod(counts) + window, rows * prod(sizes) + element
    return windows.ravel(), elements.ravel(), np.tile(lengths, planes)


def average_gradient(grad: Any, shape: tuple[int, ...], count: int) -> Any:
    """The gradient of an array of floats, given that of the averages over its last dimensions; None: it is large."""
    lead = len(shape) - count
    if prod(shape) > _FEW or not 0 < grad.size <= _FEW or grad.dtype.char not in "fd":
        return None
    windows, elements, lengths = _shares(prod(shape[:lead]), shape[lead:], grad.shape[lead:])
    if len(windows) > _FEW:
        return None
    share = grad.reshape(-1).take(windows) / lengths
    found = summed_at(elements, share, prod(shape)).reshape(shape)
    return found if found.dtype is grad.dtype else found.astype(grad.dtype)
