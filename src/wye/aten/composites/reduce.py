"""Reductions written over others."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import dtype_of, is_complex, is_floating
from wye.call.packets import ops
from wye.tensors.dtypes import title_of

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten


@IMPLICIT("var")
def var(self: Any, unbiased: bool = True) -> Any:
    """The variance of all elements."""
    return aten.var(self, None, correction=int(unbiased))


@IMPLICIT("var.dim")
def var_dim(self: Any, dim: Any, unbiased: bool = True, keepdim: bool = False) -> Any:
    """The variance along dimensions."""
    return aten.var(self, dim, correction=int(unbiased), keepdim=keepdim)


@IMPLICIT("std")
def std(self: Any, unbiased: bool = True) -> Any:
    """The standard deviation of all elements."""
    return aten.std(self, None, correction=int(unbiased))


@IMPLICIT("std.dim")
def std_dim(self: Any, dim: Any, unbiased: bool = True, keepdim: bool = False) -> Any:
    """The standard deviation along dimensions."""
    return aten.std(self, dim, correction=int(unbiased), keepdim=keepdim)


@IMPLICIT("var_mean")
def var_mean(self: Any, unbiased: bool = True) -> Any:
    """The variance and the mean of all elements."""
    return aten.var_mean(self, None, correction=int(unbiased))


@IMPLICIT("var_mean.dim")
def var_mean_dim(self: Any, dim: Any, unbiased: bool = True, keepdim: bool = False) -> Any:
    """The variance and the mean along dimensions."""
    return aten.var_mean(self, dim, correction=int(unbiased), keepdim=keepdim)


@IMPLICIT("std_mean")
def std_mean(self: Any, unbiased: bool = True) -> Any:
    """The standard deviation and the mean of all elements."""
    return aten.std_mean(self, None, correction=int(unbiased))


@IMPLICIT("std_mean.dim")
def std_mean_dim(self: Any, dim: Any, unbiased: bool = True, keepdim: bool = False) -> Any:
    """The standard deviation and the mean along dimensions."""
    return aten.std_mean(self, dim, correction=int(unbiased), keepdim=keepdim)


@IMPLICIT("max.other")
def max_other(self: Any, other: Any) -> Any:
    """The greater of each two elements."""
    return aten.maximum(self, other)


@IMPLICIT("min.other")
def min_other(self: Any, other: Any) -> Any:
    """The lesser of each two elements."""
    return aten.minimum(self, other)


@IMPLICIT("max.out")
def max_out(self: Any, other: Any, *, out: Any) -> Any:
    """The greater of each two elements, stored in another tensor."""
    return aten.maximum.out(self, other, out=out)


@IMPLICIT("min.out")
def min_out(self: Any, other: Any, *, out: Any) -> Any:
    """The lesser of each two elements, stored in another tensor."""
    return aten.minimum.out(self, other, out=out)


def _check_nanmean(self: Any) -> None:
    if not (is_floating(self) or is_complex(self)):
        found = title_of(dtype_of(self))
        raise RuntimeError(f"nanmean(): expected input to have floating point or complex dtype but got {found}")


@IMPLICIT("nanmean")
def nanmean(self: Any, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Any:
    """The mean of what is a number."""
    _check_nanmean(self)
    count = aten.sum.dim_IntList(aten.logical_not_(aten.isnan.default(self)), dim, keepdim)
    return aten.div_(aten.nansum(self, dim, keepdim, dtype=dtype), count)


@IMPLICIT("nanmean.out")
def nanmean_out(self: Any, dim: Any = None, keepdim: bool = False, *, dtype: Any = None, out: Any) -> Any:
    """The same, added up and divided where it is stored."""
    _check_nanmean(self)
    count = aten.sum.dim_IntList(aten.logical_not_(aten.isnan.default(self)), dim, keepdim)
    return aten.div_(aten.nansum.out(self, dim, keepdim, dtype=dtype, out=out), count)
