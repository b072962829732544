"""NumPy kernels that reduce dimensions: sums, means, variances, extremes, truth."""

from __future__ import annotations

import warnings
from math import inf
from math import prod as product
from typing import Any, Final

import numpy as np

from wye._engine import engine
from wye.aten.arrays.scattering import taken_along
from wye.aten.declare import Rules, shortcut
from wye.aten.reduction import (
    FLOAT32,
    INT64,
    accumulate_dtype,
    axes_of,
    check_aminmax,
    check_extreme_dim,
    check_not_empty,
    check_position,
    check_trace,
    check_variance,
    is_float8,
    is_integral,
    mean_dtype,
    nansum_dtype,
    reduced_shape,
    refuse_unordered,
    settle,
    sum_dtype,
)
from wye.tensors.dtypes import not_implemented
from wye.tensors.layout import wrap_dim
from wye.tensors.promotion import to_real

__all__ = ["KERNELS"]

KERNELS = Rules()

FLOAT64: Final = np.dtype("float64")
# Dtypes that NumPy sums as PyTorch does, without a dtype argument.
_PLAIN: Final = frozenset(map(np.dtype, ("float32", "float64", "complex64", "complex128", "int64")))
_REAL: Final = frozenset((FLOAT32, FLOAT64))

_add: Any = np.add.reduce
_maximum: Any = np.maximum.reduce
_minimum: Any = np.minimum.reduce
# The methods take a tenth of the time of NumPy's functions of the same names.
_argmax, _argmin = np.ndarray.argmax, np.ndarray.argmin


def _accumulate(reduce: Any, self: Any, axes: tuple[int, ...], keepdim: bool, dtype: Any, out: Any) -> Any:
    """Reduce in the dtype to compute in, and leave the result in ``dtype``, or in ``out``."""
    compute = accumulate_dtype(dtype)
    if self.dtype.kind == "c" and compute.kind != "c":
        self = self.real
    if compute != dtype and self.dtype != dtype:
        self = self.astype(dtype)  # what is summed up in float32 has been rounded to 16 bits first
    if out is not None and compute == out.dtype:
        return reduce(self, axes, compute, out, keepdim)
    result = reduce(self, axes, compute)
    if out is not None:
        np.copyto(out, result.reshape(out.shape), casting="unsafe")
        return out
    if compute != dtype:
        result = result.astype(dtype)
    return settle(result, reduced_shape(self.shape, axes, keepdim))


def _is_plain(self: Any, dim: Any) -> bool:
    """Is one dimension of a row-major array reduced?  Then NumPy's result lies in rows as well."""
    return dim is not None and len(dim) == 1 and self.flags.c_contiguous and self.ndim > 0


def _kept(result: Any, shape: tuple[int, ...], axis: int) -> Any:
    """A row-major result with the dimension that was reduced, as one of size 1."""
    return result.reshape((*shape[:axis], 1, *shape[axis + 1 :]))


def _wanted(dtype: Any, out: Any) -> Any:
    return None if out is None or dtype is not None else out.dtype


@KERNELS("sum")
@shortcut("sum")
def sum_all(self: Any, *, dtype: Any = None, out: Any = None) -> Any:
    """The sum of all elements."""
    if dtype is None and out is None and self.dtype in _PLAIN:
        return _plain_sum(self) if _is_large(self) else _add(self, None)
    if dtype is None and out is None and self.dtype.char == "?":
        return np.int64(np.count_nonzero(self))
    wanted = _wanted(dtype, out) or sum_dtype(self, dtype, "sum_cpu")
    return _accumulate(_add, self, tuple(range(self.ndim)), False, wanted, out)


_LARGE: Final = 1 << 14  # elements: from here on, arithmetic takes longer than calls
_LONGEST: Final = 1 << 12  # elements of a row that are summed at once
_ROW: Final = 64  # elements of a row from which on it is summed in C
_SHORT: Final = 8  # numbers in a row, which NumPy's loop adds one after the other
_PIECE: Final = 1 << 10  # longer ones in pieces of this length, whose sums are added up pairwise


def _is_large(self: Any) -> bool:
    """Is it a large row-major array of floats?"""
    return self.size > _LARGE and self.dtype.char in "fd" and bool(self.flags.c_contiguous)


def _by_columns(fn: Any, self: Any) -> Any:
    """A function of two numbers along the last dimension, column by column: NumPy's loop begins anew for every row."""
    made = self[..., 0].copy()
    for place in range(1, self.shape[-1]):
        fn(made, self[..., place], out=made)
    return made


