"""Which elements a resampled image mixes, and how much of each: worked out once for each size.

Along each dimension an element of the result is a weighted sum of a few elements of the source, its taps.  For small
images the taps of all dimensions are multiplied out, so that resampling and its gradient are one step each.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from wye.aten.arrays.results import computing

__all__ = ["Plan", "averaging", "cubic_weights", "gradient", "nearest_places", "plan_for", "step_between", "taps"]

NEAREST: Final = ("nearest", "nearest_exact")
_SINGLE: Final = np.dtype("float32")
_MOST_WEIGHTS: Final = 1 << 12  # of a plan in one step
_MOST_ELEMENTS: Final = 1 << 14  # of its matrix


def step_between(size: int, wanted: int, scale: float | None, align_corners: bool, dtype: Any) -> Any:
    """Steps in the source for one step in the result."""
    if align_corners:
        return dtype.type((size - 1) / (wanted - 1)) if wanted > 1 else dtype.type(0)
    return dtype.type(1 / scale) if scale is not None and scale > 0 else dtype.type(size) / dtype.type(wanted)


@lru_cache(256)
def nearest_places(size: int, wanted: int, scale: float | None, shift: float, ndim: int) -> Any:
    """For every position of the result the source that it takes, in a tensor of so many dimensions."""
    # Positions are computed in single precision whatever the elements are, as PyTorch does.
    step = step_between(size, wanted, scale, False, _SINGLE)
    if ndim == 4 and not shift and wanted in (size, 2 * size):  # images of these sizes ignore the scale
        at = np.arange(wanted) // (wanted // size)
    else:
        at = np.floor((np.arange(wanted, dtype=_SINGLE) + _SINGLE.type(shift)) * step).astype(np.int64)
    return np.minimum(at, size - 1)


def cubic_weights(t: Any) -> list[Any]:
    """Weights of the four neighbours of a point at distance ``t`` behind the second one."""
    a = -0.75

    def near(x: Any) -> Any:
        return ((a + 2) * x - (a + 3)) * x * x + 1

    def far(x: Any) -> Any:
        return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a

    return [far(t + 1), near(t), near(1 - t), far(2 - t)]


@lru_cache(256)
def taps(size: int, wanted: int, scale: float | None, align_corners: bool, cubic: bool, dtype: Any) -> Any:
    """For every position of the result: which sources it mixes, and how much of each."""
    step = step_between(size, wanted, scale, align_corners, dtype)
    at = np.arange(wanted, dtype=dtype)
    source = at * step if align_corners else (at + dtype.type(0.5)) * step - dtype.type(0.5)
    if cubic:
        first = np.floor(source)
        index = first.astype(np.int64)
        places = [np.clip(index + k, 0, size - 1) for k in (-1, 0, 1, 2)]
        return list(zip(places, cubic_weights(source - first), strict=True))
    source = at if size == wanted else np.maximum(source, 0)  # nothing is mixed where sizes agree
    index = np.minimum(source.astype(np.int64), size - 1)
    part = np.clip(source - index.astype(dtype), 0, 1)
    return [(index, 1 - part), (np.minimum(index + 1, size - 1), part)]


def _triangle(x: Any) -> Any:
    """The filter of linear interpolation."""
    return np.maximum(1 - np.abs(x), 0)


def _cubic(x: Any) -> Any:
    """The filter of cubic interpolation, as image libraries have it."""
    a, x = -0.5, np.abs(x)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return np.where(x < 1, near, np.where(x < 2, far, 0))


def averaging(size: int, wanted: int, scale: float | None, align_corners: bool, cubic: bool, dtype: Any) -> Any:
    """A matrix of weights: how much each source counts for each position of the result."""
    step = step_between(size, wanted, scale, align_corners, dtype)
    reach = (2 if cubic else 1) * max(step, 1.0)
    weights = np.zeros((wanted, size), dtype)
    for at in range(wanted):
        center = step * (at + 0.5)
        first = max(int(center - reach + 0.5), 0)
        sources = np.arange(first, min(int(center + reach + 0.5), size), dtype=dtype)
        values = (_cubic if cubic else _triangle)((sources - center + 0.5) / max(step, 1.0))
        weights[at, first : first + sources.size] = values / (values.sum() or 1)
    return weights


@lru_cache(256)
def _matrix(kind: str, size: int, wanted: int, scale: float | None, align_corners: bool, ndim: int, dtype: Any) -> Any:
    """Resampling along one dimension as a matrix: a row for each position of the result."""
    if kind.endswith("_aa"):
        return averaging(size, wanted, scale, align_corners, kind == "cubic_aa", dtype)
    matrix, rows = np.zeros((wanted, size), dtype), np.arange(wanted)
    if kind in NEAREST:
        matrix[rows, nearest_places(size, wanted, scale, 0.5 if kind == "nearest_exact" else 0.0, ndim)] = 1
        return matrix
    for places, weights in taps(size, wanted, scale, align_corners, kind == "cubic", dtype):
        np.add.at(matrix, (rows, places), weights)
    return matrix


class Plan(NamedTuple):
    """Resampling of small images in one step, the spatial dimensions flattened."""

    index: Any  # for each tap and element of the result, the element of the source; of nearest neighbours there is one
    weights: Any  # as many; None: all are one
    matrix: Any  # a row for each element of the result


@lru_cache(256)
def plan_for(
    kind: str, sizes: tuple[int, ...], wanted: tuple[int, ...], scales: tuple[Any, ...], corners: bool, dtype: Any
) -> Plan | None:
    """How images of these sizes are resampled; None: they are too large."""
    ndim, count = len(sizes) + 2, prod(wanted)
    per_dim = 1 if kind in NEAREST else 4 if kind == "cubic" else 2
    if count * per_dim ** len(sizes) > _MOST_WEIGHTS or count * prod(sizes) > _MOST_ELEMENTS:
        return None
    matrix = np.ones((1, 1), dtype)
    index, weights = np.zeros((1, 1), np.int64), np.ones((1, 1), dtype)
    for size, want, scale in zip(sizes, wanted, scales, strict=True):
        matrix = np.kron(matrix, _matrix(kind, size, want, scale, corners, ndim, dtype))
        if kind.endswith("_aa"):
            continue
        if kind in NEAREST:
            shift = 0.5 if kind == "nearest_exact" else 0.0
            along: Any = [(nearest_places(size, want, scale, shift, ndim), np.ones(want, dtype))]
        else:
            along = taps(size, want, scale, corners, kind == "cubic", dtype)
        index = np.array([[a * size + b for a in one for b in places] for one in index.tolist() for places, _ in along])
        weights = np.array([np.multiply.outer(one, part).ravel() for one in weights for _, part in along], dtype)
    if kind in NEAREST:
        return Plan(index[0], None, matrix)
    return Plan(index, weights, matrix)


def gradient(kind: str, grad: Any, shape: tuple[int, ...], scales: tuple[Any, ...], corners: bool) -> Any:
    """The gradient of an image, given that of its resampled one: both are arrays."""
    plan = plan_for(kind, shape[2:], grad.shape[2:], scales, corners, grad.dtype)
    if plan is not None:
        return (grad.reshape(-1, len(plan.matrix)) @ plan.matrix).reshape(shape)
    dtype = computing(grad.dtype)
    for dim in range(2, grad.ndim):
        size, wanted = shape[dim], grad.shape[dim]
        matrix = _matrix(kind, size, wanted, scales[dim - 2], corners, grad.ndim, dtype)
        grad = (grad.swapaxes(dim, -1) @ matrix).swapaxes(dim, -1)
    return np.ascontiguousarray(grad)
