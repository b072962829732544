"""NumPy kernels of discrete Fourier transforms."""

from __future__ import annotations

from math import prod, sqrt
from typing import Any

import numpy as np

from wye.aten.arrays import lapack
from wye.aten.arrays.results import allocate, described, laid_out
from wye.aten.declare import Rules
from wye.aten.fake import linalg_fft as fake

__all__ = ["KERNELS"]

KERNELS = Rules()


def _finished(result: Any, count: int, normalization: int, meta: Any) -> Any:
    """Scale (0: not, 1: by the root of the number of points, 2: by their number) and lay out."""
    if normalization:
        result *= result.real.dtype.type(1 / (sqrt(count) if normalization == 1 else count))
    return laid_out(result, meta)


def _transformed(points: Any, dim: Any, forward: bool) -> Any:
    """Complex points along dimensions, without a factor."""
    result = lapack.fft(points, dim, forward)
    if result is not None:
        return result
    return np.fft.fftn(points, axes=list(dim)) if forward else np.fft.ifftn(points, axes=list(dim), norm="forward")


@KERNELS("_fft_r2c")
def _fft_r2c(self: Any, dim: Any, normalization: int, onesided: bool) -> Any:
    meta = described(fake.FAKES["_fft_r2c"], self, dim, normalization, onesided)
    if meta.size == 0 or self.size == 0:
        return allocate(meta)
    result = lapack.rfft(self, dim[-1])
    if result is None:
        result = np.fft.rfft(self, axis=dim[-1])
    if len(dim) > 1:
        result = _transformed(result, dim[:-1], True)
    if not onesided:
        result = _both_sides(result, self.shape, dim)
    return _finished(result, prod(self.shape[one] for one in dim), normalization, meta)


def _both_sides(half: Any, shape: Any, dim: Any) -> Any:
    """The spectrum of real points is its own mirror, conjugated: fill in the second half."""
    result = np.empty(shape, half.dtype)
    last = dim[-1] % len(shape)
    if len(shape) == 1:
        result[: half.size] = half
        np.conjugate(half[shape[0] - half.size : 0 : -1], result[half.size :])
        return result
    first = tuple(slice(half.shape[last]) if one == last else slice(None) for one in range(len(shape)))
    result[first] = half
    mirrored = half
    for one in (one % len(shape) for one in dim[:-1]):
        mirrored = np.roll(np.flip(mirrored, one), 1, one)
    missing = shape[last] - half.shape[last]
    source = tuple(slice(missing, 0, -1) if one == last else slice(None) for one in range(len(shape)))
    target = tuple(slice(half.shape[last], None) if one == last else slice(None) for one in range(len(shape)))
    np.conjugate(mirrored[source], out=result[target])
    return result


@KERNELS("_fft_c2c")
def _fft_c2c(self: Any, dim: Any, normalization: int, forward: bool) -> Any:
    meta = described(fake.FAKES["_fft_c2c"], self, dim, normalization, forward)
    if self.size == 0 or not dim:
        out = allocate(meta)
        out[...] = self
        return out
    result = _transformed(self, dim, forward)
    return _finished(result, prod(self.shape[one] for one in dim), normalization, meta)


@KERNELS("_fft_c2r")
def _fft_c2r(self: Any, dim: Any, normalization: int, last_dim_size: int) -> Any:
    meta = described(fake.FAKES["_fft_c2r"], self, dim, normalization, last_dim_size)
    if meta.size == 0 or self.size == 0:
        return allocate(meta)
    source = _transformed(self, dim[:-1], False) if len(dim) > 1 else self
    result = lapack.irfft(source, last_dim_size, dim[-1])
    if result is None:
        result = np.fft.irfft(source, n=last_dim_size, axis=dim[-1], norm="forward")
    return _finished(result, prod(meta.shape[one] for one in dim), normalization, meta)
