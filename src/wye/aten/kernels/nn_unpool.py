"""NumPy kernels of max unpooling, and of fractional max pooling."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

import numpy as np

from wye.aten.arrays.results import described, laid_out
from wye.aten.arrays.scattering import taken_along
from wye.aten.declare import Rules
from wye.aten.fake import nn_unpool as fake

__all__ = ["KERNELS"]

KERNELS = Rules()
_FEW = 1 << 14  # places of windows that are looked at together


def _unpooled(self: Any, indices: Any, meta: Any, count: int) -> Any:
    size = prod(meta.shape[-count:])
    if indices.size and not 0 <= indices.min() <= indices.max() < size:
        outside = (indices < 0) | (indices >= size)
        raise RuntimeError(
            f"Found an invalid max index: {indices[outside][0]} (output volumes are of size "
            f"{'x'.join(map(str, meta.shape[-count:]))})"
        )
    planes = prod(meta.shape[:-count])
    result = np.zeros((planes, size), meta.dtype)
    if planes:
        result[np.arange(planes)[:, None], indices.reshape(planes, -1)] = self.reshape(planes, -1)
    return laid_out(result.reshape(meta.shape), meta)


@KERNELS("max_unpool2d")
def max_unpool2d(self: Any, indices: Any, output_size: Any) -> Any:
    """Max unpooling: put maxima back at their positions in images of zeros."""
    return _unpooled(self, indices, described(fake.max_unpool2d, self, indices, output_size), 2)


@KERNELS("max_unpool3d")
def max_unpool3d(self: Any, indices: Any, output_size: Any, stride: Any, padding: Any) -> Any:
    """Max unpooling: put maxima back at their positions in volumes of zeros."""
    return _unpooled(self, indices, described(fake.max_unpool3d, self, indices, output_size, stride, padding), 3)


def _starts(samples: Any, size: int, wanted: int, window: int) -> Any:
    """Where the windows of each plane begin: evenly spread, shifted by a random number."""
    starts = np.empty((samples.size, wanted), np.int64)
    if wanted > 1:
        step = samples.dtype.type(size - window) / samples.dtype.type(wanted - 1)
        at = np.arange(wanted - 1, dtype=samples.dtype)
        starts[:, :-1] = ((at + samples[:, None]) * step).astype(np.int64) - (samples * step).astype(np.int64)[:, None]
    if wanted:
        starts[:, -1] = size - window
    return starts


@lru_cache(maxsize=64)
def _taps(kernel: tuple[int, ...], sizes: tuple[int, ...]) -> Any:
    """Where the places of a window lie in a plane, counted from its first one."""
    at = np.zeros(1, np.int64)
    for window, size in zip(kernel, sizes, strict=True):
        at = (at[:, None] * size + np.arange(window)).reshape(-1)
    return at


def _best_of_few(flat: Any, starts: list[Any], sizes: tuple[int, ...], kernel: tuple[int, ...]) -> Any:
    """All places of all windows at once, the first of equal ones; None where a NaN is among them."""
    planes = len(flat)
    begins = starts[0]
    for start, size in zip(starts[1:], sizes[1:], strict=True):
        begins = (begins[:, :, None] * size + start[:, None, :]).reshape(planes, -1)
    taps = _taps(kernel, sizes)
    shift = np.arange(planes)[:, None] * flat.shape[1]
    first = flat.take((begins + shift)[:, :, None] + taps).argmax(2)
    where = begins + taps.take(first)
    best = flat.take(where + shift)
    return None if np.isnan(best).any() else (best, where)


def _best_of_many(flat: Any, starts: list[Any], sizes: tuple[int, ...], kernel: tuple[int, ...]) -> Any:
    """One place inside of the windows after the other; the last NaN wins."""
    planes, count = len(flat), len(sizes)
    best: Any = None
    where: Any = None
    for offsets in product(*(range(window) for window in kernel)):
        place: Any = 0
        for dim, (start, offset, size) in enumerate(zip(starts, offsets, sizes, strict=True)):
            shape = (planes, *(start.shape[1] if i == dim else 1 for i in range(count)))
            place = place * size + (start + offset).reshape(shape)
        place = place.reshape(planes, prod(place.shape[1:]))
        value = taken_along(flat, place, 1)
        if best is None:
            best, where = value, place
        else:
            larger = (value > best) | np.isnan(value)
            best, where = np.where(larger, value, best), np.where(larger, place, where)
    return best, where


def _fractional(self: Any, kernel_size: Any, metas: Any, random_samples: Any, count: int) -> Any:
    sizes, wanted = self.shape[-count:], metas[0].shape[-count:]
    kernel = tuple(kernel_size) * (count // len(kernel_size))
    planes = prod(self.shape[:-count])
    samples = random_samples.reshape(-1, count)[:planes]
    # Images take the samples of the last dimension first, volumes in order, as PyTorch does.
    order = range(count - 1, -1, -1) if count == 2 else range(count)
    starts = [
        _starts(samples[:, at], size, out, window)
        for at, size, out, window in zip(order, sizes, wanted, kernel, strict=True)
    ]
    flat = self.reshape(planes, prod(sizes))  # there may be no planes
    few = 0 < planes * prod(wanted) * prod(kernel) <= _FEW
    found = _best_of_few(flat, starts, sizes, kernel) if few and self.dtype.kind == "f" else None
    best, where = _best_of_many(flat, starts, sizes, kernel) if found is None else found
    return tuple(laid_out(one.reshape(meta.shape), meta) for one, meta in zip((best, where), metas, strict=True))


@KERNELS("fractional_max_pool2d")
def fractional_max_pool2d(self: Any, kernel_size: Any, output_size: Any, random_samples: Any) -> Any:
    """Maxima over windows at random positions of images, and their indices."""
    metas = described(fake.fractional_max_pool2d, self, kernel_size, output_size, random_samples)
    return _fractional(self, kernel_size, metas, random_samples, 2)


@KERNELS("fractional_max_pool3d")
def fractional_max_pool3d(self: Any, kernel_size: Any, output_size: Any, random_samples: Any) -> Any:
    """Maxima over windows at random positions of volumes, and their indices."""
    metas = described(fake.fractional_max_pool3d, self, kernel_size, output_size, random_samples)
    return _fractional(self, kernel_size, metas, random_samples, 3)
