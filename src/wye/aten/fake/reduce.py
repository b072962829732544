"""Fake kernels of reductions."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.aten.declare import Rules
from wye.aten.reduction import (
    INT64,
    axes_of,
    check_aminmax,
    check_extreme_dim,
    check_not_empty,
    check_position,
    check_trace,
    check_variance,
    mean_dtype,
    nansum_dtype,
    reduced_shape,
    sum_dtype,
)
from wye.tensors.meta_array import MetaArray
from wye.tensors.promotion import to_real

__all__ = ["FAKES"]

FAKES = Rules()

_BOOL = np.dtype("bool")


def _reduced(self: Any, dim: Any, keepdim: bool, dtype: Any) -> MetaArray:
    return MetaArray(reduced_shape(self.shape, axes_of(dim, self.ndim), keepdim), dtype)


@FAKES("sum")
def sum_all(self: Any, *, dtype: Any = None) -> MetaArray:
    """The sum of all elements."""
    return MetaArray((), sum_dtype(self, dtype, "sum_cpu"))


@FAKES("sum.dim_IntList")
def sum_dims(self: Any, dim: Any, keepdim: bool = False, *, dtype: Any = None) -> MetaArray:
    """The sum over some dimensions."""
    return _reduced(self, dim, keepdim, sum_dtype(self, dtype, "sum_cpu"))


@FAKES("nansum")
def nansum(self: Any, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> MetaArray:
    """Sum of the elements that are not NaN."""
    axes = axes_of(dim, self.ndim)
    return MetaArray(reduced_shape(self.shape, axes, keepdim), nansum_dtype(self, dtype))


@FAKES("mean")
def mean_all(self: Any, *, dtype: Any = None) -> MetaArray:
    """The mean of all elements."""
    return MetaArray((), mean_dtype(self, dtype))


@FAKES("mean.dim")
def mean_dims(self: Any, dim: Any, keepdim: bool = False, *, dtype: Any = None) -> MetaArray:
    """The mean over some dimensions."""
    return _reduced(self, dim, keepdim, mean_dtype(self, dtype))


@FAKES("prod")
def prod_all(self: Any, *, dtype: Any = None) -> MetaArray:
    """The product of all elements."""
    return MetaArray((), sum_dtype(self, dtype, "prod_out_cpu"))


@FAKES("prod.dim_int")
def prod_dim(self: Any, dim: int, keepdim: bool = False, *, dtype: Any = None) -> MetaArray:
    """The product over one dimension."""
    return _reduced(self, dim, keepdim, sum_dtype(self, dtype, "prod_out_cpu"))


@FAKES("var.correction", "std.correction")
def var(self: Any, dim: Any = None, *, correction: Any = None, keepdim: bool = False) -> MetaArray:
    """The variance, or its root."""
    check_variance(self, "std and var")
    return _reduced(self, dim, keepdim, to_real(self.dtype))


def _var_mean(name: str, self: Any, dim: Any, keepdim: bool) -> tuple[MetaArray, MetaArray]:
    check_variance(self, name)
    return _reduced(self, dim, keepdim, to_real(self.dtype)), _reduced(self, dim, keepdim, self.dtype)


@FAKES("var_mean.correction")
def var_mean(self: Any, dim: Any = None, *, correction: Any = None, keepdim: bool = False) -> Any:
    """The variance and the mean."""
    return _var_mean("var_mean", self, dim, keepdim)


@FAKES("std_mean.correction")
def std_mean(self: Any, dim: Any = None, *, correction: Any = None, keepdim: bool = False) -> Any:
    """The standard deviation and the mean."""
    return _var_mean("std_mean", self, dim, keepdim)


def _extreme(name: str, self: Any, dim: Any, keepdim: bool) -> MetaArray:
    axes = axes_of(dim, self.ndim)
    check_not_empty(name, self, dim, axes)
    return MetaArray(reduced_shape(self.shape, axes, keepdim), self.dtype)


@FAKES("amax")
def amax(self: Any, dim: Any = (), keepdim: bool = False) -> MetaArray:
    """The greatest element over some dimensions."""
    return _extreme("amax", self, dim, keepdim)


@FAKES("amin")
def amin(self: Any, dim: Any = (), keepdim: bool = False) -> MetaArray:
    """The least element over some dimensions."""
    return _extreme("amin", self, dim, keepdim)


@FAKES("max")
def max_all(self: Any) -> MetaArray:
    """The greatest of all elements."""
    return _extreme("max", self, None, False)


@FAKES("min")
def min_all(self: Any) -> MetaArray:
    """The least of all elements."""
    return _extreme("min", self, None, False)


@FAKES("aminmax")
def aminmax(self: Any, *, dim: int | None = None, keepdim: bool = False) -> tuple[MetaArray, MetaArray]:
    """The least and the greatest element."""
    axes = axes_of(dim, self.ndim)
    check_aminmax(self, dim, axes)
    shape = reduced_shape(self.shape, axes, keepdim)
    return MetaArray(shape, self.dtype), MetaArray(shape, self.dtype)


@FAKES("_aminmax")
def aminmax_all(self: Any) -> tuple[MetaArray, MetaArray]:
    """The least and the greatest of all elements."""
    return aminmax(self)


@FAKES("_aminmax.dim")
def aminmax_dim(self: Any, dim: int, keepdim: bool = False) -> tuple[MetaArray, MetaArray]:
    """The least and the greatest element over one dimension."""
    return aminmax(self, dim=dim, keepdim=keepdim)


def _select(name: str, self: Any, dim: int, keepdim: bool) -> tuple[MetaArray, MetaArray]:
    check_extreme_dim(name, self, dim)
    return _reduced(self, dim, keepdim, self.dtype), _reduced(self, dim, keepdim, INT64)


@FAKES("max.dim")
def max_dim(self: Any, dim: int, keepdim: bool = False) -> tuple[MetaArray, MetaArray]:
    """The greatest element along a dimension and its index."""
    return _select("max", self, dim, keepdim)


@FAKES("min.dim")
def min_dim(self: Any, dim: int, keepdim: bool = False) -> tuple[MetaArray, MetaArray]:
    """The least element along a dimension and its index."""
    return _select("min", self, dim, keepdim)


@FAKES("argmax")
def argmax(self: Any, dim: int | None = None, keepdim: bool = False) -> MetaArray:
    """The index of the greatest element."""
    check_position("argmax", self, dim)
    return _reduced(self, dim, keepdim, INT64)


@FAKES("argmin")
def argmin(self: Any, dim: int | None = None, keepdim: bool = False) -> MetaArray:
    """The index of the least element."""
    check_position("argmin", self, dim)
    return _reduced(self, dim, keepdim, INT64)


def _truth_dtype(self: Any) -> Any:
    return self.dtype if self.dtype.kind == "u" and self.dtype.itemsize == 1 else _BOOL


@FAKES("any", "all")
def truth_all(self: Any) -> MetaArray:
    """`any` or `all` over all elements."""
    return MetaArray((), _truth_dtype(self))


@FAKES("any.dim", "all.dim")
def truth_dim(self: Any, dim: int, keepdim: bool = False) -> MetaArray:
    """`any` or `all` along a dimension."""
    return _reduced(self, dim, keepdim, _truth_dtype(self))


@FAKES("any.dims", "all.dims")
def truth_dims(self: Any, dim: Any = None, keepdim: bool = False) -> MetaArray:
    """`any` or `all` along dimensions; an empty list reduces nothing."""
    if dim is not None and not len(dim):
        return MetaArray(self.shape, _truth_dtype(self))
    return _reduced(self, dim, keepdim, _truth_dtype(self))


@FAKES("count_nonzero")
def count_nonzero(self: Any, dim: int | None = None) -> MetaArray:
    """How many elements are not zero."""
    return _reduced(self, dim, False, INT64)


@FAKES("count_nonzero.dim_IntList")
def count_nonzero_dims(self: Any, dim: Any) -> MetaArray:
    """How many elements along these dimensions are not zero."""
    return _reduced(self, dim, False, INT64)


@FAKES("trace")
def trace(self: Any) -> MetaArray:
    """The sum of the diagonal."""
    return MetaArray((), check_trace(self))
