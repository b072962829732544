"""Fake kernels of discrete Fourier transforms."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.schema.symbolic import sym_max
from wye.tensors.dtypes import title_of
from wye.tensors.layout import own_strides, permuted_strides, strides_like, wrap_dim
from wye.tensors.meta_array import MetaArray
from wye.tensors.promotion import to_complex, to_real

__all__ = ["FAKES"]

FAKES = Rules()


def _check_real(self: Any) -> None:
    if self.dtype.kind in "iubc":
        raise RuntimeError(f"Only supports floating-point dtypes, but found: {title_of(self.dtype)}")
    if self.dtype.itemsize < 4:
        raise RuntimeError(f"Unsupported dtype {title_of(self.dtype)}")


def _check_complex(self: Any) -> None:
    if self.dtype.kind != "c":
        raise RuntimeError(f"Only supports complex dtypes, but found: {title_of(self.dtype)}")


def _laid_out(self: Any, shape: tuple[int, ...], dtype: Any, dim: Any) -> Any:
    """The layout of transforms: batches by falling stride, then the dimensions of the transform."""
    batches = [one for one in _by_stride(self, range(self.ndim)) if one not in dim]
    fastest_first = [*batches, *dim][::-1]
    return MetaArray(shape, dtype, permuted_strides([sym_max(n, 1) for n in shape], fastest_first))


def _by_stride(self: Any, dim: Any) -> list[int]:
    strides = own_strides(self)[0]
    return sorted(dim, key=lambda one: -strides[one])


def _wrapped(dim: Any, ndim: int) -> list[int]:
    return [wrap_dim(one, ndim, scalar=False) for one in dim]


@FAKES("_fft_r2c")
def _fft_r2c(self: Any, dim: Any, normalization: int, onesided: bool) -> Any:
    _check_real(self)
    dim = _wrapped(dim, self.ndim)
    shape = list(self.shape)
    if onesided:
        shape[dim[-1]] = shape[dim[-1]] // 2 + 1
    return _laid_out(self, tuple(shape), to_complex(self.dtype), [*_by_stride(self, dim[:-1]), dim[-1]])


@FAKES("_fft_c2c")
def _fft_c2c(self: Any, dim: Any, normalization: int, forward: bool) -> Any:
    _check_complex(self)
    if not dim:
        return MetaArray(self.shape, self.dtype, strides_like(self))
    return _laid_out(self, self.shape, self.dtype, _by_stride(self, _wrapped(dim, self.ndim)))


@FAKES("_fft_c2r")
def _fft_c2r(self: Any, dim: Any, normalization: int, last_dim_size: int) -> Any:
    _check_complex(self)
    dim = _wrapped(dim, self.ndim)
    shape = list(self.shape)
    shape[dim[-1]] = last_dim_size
    source = _fft_c2c(self, dim[:-1], 0, True) if len(dim) > 1 else self
    return _laid_out(source, tuple(shape), to_real(self.dtype), dim[-1:])
