"""Samples of small images at the places of a grid, and their gradients, for all corners of all points at once.

Along one dimension a sample mixes a few pixels: one (nearest), two (linear) or four (cubic).  An `Axis` has them, their
weights, and the slopes of the weights as to the grid; both are zero for pixels outside of the image.
"""

from __future__ import annotations

from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from wye._engine import engine
from wye.aten.arrays.resampling import cubic_weights
from wye.aten.arrays.scattering import summed_at

__all__ = ["gradients", "samples"]

_NEAREST, _CUBIC = 1, 2
_ZEROS, _BORDER = 0, 1
_A: Final = -0.75  # of the cubic kernel
_MOST: Final = 1 << 14  # pixels that are mixed


class Axis(NamedTuple):
    """What samples read along one dimension: arrays with a first dimension for the pixels of one sample."""

    pixels: Any
    inside: Any
    weights: Any
    slopes: Any


def _reflected(at: Any, size: int, corners: bool) -> tuple[Any, Any]:
    low, span = (0.0, float(size - 1)) if corners else (-0.5, float(size))
    if span == 0:
        return at * 0, at * 0
    shifted = at - low
    distance = np.abs(shifted)
    extra = np.fmod(distance, span)
    flips = np.fmod(np.floor(distance / span), 2) == 1
    slope = np.where(shifted < 0, -1, 1).astype(at.dtype)
    return np.where(flips, span - extra + low, extra + low).astype(at.dtype), np.where(flips, -slope, slope)


def _padded(at: Any, size: int, padding: int, corners: bool) -> tuple[Any, Any]:
    """Places inside of the image, and how fast they grow."""
    slope: Any = 1
    if padding != _BORDER:
        at, slope = _reflected(at, size, corners)
    inside = (at > 0) & (at < size - 1)
    # A NaN position reads the first element, as PyTorch's clamping does.
    clipped = np.where(np.isnan(at), at.dtype.type(0), np.clip(at, 0, size - 1))
    return clipped, slope * inside.astype(at.dtype)


def _cubic_slopes(t: Any) -> list[Any]:
    def near(x: Any) -> Any:
        return (3 * (_A + 2) * x - 2 * (_A + 3)) * x

    def far(x: Any) -> Any:
        return (3 * _A * x - 10 * _A) * x + 8 * _A

    return [far(t + 1), near(t), -near(1 - t), -far(2 - t)]


def _axis(places: Any, size: int, mode: int, padding: int, corners: bool) -> Axis:
    half = places.dtype.type(0.5)
    grows = (size - 1) / 2 if corners else size / 2
    at = (places + 1) * half * (size - 1) if corners else ((places + 1) * size - 1) * half
    if mode != _CUBIC and padding != _ZEROS:
        at, slope = _padded(at, size, padding, corners)
        grows = slope * places.dtype.type(grows)
    if mode == _NEAREST:
        pixels = np.rint(at)[None]
        weights = np.ones_like(pixels)
        slopes = np.zeros_like(pixels)
    else:
        start = np.floor(at)
        t = at - start
        if mode == _CUBIC:
            weights, slopes = np.stack(cubic_weights(t)), np.stack(_cubic_slopes(t))
            pixels = np.stack([start - 1, start, start + 1, start + 2])
            if padding != _ZEROS:
                pixels = _padded(pixels, size, padding, corners)[0]
        else:
            weights, slopes, pixels = (
                np.stack([1 - t, t]),
                np.ones((2, *t.shape), t.dtype),
                np.stack([start, start + 1]),
            )
            slopes[0] = -1
    slopes = slopes * (grows if mode == _NEAREST or padding == _ZEROS else places.dtype.type(1) * grows)
    inside = (pixels >= 0) & (pixels <= size - 1)
    if not inside.all():
        weights, slopes, pixels = (np.where(inside, one, one.dtype.type(0)) for one in (weights, slopes, pixels))
    return Axis(np.rint(pixels).astype(np.int64), inside, weights, slopes)


def _axes(x: Any, grid: Any, mode: int, padding: int, corners: bool) -> list[Axis] | None:
    """The axes, each with the pixels of a sample in a dimension of its own, points flat; None: there are too many."""
    count, n = x.shape[0], x.ndim - 2
    per_sample = {_NEAREST: 1, _CUBIC: 4}.get(mode, 2) ** n
    points = prod(grid.shape[1:-1])
    if not 0 < per_sample * count * points * x.shape[1] <= _MOST or not x.size:
        return None
    made = []
    for dim in range(n):  # grids name the last dimension first
        one = _axis(grid[..., n - 1 - dim], x.shape[2 + dim], mode, padding, corners)
        shape = [len(one.pixels) if i == dim else 1 for i in range(n)]
        made.append(Axis(*(part.reshape(*shape, count, 1, points) for part in one)))
    return made


def _places(x: Any, axes: list[Axis]) -> Any:
    """Of every pixel of every sample and channel, its place among all elements of the images."""
    place = axes[0].pixels
    for axis, size in zip(axes[1:], x.shape[3:], strict=True):
        place = place * size + axis.pixels
    planes = np.arange(x.shape[0] * x.shape[1]).reshape(x.shape[0], x.shape[1], 1)
    return place + planes * prod(x.shape[2:])


def _product(parts: list[Any]) -> Any:
    found = parts[0]
    for part in parts[1:]:
        found = found * part
    return found


def samples(x: Any, grid: Any, mode: int, padding: int, corners: bool) -> Any:
    """Images, row-major, at the places of a grid; None: there are too many."""
    found = engine.grid_samples(x, np.ascontiguousarray(grid), mode, padding, corners)
    if found is not None:
        return found
    axes = _axes(x, grid, mode, padding, corners) if x.flags.c_contiguous else None
    if axes is None:
        return None
    values = x.reshape(-1).take(_places(x, axes))
    inside = _product([axis.inside for axis in axes])
    if not inside.all():
        values = np.where(inside, values, x.dtype.type(0))
    values = values * _product([axis.weights for axis in axes])
    found = np.add.reduce(values, tuple(range(len(axes))))
    return found.reshape(*x.shape[:2], *grid.shape[1:-1])


def gradients(
    grad: Any, x: Any, grid: Any, mode: int, padding: int, corners: bool, needs: Any
) -> tuple[Any, Any] | None:
    """The gradients of the images and of the grid; None: there are too many, or infinities and NaN among them."""
    packed: Any = [np.ascontiguousarray(one) for one in (grad, x, grid)]
    how = (mode, padding, corners, (needs[0], needs[1]))
    quick: tuple[Any, Any] | None = engine.grid_sample_gradients(packed[0], packed[1], packed[2], *how)
    if quick is not None:
        return quick
    axes = _axes(x, grid, mode, padding, corners)
    if axes is None or not all(np.isfinite(array).all() for array in (grad, x, grid)):
        return None
    n, places = len(axes), _places(x, axes)
    g = grad.reshape(*grad.shape[:2], -1)
    to_x = to_grid = None
    if needs[0]:
        shares = np.broadcast_to(g * _product([axis.weights for axis in axes]), places.shape)
        to_x = summed_at(places.reshape(-1), shares, x.size).reshape(x.shape)
    if needs[1]:
        values = np.add.reduce(x.reshape(-1).take(places) * g, -2, keepdims=True)
        to_grid = np.empty(grid.shape, grid.dtype)
        for dim in range(n):
            slope = _product([axis.slopes if i == dim else axis.weights for i, axis in enumerate(axes)])
            total = np.add.reduce(slope * values, tuple(range(n)))
            to_grid[..., n - 1 - dim] = total.reshape(grid.shape[:-1])
    return to_x, to_grid
