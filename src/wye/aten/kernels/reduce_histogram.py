"""NumPy kernels: histograms of points with several coordinates."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from wye.aten.declare import Rules
from wye.aten.kernels.factory import KERNELS as FACTORIES
from wye.tensors.dtypes import from_numpy_dtype, name_of, not_implemented

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["KERNELS", "check_bins", "check_edges", "check_points"]

KERNELS = Rules()
_NAME = "torch.histogramdd"
_linspace = FACTORIES["linspace"]


def check_points(self: Any, count: int, weight: Any) -> None:
    """Refuse points, bins and weights that do not fit each other.

    Raises:
        RuntimeError: they do not.
    """
    if self.ndim < 2:
        raise RuntimeError(f"{_NAME}: input tensor should have at least 2 dimensions")
    if count != self.shape[-1]:
        raise RuntimeError("histogramdd: The size of bins must be equal to the innermost dimension of the input.")
    if weight is None:
        return
    if weight.dtype != self.dtype:
        raise RuntimeError(f"{_NAME}: input tensor and weight tensor should have the same dtype")
    if weight.shape != self.shape[:-1]:
        raise RuntimeError(
            f"{_NAME}: if weight tensor is provided it should have the same shape as the input tensor excluding its "
            f"innermost dimension, but got input with shape {list(self.shape)} and weight with shape "
            f"{list(weight.shape)}"
        )


def check_bins(self: Any, bins: Sequence[int], range: Any) -> None:
    """Refuse numbers of bins, and a range, that make no edges.

    Raises:
        RuntimeError: they make none.
        NotImplementedError: the points are not of float32 or float64.
    """
    for at, count in enumerate(bins):
        if count <= 0:
            raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {count} for dimension {at}")
    if range is not None and len(range) != 2 * len(bins):
        raise RuntimeError(
            f"{_NAME}: for a {len(bins)}-dimensional histogram range should have {2 * len(bins)} elements, but got "
            f"{len(range)}"
        )
    if name_of(self.dtype) not in ("float32", "float64"):
        raise not_implemented("histogramdd", self.dtype)


def check_edges(self: Any, bins: Sequence[Any]) -> None:
    """Refuse edges that do not fit the points.

    Raises:
        RuntimeError: they do not.
        NotImplementedError: the points are not of float32 or float64.
    """
    for at, edges in enumerate(bins):
        if edges.ndim != 1:
            raise RuntimeError(
                f"{_NAME}: bins tensor should have one dimension, but got {edges.ndim} dimensions in the bins tensor "
                f"for dimension {at}"
            )
        if edges.dtype != self.dtype:
            raise RuntimeError(f"{_NAME}: input tensor and bins tensors should have the same dtype")
        if not edges.shape[0]:
            raise RuntimeError(f"{_NAME}: bins tensor should have at least 1 element, but got 0 for dimension {at}")
    if name_of(self.dtype) not in ("float32", "float64"):
        raise not_implemented("histogramdd", self.dtype)


def _ends(points: Any, at: int, range: Any) -> tuple[Any, Any]:
    """The first and the last edge of one coordinate."""
    if range is not None:
        low, high = points.dtype.type(range[2 * at]), points.dtype.type(range[2 * at + 1])
    elif not len(points):
        return 0.0, 1.0
    else:
        low, high = points[:, at].min(), points[:, at].max()
    if not (isfinite(low) and isfinite(high)):
        raise RuntimeError(f"{_NAME}: dimension {at}'s range [{low:g}, {high:g}] is not finite")
    if low > high:
        raise RuntimeError(f"{_NAME}: min should not exceed max, but got min {low:g} max {high:g} for dimension {at}")
    half = points.dtype.type(0.5)
    return (low - half, high + half) if low == high else (low, high)


def _edges(self: Any, bins: Sequence[int], range: Any) -> list[Any]:
    points, dtype = _points(self), from_numpy_dtype(self.dtype)
    made = []
    for at, count in enumerate(bins):
        low, high = _ends(points, at, range)
        made.append(_linspace(float(low), float(high), count + 1, dtype=dtype))
    return made


def _points(self: Any) -> Any:
    """One row for each point."""
    return self.reshape(int(np.prod(self.shape[:-1], dtype=np.int64)), self.shape[-1])


def _counts(self: Any, edges: Sequence[Any], weight: Any, density: bool) -> Any:
    if not edges:  # points without coordinates are in no cell, and have no density
        return np.full((), np.nan if density else 0.0, self.dtype)
    points = _points(self)
    shape = tuple(len(one) - 1 for one in edges)
    inside, place = np.ones(len(points), bool), np.zeros(len(points), np.int64)
    for at, one in enumerate(edges):
        values = points[:, at]
        inside &= (values >= one[0]) & (values <= one[-1])
        cell = np.searchsorted(one, values, "right") - 1
        place = place * shape[at] + np.clip(cell, 0, max(shape[at] - 1, 0))  # the last bin includes its upper edge
    total = int(np.prod(shape, dtype=np.int64))
    weights = None if weight is None else weight.reshape(-1)[inside].astype(np.float64)
    counts = np.bincount(place[inside], weights, total).astype(self.dtype) if total else np.zeros(0, self.dtype)
    counts = counts.reshape(shape)
    if density:
        counts = counts / counts.sum()
        for at, one in enumerate(edges):
            counts = counts / np.diff(one).reshape([-1 if at == axis else 1 for axis in range(len(edges))])
    return counts.astype(self.dtype, copy=False)


@KERNELS("_histogramdd_bin_edges")
def histogramdd_bin_edges(
    self: Any, bins: Any, *, range: Any = None, weight: Any = None, density: bool = False
) -> list[Any]:
    """The edges of equal bins for each coordinate."""
    check_points(self, len(bins), weight)
    check_bins(self, bins, range)
    return _edges(self, bins, range)


@KERNELS("_histogramdd_from_bin_cts")
def histogramdd_from_bin_cts(
    self: Any, bins: Any, *, range: Any = None, weight: Any = None, density: bool = False
) -> Any:
    """How many points are in each of the cells that equal bins for each coordinate make."""
    check_points(self, len(bins), weight)
    check_bins(self, bins, range)
    return _counts(self, _edges(self, bins, range), weight, density)


@KERNELS("_histogramdd_from_bin_tensors")
def histogramdd_from_bin_tensors(self: Any, bins: Any, *, weight: Any = None, density: bool = False) -> Any:
    """How many points are in each of the cells that edges for each coordinate make."""
    check_points(self, len(bins), weight)
    check_edges(self, bins)
    return _counts(self, bins, weight, density)
