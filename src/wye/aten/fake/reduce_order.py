"""Fake kernels of operators that sort and select.

Operators whose result's shape depends on the elements (`unique`, `bincount`) refuse: there are no elements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wye.aten.declare import Rules
from wye.aten.ordering import (
    check_edges,
    check_histogram,
    check_kth,
    check_parts,
    check_search,
    check_selectable,
    check_sort,
    check_topk,
    search_side,
)
from wye.aten.reduction import INT64, check_not_empty, reduced_shape, refuse_unordered
from wye.tensors.dtypes import title_of
from wye.tensors.layout import strides_like, wrap_dim
from wye.tensors.meta_array import MetaArray

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FAKES"]

FAKES = Rules()

_INT32 = np.dtype("int32")


@FAKES("sort.stable")
def sort_stable(
    self: Any, *, stable: bool | None, dim: int = -1, descending: bool = False
) -> tuple[MetaArray, MetaArray]:
    """The elements sorted along a dimension, and their indices."""
    wrap_dim(dim, self.ndim)
    check_sort(self)
    return (
        MetaArray(self.shape, self.dtype, strides_like(self)),
        MetaArray(self.shape, INT64, strides_like(self)),
    )


@FAKES("sort")
def sort(self: Any, dim: int = -1, descending: bool = False) -> tuple[MetaArray, MetaArray]:
    """The elements sorted along a dimension, and their indices."""
    return sort_stable(self, stable=False, dim=dim)


@FAKES("topk")
def topk(self: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> tuple[MetaArray, MetaArray]:
    """The k greatest or least elements along a dimension, and their indices."""
    axis = wrap_dim(dim, self.ndim)
    check_topk(self, k, axis)
    shape = (*self.shape[:axis], k, *self.shape[axis + 1 :]) if self.ndim else ()
    return MetaArray(shape, self.dtype), MetaArray(shape, INT64)


def _one_of_line(name: str, self: Any, dim: int, keepdim: bool) -> tuple[MetaArray, MetaArray]:
    axis = wrap_dim(dim, self.ndim)
    if self.ndim == 0:
        return MetaArray((), self.dtype), MetaArray((), INT64)
    check_not_empty(name, self, dim, (axis,))
    shape = reduced_shape(self.shape, (axis,), keepdim)
    return MetaArray(shape, self.dtype), MetaArray(shape, INT64)


@FAKES("kthvalue")
def kthvalue(self: Any, k: int, dim: int = -1, keepdim: bool = False) -> tuple[MetaArray, MetaArray]:
    """The k-th least element along a dimension, and its index."""
    check_kth(self, k, wrap_dim(dim, self.ndim))
    return _one_of_line("kthvalue", self, dim, keepdim)


@FAKES("median", "nanmedian")
def median(self: Any) -> MetaArray:
    """The lower median of all elements."""
    if self.size:
        check_selectable("median_cpu", self)
    return MetaArray((), self.dtype)


def _median_dim(self: Any, dim: int, keepdim: bool) -> tuple[MetaArray, MetaArray]:
    result = _one_of_line("median", self, dim, keepdim)
    check_selectable("median_out", self)
    return result


@FAKES("median.dim")
def median_dim(self: Any, dim: int, keepdim: bool = False) -> tuple[MetaArray, MetaArray]:
    """The lower median along a dimension, and its index."""
    return _median_dim(self, dim, keepdim)


@FAKES("nanmedian.dim")
def nanmedian_dim(self: Any, dim: int, keepdim: bool = False) -> tuple[MetaArray, MetaArray]:
    """The lower median of the elements that are not NaN along a dimension, and its index."""
    return _median_dim(self, dim, keepdim)


@FAKES("mode")
def mode(self: Any, dim: int = -1, keepdim: bool = False) -> tuple[MetaArray, MetaArray]:
    """The most frequent element along a dimension, and its index."""
    result = _one_of_line("mode", self, dim, keepdim)
    if self.ndim and self.size:
        refuse_unordered("mode_cpu", self.dtype)
    return result


def _needs_elements(name: str) -> Callable[..., Any]:
    def refuse(*_: Any, **__: Any) -> Any:
        raise NotImplementedError(
            f"aten::{name}: the shape of the result depends on the elements, and tensors on 'meta' have none; "
            "compute it on another device"
        )

    return refuse


for _name in ("_unique", "_unique2", "unique_dim", "unique_consecutive", "unique_dim_consecutive", "bincount"):
    FAKES[_name] = _needs_elements(_name)


@FAKES("histc")
def histc(self: Any, bins: int = 100, min: Any = 0, max: Any = 0) -> MetaArray:
    """How many elements are in each of a number of equal bins of a range."""
    check_histogram(self, bins, min, max)
    return MetaArray((bins,), self.dtype)


@FAKES("histogram.bins_tensor")
def histogram_edges(self: Any, bins: Any, *, weight: Any = None, density: bool = False) -> tuple[MetaArray, MetaArray]:
    """How many elements are between each two edges, and the edges."""
    check_edges(self, bins, weight)
    return MetaArray((bins.shape[0] - 1,), self.dtype), MetaArray(bins.shape, self.dtype)


@FAKES("histogram.bin_ct")
def histogram(
    self: Any, bins: int = 100, *, range: Any = None, weight: Any = None, density: bool = False
) -> tuple[MetaArray, MetaArray]:
    """How many elements are in each of a number of equal bins of a range, and the edges of the bins."""
    check_parts(self, bins, weight)
    return MetaArray((bins,), self.dtype), MetaArray((bins + 1,), self.dtype)


def _values(self: Any) -> MetaArray:
    """Values to search for; a number is a tensor without dimensions."""
    return self if isinstance(self, MetaArray) else MetaArray((), np.asarray(self).dtype)


@FAKES("searchsorted.Tensor", "searchsorted.Scalar")
def searchsorted(
    sorted_sequence: Any,
    self: Any,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Any = None,
) -> MetaArray:
    """The indices at which values would be inserted into sorted sequences."""
    values = _values(self)
    check_search(sorted_sequence, values, sorter, self is not values)
    search_side(right, side)
    return MetaArray(values.shape, _INT32 if out_int32 else INT64)


@FAKES("bucketize.Tensor", "bucketize.Scalar")
def bucketize(self: Any, boundaries: Any, *, out_int32: bool = False, right: bool = False) -> MetaArray:
    """The index of the bucket of each value."""
    if boundaries.ndim != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    return searchsorted(boundaries, self, out_int32=out_int32, right=right)


def _check_isin(*given: Any) -> None:
    for one in given:
        name = getattr(getattr(one, "dtype", None), "name", type(one).__name__)
        if name in ("bool", "complex64", "complex128", "complex"):
            shown = title_of(one.dtype) if hasattr(one, "dtype") else name
            raise RuntimeError(f"Unsupported input type encountered for isin(): {shown}")


@FAKES("isin.Tensor_Tensor", "isin.Tensor_Scalar")
def isin(
    elements: Any, test_elements: Any = None, *, assume_unique: bool = False, invert: bool = False, **named: Any
) -> MetaArray:
    """Which elements are among the test elements."""
    _check_isin(elements, named.get("test_element", test_elements))
    return MetaArray(elements.shape, np.dtype("bool"))


@FAKES("isin.Scalar_Tensor")
def isin_number(element: Any, test_elements: Any, *, assume_unique: bool = False, invert: bool = False) -> MetaArray:
    """Is a number one of the elements?"""
    _check_isin(element, test_elements)
    return MetaArray((), np.dtype("bool"))
