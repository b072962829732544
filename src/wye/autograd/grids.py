"""The derivatives of sampling at the places of a grid."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

from wye.call.packets import ops

__all__ = ["grid_sample", "grid_sample_forward"]

_NEAREST, _CUBIC = 1, 2
_ZEROS, _BORDER = 0, 1
_A = -0.75  # of the cubic kernel


def _pixels(places: Any, size: int, corners: bool) -> tuple[Any, float]:
    """Places from -1 to 1 as places among pixels, and how fast they grow."""
    if corners:
        return (places + 1) * ((size - 1) / 2), (size - 1) / 2
    return ((places + 1) * size - 1) / 2, size / 2


def _reflected(places: Any, size: int, corners: bool) -> tuple[Any, Any]:
    low, span = (0.0, float(size - 1)) if corners else (-0.5, float(size))
    if span == 0:
        return places * 0, places * 0
    shifted = places - low
    slope = 1 - 2 * (shifted < 0).to(places.dtype)
    distance = shifted.abs()
    extra = distance.fmod(span)
    flips = (distance / span).floor().fmod(2) == 1
    found = ops.aten.where(flips, span - extra + low, extra + low)
    return found, ops.aten.where(flips, -slope, slope)


def _clipped(places: Any, size: int) -> tuple[Any, Any]:
    inside = ((places > 0) & (places < size - 1)).to(places.dtype)
    return places.clamp(min=0, max=size - 1), inside


def _padded(places: Any, size: int, padding: int, corners: bool) -> tuple[Any, Any]:
    """Places inside of the image, and how fast they grow; outside they stay where zeros are read."""
    if padding == _ZEROS:
        return places, places * 0 + 1
    slope: Any = 1
    if padding != _BORDER:
        places, slope = _reflected(places, size, corners)
    places, inside = _clipped(places, size)
    return places, slope * inside


def _cubic(t: Any) -> tuple[list[Any], list[Any]]:
    """The four weights of the cubic kernel, and their slopes."""

    def near(x: Any) -> Any:
        return ((_A + 2) * x - (_A + 3)) * x * x + 1

    def far(x: Any) -> Any:
        return ((_A * x - 5 * _A) * x + 8 * _A) * x - 4 * _A

    def near_slope(x: Any) -> Any:
        return (3 * (_A + 2) * x - 2 * (_A + 3)) * x

    def far_slope(x: Any) -> Any:
        return (3 * _A * x - 10 * _A) * x + 8 * _A

    weights = [far(t + 1), near(t), near(1 - t), far(2 - t)]
    return weights, [far_slope(t + 1), near_slope(t), -near_slope(1 - t), -far_slope(2 - t)]


class _Axis:
    """Along one dimension: the pixels that are read, their weights, and the slopes of these as to the grid."""

    def __init__(self, places: Any, size: int, mode: int, padding: int, corners: bool) -> None:
        at, grows = _pixels(places, size, corners)
        slope: Any = 1
        if mode != _CUBIC:
            at, slope = _padded(at, size, padding, corners)
        if mode == _NEAREST:
            pixels, self.weights, slopes = [at.round()], [at * 0 + 1], [at * 0]
        else:
            start = at.floor()
            t = at - start
            if mode == _CUBIC:
                self.weights, slopes = _cubic(t)
                pixels = [start + i for i in (-1, 0, 1, 2)]
                pixels = [_padded(pixel, size, padding, corners)[0] for pixel in pixels]
            else:
                self.weights, slopes, pixels = [1 - t, t], [t * 0 - 1, t * 0 + 1], [start, start + 1]
        self.slopes = [one * slope * grows for one in slopes]
        self.inside = [(pixel >= 0) & (pixel <= size - 1) for pixel in pixels]
        whole = ops.aten.arange.default(1).dtype
        self.pixels = [  # NaN is nowhere inside
            pixel.masked_fill(~inside, 0).round().to(whole) for pixel, inside in zip(pixels, self.inside, strict=True)
        ]


def grid_sample(
    grad: Any, input: Any, grid: Any, mode: int, padding: int, corners: bool, needs: Any
) -> tuple[Any, Any]:
    """The gradients of the input and of the grid."""
    count, channels, *sizes = input.shape
    n = len(sizes)
    axes = [_Axis(grid.select(-1, n - 1 - i), sizes[i], mode, padding, corners) for i in range(n)]
    points = prod(grad.shape[2:])
    flat_grad = grad.reshape([count, channels, points])
    flat = input.reshape([count, channels, prod(sizes)])
    to_input = grad.new_zeros([count, channels, prod(sizes)]) if needs[0] else None
    to_grid: list[Any] = [0] * n
    for corner in product(*(range(len(axis.weights)) for axis in axes)):
        place: Any = 0
        inside: Any = True
        for axis, size, i in zip(axes, sizes, corner, strict=True):
            place = place * size + axis.pixels[i]
            inside = axis.inside[i] & inside
        wide = place.reshape([count, 1, points]).expand([count, channels, points])
        kept = inside.reshape([count, 1, points])
        if to_input is not None:
            weight = _product([axis.weights[i] for axis, i in zip(axes, corner, strict=True)])
            share = (flat_grad * weight.reshape([count, 1, points])).masked_fill(~kept, 0)
            to_input = to_input.scatter_add(2, wide, share)
        if needs[1]:
            value = (flat.gather(2, wide) * flat_grad * kept).sum(1).reshape(grid.shape[:-1])
            for d in range(n):
                slope = _product([
                    axis.slopes[i] if which == d else axis.weights[i]
                    for which, (axis, i) in enumerate(zip(axes, corner, strict=True))
                ])  # fmt: skip
                to_grid[n - 1 - d] = to_grid[n - 1 - d] + slope * value
    found = None if to_input is None else to_input.reshape(list(input.shape))
    return found, ops.aten.stack.default(to_grid, -1) if needs[1] else None


def grid_sample_forward(grid_t: Any, input: Any, grid: Any, mode: int, padding: int, corners: bool) -> Any:
    """The tangent of the samples, given that of the grid."""
    count, channels, *sizes = input.shape
    n = len(sizes)
    axes = [_Axis(grid.select(-1, n - 1 - i), sizes[i], mode, padding, corners) for i in range(n)]
    changes = [grid_t.select(-1, n - 1 - i) for i in range(n)]
    points = prod(grid.shape[1:-1])
    flat = input.reshape([count, channels, prod(sizes)])
    total: Any = 0
    for corner in product(*(range(len(axis.weights)) for axis in axes)):
        place: Any = 0
        inside: Any = True
        for axis, size, i in zip(axes, sizes, corner, strict=True):
            place = place * size + axis.pixels[i]
            inside = axis.inside[i] & inside
        slope: Any = 0
        for d in range(n):
            parts = [
                axis.slopes[i] * changes[d] if which == d else axis.weights[i]
                for which, (axis, i) in enumerate(zip(axes, corner, strict=True))
            ]
            slope = slope + _product(parts)
        wide = place.reshape([count, 1, points]).expand([count, channels, points])
        total = total + flat.gather(2, wide) * (slope * inside).reshape([count, 1, points])
    return total.reshape([count, channels, *grid.shape[1:-1]])


def _product(factors: list[Any]) -> Any:
    found = factors[0]
    for factor in factors[1:]:
        found = found * factor
    return found