def _sum_of_rows(self: Any) -> Any:
    """Sums along the last dimension: inner products with ones, in a third of the time of NumPy's loop.

    Not by a matrix product: that may wait for other threads longer than all of this takes.
    """
    length = self.shape[-1]
    if length >= _ROW and self.dtype.char in "fd" and self.flags.c_contiguous:
        sums = np.empty(self.size // length, self.dtype)
        if engine.sum_rows(self.reshape(-1, length), sums):
            return sums.reshape(self.shape[:-1])
    if 0 < length < _SHORT and self.dtype.char in "fd":
        total = _by_columns(np.add, self)
        return np.add(total, 0, total)  # 0 instead of -0, as NumPy's loop
    if self.dtype.char not in "fd" or length < 16 or (length > _LONGEST and length % _PIECE):
        return _add(self, self.ndim - 1)
    piece = length if length <= _LONGEST else _PIECE
    sums = np.vecdot(self.reshape(-1, piece), np.ones(piece, self.dtype))
    if piece < length:
        sums = _add(sums.reshape(-1, length // piece), 1)
    return sums.reshape(self.shape[:-1])


def _plain_sum(self: Any) -> Any:
    """The sum of all elements of a row-major array of floats."""
    if self.size <= _LARGE:
        return _add(self, None)
    return _sum_of_products(self.reshape(-1), None)


def _sum_of_products(flat: Any, other: Any) -> Any:
    """The sum of all products of two vectors, or of the elements of one, in pieces whose sums are added up pairwise."""
    if other is None:
        total = np.empty(1, flat.dtype)
        if engine.sum_rows(flat.reshape(1, -1), total):
            return total[0]
    whole = flat.size - flat.size % _PIECE
    pieces, rest = flat[:whole].reshape(-1, _PIECE), flat[whole:]
    if other is None:
        return _add(np.vecdot(pieces, np.ones(_PIECE, flat.dtype))) + _add(rest)
    return _add(np.vecdot(pieces, other[:whole].reshape(-1, _PIECE))) + rest.dot(other[whole:])


sum_all.direct = _plain_sum  # type: ignore[attr-defined]  # what the engine calls on plain floats


@KERNELS("sum.dim_IntList")
@shortcut("sum_dims")
def sum_dims(self: Any, dim: Any, keepdim: bool = False, *, dtype: Any = None, out: Any = None) -> Any:
    """The sum over some dimensions."""
    if dtype is None and out is None and self.dtype in _PLAIN and _is_plain(self, dim):
        axis = wrap_dim(dim[0], self.ndim)
        total = _sum_of_rows(self) if axis == self.ndim - 1 and self.size > _LARGE else _add(self, axis)
        return _kept(total, self.shape, axis) if keepdim else total
    wanted = _wanted(dtype, out) or sum_dtype(self, dtype, "sum_cpu")
    return _accumulate(_add, self, axes_of(dim, self.ndim), keepdim, wanted, out)


@KERNELS("nansum")
def nansum(self: Any, dim: Any = None, keepdim: bool = False, *, dtype: Any = None, out: Any = None) -> Any:
    """Sum of the elements that are not NaN."""
    if dtype is None and out is None and self.dtype in _REAL and not dim and not keepdim:
        return _add(np.where(np.equal(self, self), self, self.dtype.type(0)), None)
    axes = axes_of(dim, self.ndim)
    wanted = nansum_dtype(self, dtype)
    if not is_integral(self.dtype):
        self = np.where(np.isnan(self), self.dtype.type(0), self)
    return _accumulate(_add, self, axes, keepdim, _wanted(dtype, out) or wanted, out)


@KERNELS("mean")
@shortcut("mean")
def mean_all(self: Any, *, dtype: Any = None, out: Any = None) -> Any:
    """The mean of all elements."""
    if dtype is None and out is None and self.dtype in _REAL:
        return (_plain_sum(self) if _is_large(self) else _add(self, None)) / self.dtype.type(self.size)
    return mean_dims(self, None, dtype=dtype, out=out)


@KERNELS("mean.dim")
@shortcut("mean_dims")
def mean_dims(self: Any, dim: Any, keepdim: bool = False, *, dtype: Any = None, out: Any = None) -> Any:
    """The mean over some dimensions; 16-bit floats are rounded once, at the end."""
    if dtype is None and out is None and self.dtype in _REAL and _is_plain(self, dim):
        axis = wrap_dim(dim[0], self.ndim)
        total = _sum_of_rows(self) if axis == self.ndim - 1 and self.size > _LARGE else _add(self, axis)
        total = total / self.dtype.type(self.shape[axis])
        return _kept(total, self.shape, axis) if keepdim else total
    wanted = mean_dtype(self, dtype)
    compute = accumulate_dtype(wanted)
    axes = axes_of(dim, self.ndim)
    if self.dtype.kind == "c" and compute.kind != "c":
        self = self.real
    count = product([self.shape[axis] for axis in axes])
    if out is not None:
        total = _add(self, axes, compute, None, keepdim)
        return np.true_divide(total, count, out=out, dtype=compute, casting="unsafe")
    result = np.true_divide(_add(self, axes, compute), count, dtype=compute)
    if compute != wanted:
        result = result.astype(wanted)
    return settle(result, reduced_shape(self.shape, axes, keepdim))


@KERNELS("prod")
def prod_all(self: Any, *, dtype: Any = None, out: Any = None) -> Any:
    """The product of all elements."""
    if dtype is None and out is None and _is_large(self):
        whole = self.size - self.size % _PIECE  # many products side by side, which are then multiplied
        flat = self.reshape(-1)
        side_by_side = np.multiply.reduce(flat[:whole].reshape(-1, _PIECE), 0)
        return np.multiply.reduce(side_by_side) * np.multiply.reduce(flat[whole:])
    wanted = _wanted(dtype, out) or sum_dtype(self, dtype, "prod_out_cpu")
    return _accumulate(np.multiply.reduce, self, tuple(range(self.ndim)), False, wanted, out)


@KERNELS("prod.dim_int")
def prod_dim(self: Any, dim: int, keepdim: bool = False, *, dtype: Any = None, out: Any = None) -> Any:
    """The product over one dimension."""
    wanted = _wanted(dtype, out) or sum_dtype(self, dtype, "prod_out_cpu")
    return _accumulate(np.multiply.reduce, self, axes_of(dim, self.ndim), keepdim, wanted, out)


def _variance(name: str, self: Any, dim: Any, correction: Any) -> tuple[Any, Any, tuple[int, ...]]:
    """Variance and mean with their dimensions kept, in the dtype they are computed in; two passes, to be exact."""
    check_variance(self, name if "_" in name else "std and var")
    if isinstance(correction, complex):
        raise RuntimeError("value cannot be converted to type double without overflow")
    axes = axes_of(dim, self.ndim)
    compute = accumulate_dtype(self.dtype)
    count = product([self.shape[axis] for axis in axes])
    mean = np.true_divide(_add(self, axes, compute, None, True), count, dtype=compute)
    freedom = max(0, count - (1 if correction is None else correction)) if count else 0
    if freedom == 0 or not self.size:
        warnings.warn(
            f"{name}(): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor "
            "(input numel divided by output numel).",
            stacklevel=4,
        )
    total = _squares(np.subtract(self, mean, dtype=compute), axes)
    if compute.kind == "f" and compute.itemsize < 8 and not np.isfinite(total).all():
        compute = FLOAT64  # the squares of large numbers fit into these
        mean = np.true_divide(_add(self, axes, compute, None, True), count, dtype=compute)
        total = _squares(np.subtract(self, mean, dtype=compute), axes)
    return np.true_divide(total, freedom, dtype=to_real(compute)), mean, axes


def _squares(off: Any, axes: tuple[int, ...]) -> Any:
    """The sum of squares, with its dimensions kept; ``off`` is written over."""
    if off.dtype.kind == "c":
        off = np.square(off.real) + np.square(off.imag)
    else:
        off *= off
    return _add(off, axes, None, None, True)


def _plain_deviation(self: Any, correction: Any) -> Any:
    """The standard deviation of all elements of a row-major array; None if the general algorithm is needed."""
    if self.dtype not in _REAL or not self.flags.c_contiguous or not self.size or isinstance(correction, complex):
        return None
    flat = self.reshape(-1)
    flat = flat - _plain_sum(flat) / self.dtype.type(flat.size)
    freedom = flat.size - (1 if correction is None else correction)
    if freedom <= 0:
        return None
    squares = flat.dot(flat) if flat.size <= _LARGE // 2 else _sum_of_products(flat, flat)
    return np.sqrt(squares / self.dtype.type(freedom))


def _total(values: Any) -> Any:
    """The sum of an array's elements, or a number."""
    return sum(values.ravel().tolist()) if values.size <= _FEW else _add(values, None)


def _plain_variance(self: Any, dim: Any, correction: Any, keepdim: bool) -> tuple[Any, Any] | None:
    """Variance and mean of a small row-major array, of all elements or along one dimension.

    None: the general algorithm is needed, as for large numbers, whose squares do not fit.
    """
    if self.dtype not in _REAL or not 0 < self.size <= _LARGE or not self.flags.c_contiguous:
        return None
    if (dim and (len(dim) > 1 or not self.ndim)) or type(correction) not in _CORRECTIONS:
        return None
    dtype, shape = self.dtype, self.shape
    axis = wrap_dim(dim[0], len(shape)) if dim else None
    count = self.size if axis is None else shape[axis]
    freedom = count - (1 if correction is None else correction)
    mean = _add(self, axis, None, None, bool(axis)) / dtype.type(count)
    off = np.subtract(self, mean)
    off = _add(np.multiply(off, off), axis)
    if freedom <= 0 or not _total(off) < inf:
        return None
    result = off / dtype.type(freedom)
    if keepdim:
        kept = (1,) * len(shape) if axis is None else (*shape[:axis], 1, *shape[axis + 1 :])
        return np.asarray(result).reshape(kept), np.asarray(mean).reshape(kept)
    return result, mean.reshape(result.shape) if axis else mean


_FEW: Final = 16  # elements that Python adds up sooner than NumPy
_CORRECTIONS: Final = (type(None), int, float)


def _spread(self: Any, result: Any, dtype: Any, axes: tuple[int, ...], keepdim: bool) -> Any:
    return settle(result.astype(dtype, copy=False), reduced_shape(self.shape, axes, keepdim))


@KERNELS("var.correction")
def var(self: Any, dim: Any = None, *, correction: Any = None, keepdim: bool = False) -> Any:
    """The variance."""
    plain = _plain_variance(self, dim, correction, keepdim)
    if plain is not None:
        return plain[0]
    result, _, axes = _variance("var", self, dim, correction)
    return _spread(self, result, to_real(self.dtype), axes, keepdim)


@KERNELS("std.correction")
def std(self: Any, dim: Any = None, *, correction: Any = None, keepdim: bool = False) -> Any:
    """The standard deviation."""
    if not dim and not keepdim:
        plain = _plain_deviation(self, correction)
        if plain is not None and np.isfinite(plain):
            return plain  # else squares were too large: the general algorithm computes with wider numbers
    both = _plain_variance(self, dim, correction, keepdim) if dim or keepdim else None
    if both is not None:
        return np.sqrt(both[0])
    result, _, axes = _variance("std", self, dim, correction)
    return _spread(self, np.sqrt(result), to_real(self.dtype), axes, keepdim)


@KERNELS("var_mean.correction")
def var_mean(self: Any, dim: Any = None, *, correction: Any = None, keepdim: bool = False) -> tuple[Any, Any]:
    """The variance and the mean."""
    plain = _plain_variance(self, dim, correction, keepdim)
    if plain is not None:
        return plain
    result, mean, axes = _variance("var_mean", self, dim, correction)
    return (
        _spread(self, result, to_real(self.dtype), axes, keepdim),
        _spread(self, mean, self.dtype, axes, keepdim),
    )


@KERNELS("std_mean.correction")
def std_mean(self: Any, dim: Any = None, *, correction: Any = None, keepdim: bool = False) -> tuple[Any, Any]:
    """The standard deviation and the mean."""
    plain = _plain_variance(self, dim, correction, keepdim)
    if plain is not None:
        return np.sqrt(plain[0]), plain[1]
    result, mean, axes = _variance("std_mean", self, dim, correction)
    return (
        _spread(self, np.sqrt(result), to_real(self.dtype), axes, keepdim),
        _spread(self, mean, self.dtype, axes, keepdim),
    )


def _extreme(reduce: Any, name: str, kernel: str, self: Any, dim: Any, keepdim: bool, out: Any) -> Any:
    if out is None and self.size and self.dtype in _REAL:
        if not dim and not keepdim:
            return reduce(self, None)
        if dim and _is_plain(self, dim):
            axis = wrap_dim(dim[0], self.ndim)
            if self.size > _LARGE and axis == self.ndim - 1 > 0 and self.shape[-1] < _SHORT:
                found = _by_columns(np.maximum if reduce is _maximum else np.minimum, self)
            else:
                found = reduce(self, axis)
            return _kept(found, self.shape, axis) if keepdim else found
    axes = axes_of(dim, self.ndim)
    check_not_empty(name, self, dim, axes)
    if self.dtype not in _REAL and self.size:
        refuse_unordered(kernel, self.dtype)
    if out is not None and out.dtype == self.dtype:
        return reduce(self, axes, None, out, keepdim)
    result = settle(reduce(self, axes), reduced_shape(self.shape, axes, keepdim))
    if out is not None:
        np.copyto(out, result, casting="unsafe")
        return out
    return result


@KERNELS("amax")
@shortcut("amax")
def amax(self: Any, dim: Any = (), keepdim: bool = False, *, out: Any = None) -> Any:
    """The greatest element over some dimensions; NaN if there is one."""
    return _extreme(_maximum, "amax", "max_values_cpu", self, dim, keepdim, out)


@KERNELS("amin")
@shortcut("amin")
def amin(self: Any, dim: Any = (), keepdim: bool = False, *, out: Any = None) -> Any:
    """The least element over some dimensions; NaN if there is one."""
    return _extreme(_minimum, "amin", "min_values_cpu", self, dim, keepdim, out)


@KERNELS("max")
@shortcut("max")
def max_all(self: Any, *, out: Any = None) -> Any:
    """The greatest of all elements."""
    if out is None and self.size and self.dtype in _REAL:
        return _maximum(self, None)
    return _extreme(_maximum, "max", "max_all", self, None, False, out)


@KERNELS("min")
@shortcut("min")
def min_all(self: Any, *, out: Any = None) -> Any:
    """The least of all elements."""
    if out is None and self.size and self.dtype in _REAL:
        return _minimum(self, None)
    return _extreme(_minimum, "min", "min_all", self, None, False, out)


@KERNELS("aminmax")
def aminmax(self: Any, *, dim: int | None = None, keepdim: bool = False) -> tuple[Any, Any]:
    """The least and the greatest element."""
    axes = axes_of(dim, self.ndim)
    check_aminmax(self, dim, axes)
    shape = reduced_shape(self.shape, axes, keepdim)
    return settle(_minimum(self, axes), shape), settle(_maximum(self, axes), shape)


@KERNELS("_aminmax")
def aminmax_all(self: Any) -> tuple[Any, Any]:
    """The least and the greatest of all elements."""
    return aminmax(self)


@KERNELS("_aminmax.dim")
def aminmax_dim(self: Any, dim: int, keepdim: bool = False) -> tuple[Any, Any]:
    """The least and the greatest element over one dimension."""
    return aminmax(self, dim=dim, keepdim=keepdim)


def _select(name: str, reduce: Any, position: Any, self: Any, dim: int, keepdim: bool) -> tuple[Any, Any]:
    """The elements at the positions that ``position`` finds along a dimension, and the positions."""
    if self.dtype in _REAL and self.flags.c_contiguous and self.size and self.ndim:
        axis = wrap_dim(dim, self.ndim)
        values, at = reduce(self, axis), position(self, axis)
        if keepdim:
            return _kept(values, self.shape, axis), _kept(at, self.shape, axis)
        return values, at
    check_extreme_dim(name, self, dim)
    if self.ndim == 0:
        return self.copy(), np.zeros((), INT64)
    axis = wrap_dim(dim, self.ndim)
    shape = reduced_shape(self.shape, (axis,), keepdim)
    if self.size == 0:
        return np.empty(shape, self.dtype), np.empty(shape, INT64)
    at = position(self, axis, None, keepdims=True)
    values = taken_along(self, at, axis)
    return settle(values.reshape(shape), shape), settle(at.reshape(shape), shape)


@KERNELS("max.dim")
def max_dim(self: Any, dim: int, keepdim: bool = False) -> tuple[Any, Any]:
    """The greatest element along a dimension and its first index."""
    return _select("max", _maximum, _argmax, self, dim, keepdim)


@KERNELS("min.dim")
def min_dim(self: Any, dim: int, keepdim: bool = False) -> tuple[Any, Any]:
    """The least element along a dimension and its first index."""
    return _select("min", _minimum, _argmin, self, dim, keepdim)


def _position(position: Any, self: Any, dim: int | None, keepdim: bool) -> Any:
    if dim is None or self.ndim == 0:
        if dim is not None:
            wrap_dim(dim, 0)  # refuses all but 0 and -1
        found = position(self)
        return found.reshape((1,) * self.ndim) if keepdim else found
    axis = wrap_dim(dim, self.ndim)
    if not keepdim and self.size and self.flags.c_contiguous:
        return position(self, axis)
    shape = reduced_shape(self.shape, (axis,), keepdim)
    return settle(position(self, axis), shape) if self.size else np.empty(shape, INT64)


@KERNELS("argmax")
def argmax(self: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """The first index of the greatest element; that of the first NaN if there is one."""
    if not (self.size and self.dtype in _REAL):
        check_position("argmax", self, dim)
    return _position(_argmax, self, dim, keepdim)


@KERNELS("argmin")
def argmin(self: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """The first index of the least element; that of the first NaN if there is one."""
    if not (self.size and self.dtype in _REAL):
        check_position("argmin", self, dim)
    return _position(_argmin, self, dim, keepdim)


def _truth(reduce: Any, self: Any, axes: tuple[int, ...], keepdim: bool, out: Any) -> Any:
    if out is not None and out.dtype.kind == "b":
        return reduce(self, axes, None, out, keepdim)
    result = reduce(self, axes)
    if out is not None:
        np.copyto(out, result.reshape(out.shape), casting="unsafe")
        return out
    if self.dtype.kind == "u" and self.dtype.itemsize == 1:
        result = result.astype(self.dtype)  # for uint8, the result is uint8
    return settle(result, reduced_shape(self.shape, axes, keepdim))


@KERNELS("any")
def any_all(self: Any, *, out: Any = None) -> Any:
    """Is any element true?"""
    if out is None and self.dtype.kind == "b" and self.size:
        return np.True_ if self.item(self.argmax()) else np.False_
    return _truth(np.logical_or.reduce, self, tuple(range(self.ndim)), False, out)


@KERNELS("any.dim")
def any_dim(self: Any, dim: int, keepdim: bool = False, *, out: Any = None) -> Any:
    """Is any element along a dimension true?"""
    return _truth(np.logical_or.reduce, self, axes_of(dim, self.ndim), keepdim, out)


@KERNELS("any.dims")
def any_dims(self: Any, dim: Any = None, keepdim: bool = False, *, out: Any = None) -> Any:
    """Is any element along these dimensions true?  An empty list reduces nothing."""
    axes = axes_of(dim, self.ndim) if dim is None or len(dim) else ()
    return _truth(np.logical_or.reduce, self, axes, keepdim, out)


@KERNELS("all")
def all_all(self: Any, *, out: Any = None) -> Any:
    """Are all elements true?"""
    if out is None and self.dtype.kind == "b" and self.size:
        return np.True_ if self.item(self.argmin()) else np.False_
    return _truth(np.logical_and.reduce, self, tuple(range(self.ndim)), False, out)


@KERNELS("all.dim")
def all_dim(self: Any, dim: int, keepdim: bool = False, *, out: Any = None) -> Any:
    """Are all elements along a dimension true?"""
    return _truth(np.logical_and.reduce, self, axes_of(dim, self.ndim), keepdim, out)


@KERNELS("all.dims")
def all_dims(self: Any, dim: Any = None, keepdim: bool = False, *, out: Any = None) -> Any:
    """Are all elements along these dimensions true?  An empty list reduces nothing."""
    axes = axes_of(dim, self.ndim) if dim is None or len(dim) else ()
    return _truth(np.logical_and.reduce, self, axes, keepdim, out)


@KERNELS("count_nonzero")
def count_nonzero(self: Any, dim: int | None = None) -> Any:
    """How many elements are not zero."""
    if dim is None and (is_float8(self.dtype) or (self.dtype.kind == "u" and self.dtype.itemsize > 1)):
        raise not_implemented("nonzero_count_cpu", self.dtype)
    return count_nonzero_dims(self, () if dim is None else (dim,))


@KERNELS("count_nonzero.dim_IntList")
def count_nonzero_dims(self: Any, dim: Any) -> Any:
    """How many elements along these dimensions are not zero."""
    axes = axes_of(dim, self.ndim)
    if len(axes) == self.ndim:
        return np.array(np.count_nonzero(self), INT64)
    return settle(_add(self != 0, axes, INT64), reduced_shape(self.shape, axes, False))


@KERNELS("trace")
def trace(self: Any) -> Any:
    """The sum of the diagonal."""
    if self.ndim == 2 and self.dtype in _REAL:
        return _add(self.diagonal(), None, accumulate_dtype(self.dtype))
    dtype = check_trace(self)
    return _add(self.diagonal(), None, accumulate_dtype(dtype)).astype(dtype, copy=False)
