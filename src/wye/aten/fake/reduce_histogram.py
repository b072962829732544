"""Fake kernels: histograms of points with several coordinates."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.kernels.reduce_histogram import check_bins, check_edges, check_points
from wye.tensors.meta_array import MetaArray

__all__ = ["FAKES"]

FAKES = Rules()


@FAKES("_histogramdd_bin_edges")
def histogramdd_bin_edges(
    self: Any, bins: Any, *, range: Any = None, weight: Any = None, density: bool = False
) -> list[MetaArray]:
    """The edges of equal bins for each coordinate."""
    check_points(self, len(bins), weight)
    check_bins(self, bins, range)
    return [MetaArray((count + 1,), self.dtype) for count in bins]


@FAKES("_histogramdd_from_bin_cts")
def histogramdd_from_bin_cts(
    self: Any, bins: Any, *, range: Any = None, weight: Any = None, density: bool = False
) -> MetaArray:
    """How many points are in each cell."""
    check_points(self, len(bins), weight)
    check_bins(self, bins, range)
    return MetaArray(tuple(bins), self.dtype)


@FAKES("_histogramdd_from_bin_tensors")
def histogramdd_from_bin_tensors(self: Any, bins: Any, *, weight: Any = None, density: bool = False) -> MetaArray:
    """How many points are in each cell."""
    check_points(self, len(bins), weight)
    check_edges(self, bins)
    return MetaArray(tuple(edges.shape[0] - 1 for edges in bins), self.dtype)
