"""Derivatives of sorting, of what chooses by order, and of counting."""

from __future__ import annotations

from typing import Any

from wye.autograd.derivatives.reduce import at_index, at_index_forward, to_equals
from wye.autograd.formulas import refused, where
from wye.autograd.rules import NO_FORMULA, NOT_DIFFERENTIABLE, Derivative, derivative

__all__ = ["DERIVATIVES"]


def _median(grad: Any, self: Any, result: Any) -> Any:
    return to_equals(grad, self, result)


def _median_forward(self_t: Any, self: Any, result: Any) -> Any:
    chosen = (self == result) | (self.isnan() & result.isnan())
    return where(chosen, self_t, 0).sum() / chosen.sum()


def _sorted(node: str | None = None) -> Derivative:
    return derivative(
        self=lambda grad, shape_of_self, result1, dim: at_index(grad, shape_of_self, result1, dim, True),
        forward=lambda self_t, result1, dim: at_index_forward(self_t, result1, dim, True),
        node=node,
    )


def _refused(name: str, node: str | None = None) -> Derivative:
    return derivative(self=refused(name), node=node)


_CHOSEN = derivative(self=at_index, forward=at_index_forward)
_MEDIAN = derivative(self=_median, forward=_median_forward)
_NONE = NOT_DIFFERENTIABLE

DERIVATIVES: dict[str, Derivative] = {
    "median": _MEDIAN,
    "nanmedian": _MEDIAN,
    "median.dim": derivative(self=at_index, forward=at_index_forward, node="MedianBackward1"),
    "nanmedian.dim": derivative(self=at_index, forward=at_index_forward, node="NanmedianBackward1"),
    "mode": _CHOSEN,
    "kthvalue": _CHOSEN,
    "sort": _sorted(),
    "sort.stable": _sorted("SortBackward1"),
    "topk": _sorted(),
    "unique_dim": _refused("unique_dim"),
    "_unique": _refused("_unique"),
    "_unique2": _refused("_unique2"),
    "unique_consecutive": _refused("unique_consecutive"),
    "unique_dim_consecutive": _refused("unique_dim_consecutive"),
    "histc": _NONE,
    "bincount": _NONE,
    "histogram.bins_tensor": NO_FORMULA,
    "histogram.bin_ct": NO_FORMULA,
    **{f"{name}.{kind}": _NONE for name in ("searchsorted", "bucketize") for kind in ("Tensor", "Scalar")},
    **{f"isin.{kind}": _NONE for kind in ("Tensor_Tensor", "Tensor_Scalar", "Scalar_Tensor")},
}
