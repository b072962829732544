"""Composites: histograms of points with several coordinates."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import ndim_of, size_of
from wye.call.packets import ops

__all__ = ["IMPLICIT"]

IMPLICIT = Rules()
aten: Any = ops.aten


@IMPLICIT("histogramdd")
def histogramdd(self: Any, bins: Any, range: Any = None, weight: Any = None, density: bool = False) -> Any:
    """How many points are in each cell, and the edges of the cells along each coordinate."""
    options = {"weight": weight, "density": density}
    counts = aten._histogramdd_from_bin_cts.default(self, bins, range=range, **options)
    return counts, aten._histogramdd_bin_edges.default(self, bins, range=range, **options)


@IMPLICIT("histogramdd.int_bins")
def histogramdd_int_bins(self: Any, bins: int, range: Any = None, weight: Any = None, density: bool = False) -> Any:
    """The same with as many bins along each coordinate."""
    return histogramdd(self, [bins] * (size_of(self, -1) if ndim_of(self) else 1), range, weight, density)


@IMPLICIT("histogramdd.TensorList_bins")
def histogramdd_edges(self: Any, bins: Any, range: Any = None, weight: Any = None, density: bool = False) -> Any:
    """The same between given edges."""
    counts = aten._histogramdd_from_bin_tensors.default(self, bins, weight=weight, density=density)
    return counts, list(bins)
