"""Histograms of several dimensions have no formula."""

from __future__ import annotations

from wye.autograd.rules import NO_FORMULA, Derivative

__all__ = ["DERIVATIVES"]

DERIVATIVES: dict[str, Derivative] = {
    "_histogramdd_from_bin_cts": NO_FORMULA,
    "_histogramdd_from_bin_tensors": NO_FORMULA,
    "_histogramdd_bin_edges": NO_FORMULA,
}
