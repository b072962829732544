"""Windows of small images: which element of the image each element of a window is."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any, Final

import numpy as np

from wye.aten.arrays.scattering import summed_at
from wye.aten.arrays.windows import window_count

__all__ = ["columns", "images"]

_MOST: Final = 1 << 12  # elements of columns whose places are remembered


@lru_cache(256)
def _places(sizes: Any, kernel: Any, stride: Any, padding: Any, dilation: Any) -> tuple[Any, Any]:
    """Of each element of the columns [*kernel, *windows], flat: its place, and which of them lie in the padding."""
    n = len(sizes)
    found, outside = np.zeros((1,) * 2 * n, np.int64), np.zeros((1,) * 2 * n, bool)
    for dim, (size, k, s, p, d) in enumerate(zip(sizes, kernel, stride, padding, dilation, strict=True)):
        count = window_count(size, k, s, p, d)
        at = np.add.outer(np.arange(k) * d, np.arange(count) * s - p)
        at = at.reshape([k if i == dim else count if i == n + dim else 1 for i in range(2 * n)])
        found = found * size + np.clip(at, 0, size - 1)
        outside = outside | (at < 0) | (at >= size)
    return found.ravel(), np.flatnonzero(outside)


@lru_cache(256)
def _targets(planes: int, sizes: Any, *geometry: Any) -> tuple[Any, int]:
    """The places of the columns of several images, and how many there are; padding has one of its own, the last."""
    places, outside = _places(sizes, *geometry)
    found = np.add.outer(np.arange(planes) * prod(sizes), places)
    found[:, outside] = planes * prod(sizes)
    return found.ravel(), planes * prod(sizes) + bool(len(outside))


def columns(x: Any, shape: Any, kernel: Any, stride: Any, padding: Any, dilation: Any) -> Any:
    """The windows over the last two dimensions, in a new array of this shape; None: they are too many."""
    if not 0 < prod(shape) <= _MOST or not x.size or not x.flags.c_contiguous:
        return None
    places, outside = _places(x.shape[-2:], tuple(kernel), tuple(stride), tuple(padding), tuple(dilation))
    found = x.reshape(*x.shape[:-2], -1).take(places, -1)
    if len(outside):
        found[..., outside] = 0
    return found.reshape(shape)


def images(x: Any, shape: Any, kernel: Any, stride: Any, padding: Any, dilation: Any) -> Any:
    """Columns of floats added up at their places, in a new array of this shape; None: they are too many."""
    if not 0 < x.size <= _MOST or x.dtype.char not in "fd" or not prod(shape):
        return None
    geometry = (tuple(kernel), tuple(stride), tuple(padding), tuple(dilation))
    places, count = _targets(prod(shape[:-2]), tuple(shape[-2:]), *geometry)
    found = summed_at(places, x, count)
    whole = prod(shape)
    return (found if count == whole else found[:whole].copy()).reshape(shape)
