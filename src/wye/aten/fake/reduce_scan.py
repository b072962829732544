"""Fake kernels of cumulative and normalising reductions."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.reduction import (
    INT64,
    axes_of,
    check_backward,
    check_logcumsumexp,
    check_renorm,
    check_softmax,
    distance_dtype,
    logsumexp_dtype,
    norm_rules,
    reduced_shape,
    refuse_unordered,
    scan_dtype,
    vector_norm_axes,
    vector_norm_dtype,
)
from wye.tensors.dtypes import to_numpy_dtype
from wye.tensors.layout import broadcast_shapes, wrap_dim
from wye.tensors.meta_array import MetaArray
from wye.tensors.promotion import to_real

__all__ = ["FAKES"]

FAKES = Rules()


@FAKES("cumsum")
def cumsum(self: Any, dim: int, *, dtype: Any = None) -> MetaArray:
    """Cumulative sums along a dimension."""
    wrap_dim(dim, self.ndim)
    return MetaArray(self.shape, scan_dtype(self, dtype, "cumsum_out_cpu"))


@FAKES("cumprod")
def cumprod(self: Any, dim: int, *, dtype: Any = None) -> MetaArray:
    """Cumulative products along a dimension."""
    wrap_dim(dim, self.ndim)
    return MetaArray(self.shape, scan_dtype(self, dtype, "cumprod_out_cpu"))


def _running_extreme(kernel: str, self: Any, dim: int) -> tuple[MetaArray, MetaArray]:
    wrap_dim(dim, self.ndim)
    if self.ndim and self.size:
        refuse_unordered(kernel, self.dtype)
    return MetaArray(self.shape, self.dtype), MetaArray(self.shape, INT64)


@FAKES("cummax")
def cummax(self: Any, dim: int) -> tuple[MetaArray, MetaArray]:
    """The cumulative maximum along a dimension, and its index."""
    return _running_extreme("cummax_cpu", self, dim)


@FAKES("cummin")
def cummin(self: Any, dim: int) -> tuple[MetaArray, MetaArray]:
    """The cumulative minimum along a dimension, and its index."""
    return _running_extreme("cummin_cpu", self, dim)


@FAKES("logcumsumexp", "_logcumsumexp")
def logcumsumexp(self: Any, dim: int) -> MetaArray:
    """The logarithm of cumulative sums of exponentials."""
    wrap_dim(dim, self.ndim)
    check_logcumsumexp(self)
    return MetaArray(self.shape, self.dtype)


@FAKES("logsumexp")
def logsumexp(self: Any, dim: Any, keepdim: bool = False) -> MetaArray:
    """The logarithm of sums of exponentials."""
    return MetaArray(reduced_shape(self.shape, axes_of(dim, self.ndim), keepdim), logsumexp_dtype(self))


@FAKES("_softmax")
def softmax(self: Any, dim: int, half_to_float: bool) -> MetaArray:
    """Exponentials that sum to one along a dimension."""
    check_softmax("softmax", self, dim, half_to_float)
    return MetaArray(self.shape, self.dtype)


@FAKES("_log_softmax")
def log_softmax(self: Any, dim: int, half_to_float: bool) -> MetaArray:
    """The logarithm of softmax."""
    check_softmax("log_softmax", self, dim, half_to_float)
    return MetaArray(self.shape, self.dtype)


@FAKES("_softmax_backward_data")
def softmax_backward(grad_output: Any, output: Any, dim: int, input_dtype: Any) -> MetaArray:
    """The gradient of softmax's input."""
    check_backward("softmax_backward", grad_output, output, dim, to_numpy_dtype(input_dtype))
    return MetaArray(output.shape, output.dtype)


@FAKES("_log_softmax_backward_data")
def log_softmax_backward(grad_output: Any, output: Any, dim: int, input_dtype: Any) -> MetaArray:
    """The gradient of log_softmax's input."""
    check_backward("log_softmax_backward", grad_output, output, dim, to_numpy_dtype(input_dtype))
    return MetaArray(output.shape, output.dtype)


@FAKES("linalg_vector_norm")
def vector_norm(self: Any, ord: Any = 2, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> MetaArray:
    """The vector norm of the elements along dimensions."""
    axes = vector_norm_axes(self, ord, dim)
    wanted = vector_norm_dtype(self, ord, dim, axes, None if dtype is None else to_numpy_dtype(dtype))
    return MetaArray(reduced_shape(self.shape, axes, keepdim), to_real(wanted))


FAKES.update(norm_rules(vector_norm))


@FAKES("dist")
def dist(self: Any, other: Any, p: Any = 2) -> MetaArray:
    """The norm of the difference."""
    dtype = distance_dtype(self, other)
    return vector_norm(MetaArray(broadcast_shapes(self.shape, other.shape), dtype), p)


@FAKES("renorm")
def renorm(self: Any, p: Any, dim: int, maxnorm: Any) -> MetaArray:
    """Slices along a dimension, those with a norm above ``maxnorm`` scaled down to it."""
    check_renorm(self, p, dim, maxnorm)
    return MetaArray(self.shape, self.dtype)
