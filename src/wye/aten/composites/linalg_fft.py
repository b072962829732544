"""Fourier transforms as people call them, over the three transforms that have kernels."""

from __future__ import annotations

from math import copysign, inf
from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import dtype_of, is_complex, is_floating, ndim_of
from wye.call.packets import ops
from wye.schema.values import DTYPES
from wye.tensors.dtypes import get_default_dtype

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten

_NORMS = {None: 0, "backward": 0, "ortho": 1, "forward": 2}


def _normalization(norm: str | None, forward: bool) -> int:
    """0: no factor, 1: by the root of the number of points, 2: by their number."""
    if norm not in _NORMS:
        raise RuntimeError(f'Invalid normalization mode: "{norm}"; it is one of "backward", "ortho", "forward"')
    code = _NORMS[norm]
    return code if forward or code == 1 else 2 - code


def _float(x: Any, *, to_complex: bool = False) -> Any:
    """Integers become floats; with ``to_complex`` everything becomes complex."""
    if not (is_floating(x) or is_complex(x)):
        x = aten.to.dtype(x, get_default_dtype())
    if is_floating(x) and dtype_of(x).itemsize < 4:
        raise RuntimeError(f"Unsupported dtype {dtype_of(x).name}; use .float()")
    if to_complex and not is_complex(x):
        return aten.to.dtype(x, DTYPES["complex128" if dtype_of(x).itemsize == 8 else "complex64"])
    return x


def _dim(x: Any, dim: int) -> int:
    count: int = ndim_of(x)
    if count == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    if not -count <= dim < count:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-count}, {count - 1}], but got {dim})")
    return dim % count


def _resized(x: Any, dims: list[int], sizes: list[int]) -> Any:
    """Cut or fill with zeros."""
    pad = [0] * (2 * ndim_of(x))
    for dim, size in zip(dims, sizes, strict=True):
        pad[2 * (ndim_of(x) - 1 - dim) + 1] = size - x.shape[dim]
    return aten.constant_pad_nd(x, pad, 0) if any(pad) else x


def _check_points(count: int) -> int:
    if count < 1:
        raise RuntimeError(f"Invalid number of data points ({count}) specified")
    return count


def _c2c(x: Any, n: int | None, dim: int, norm: str | None, forward: bool) -> Any:
    x = _float(x)
    dim = _dim(x, dim)
    count = _check_points(x.shape[dim] if n is None else n)
    x, code = _resized(x, [dim], [count]), _normalization(norm, forward)
    if is_complex(x):
        return aten._fft_c2c(x, [dim], code, forward)
    result = aten._fft_r2c(x, [dim], code, False)
    return result if forward else aten.conj(result)


def _r2c(name: str, x: Any, n: int | None, dim: int, norm: str | None, forward: bool) -> Any:
    if is_complex(x):
        raise RuntimeError(f"{name} expects a real input tensor, but got {dtype_of(x)}; use fft")
    x = _float(x)
    dim = _dim(x, dim)
    count = _check_points(x.shape[dim] if n is None else n)
    result = aten._fft_r2c(_resized(x, [dim], [count]), [dim], _normalization(norm, forward), True)
    return result if forward else aten.conj(result)


def _c2r(x: Any, n: int | None, dim: int, norm: str | None, forward: bool) -> Any:
    x = _float(x, to_complex=True)
    dim = _dim(x, dim)
    count = _check_points(2 * (x.shape[dim] - 1) if n is None else n)
    x = _resized(x, [dim], [count // 2 + 1])
    return aten._fft_c2r(aten.conj_physical(x) if forward else x, [dim], _normalization(norm, forward), count)


@IMPLICIT("fft_fft")
def fft_fft(self: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """The transform along one dimension."""
    return _c2c(self, n, dim, norm, True)


@IMPLICIT("fft_ifft")
def fft_ifft(self: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """The inverse transform along one dimension."""
    return _c2c(self, n, dim, norm, False)


@IMPLICIT("fft_rfft")
def fft_rfft(self: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """The half of the transform that real points determine."""
    return _r2c("rfft", self, n, dim, norm, True)


@IMPLICIT("fft_irfft")
def fft_irfft(self: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """Real points from half of their transform."""
    return _c2r(self, n, dim, norm, False)


@IMPLICIT("fft_hfft")
def fft_hfft(self: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """The real transform of points whose second half mirrors the first."""
    return _c2r(self, n, dim, norm, True)


@IMPLICIT("fft_ihfft")
def fft_ihfft(self: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """Half of the points from their real transform."""
    return _r2c("ihfft", self, n, dim, norm, False)


def _shape_and_dims(x: Any, s: Any, dim: Any) -> tuple[list[int], list[int]]:
    """Which dimensions, and how many points in each."""
    if dim is not None:
        dims = [_dim(x, one) for one in dim]
        if len(set(dims)) != len(dims):
            raise RuntimeError("FFT dims must be unique")
    if s is not None:
        if dim is not None and len(s) != len(dims):
            raise RuntimeError("When given, dim and shape arguments must have the same length")
        if len(s) > ndim_of(x):
            raise RuntimeError(f"Got shape with {len(s)} values but input tensor only has {ndim_of(x)} dimensions.")
        if dim is None:
            dims = list(range(ndim_of(x) - len(s), ndim_of(x)))
        sizes = [x.shape[one] if size == -1 else size for one, size in zip(dims, s, strict=True)]
    else:
        if dim is None:
            dims = list(range(ndim_of(x)))
        sizes = [x.shape[one] for one in dims]
    for size in sizes:
        _check_points(size)
    return sizes, dims


def _c2cn(x: Any, s: Any, dim: Any, norm: str | None, forward: bool) -> Any:
    x = _float(x, to_complex=True)
    sizes, dims = _shape_and_dims(x, s, dim)
    return aten._fft_c2c(_resized(x, dims, sizes), dims, _normalization(norm, forward), forward)


def _r2cn(name: str, x: Any, s: Any, dim: Any, norm: str | None, forward: bool) -> Any:
    if is_complex(x):
        raise RuntimeError(f"{name} expects a real-valued input tensor, but got {dtype_of(x)}; use fftn")
    x = _float(x)
    sizes, dims = _shape_and_dims(x, s, dim)
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")
    x, code = _resized(x, dims, sizes), _normalization(norm, forward)
    if forward:
        return aten._fft_r2c(x, dims, code, True)
    half = aten._fft_r2c(x, dims[-1:], code, True)
    return aten._fft_c2c(aten.conj_physical(half), dims[:-1], code, False) if len(dims) > 1 else aten.conj(half)


def _c2rn(name: str, x: Any, s: Any, dim: Any, norm: str | None, forward: bool) -> Any:
    x = _float(x, to_complex=True)
    sizes, dims = _shape_and_dims(x, s, dim)
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")
    last = sizes[-1] if s is not None and s[-1] != -1 else 2 * (x.shape[dims[-1]] - 1)
    _check_points(last)
    x = _resized(x, dims, [*sizes[:-1], last // 2 + 1])
    code = _normalization(norm, forward)
    if not forward:
        return aten._fft_c2r(x, dims, code, last)
    if len(dims) > 1:
        x = aten._fft_c2c(x, dims[:-1], code, True)
    return aten._fft_c2r(aten.conj_physical(x), dims[-1:], code, last)


@IMPLICIT("fft_fftn")
def fft_fftn(self: Any, s: Any = None, dim: Any = None, norm: str | None = None) -> Any:
    """The transform along several dimensions."""
    return _c2cn(self, s, dim, norm, True)


@IMPLICIT("fft_ifftn")
def fft_ifftn(self: Any, s: Any = None, dim: Any = None, norm: str | None = None) -> Any:
    """The inverse transform along several dimensions."""
    return _c2cn(self, s, dim, norm, False)


@IMPLICIT("fft_rfftn")
def fft_rfftn(self: Any, s: Any = None, dim: Any = None, norm: str | None = None) -> Any:
    """The half of the transform that real points determine."""
    return _r2cn("rfftn", self, s, dim, norm, True)


@IMPLICIT("fft_irfftn")
def fft_irfftn(self: Any, s: Any = None, dim: Any = None, norm: str | None = None) -> Any:
    """Real points from half of their transform."""
    return _c2rn("irfftn", self, s, dim, norm, False)


@IMPLICIT("fft_hfftn")
def fft_hfftn(self: Any, s: Any = None, dim: Any = None, norm: str | None = None) -> Any:
    """The real transform of points whose second half mirrors the first."""
    return _c2rn("hfftn", self, s, dim, norm, True)


@IMPLICIT("fft_ihfftn")
def fft_ihfftn(self: Any, s: Any = None, dim: Any = None, norm: str | None = None) -> Any:
    """Half of the points from their real transform."""
    return _r2cn("ihfftn", self, s, dim, norm, False)


def _define_planes() -> None:
    """The same over the last two dimensions."""

    def plane(name: str) -> None:
        whole = f"fft_{name}n"

        def transform(self: Any, s: Any = None, dim: Any = (-2, -1), norm: str | None = None) -> Any:
            return getattr(aten, whole)(self, s, list(dim), norm)

        IMPLICIT[f"fft_{name}2"] = transform

    for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
        plane(name)


_define_planes()


def _dims_or_all(x: Any, dim: Any) -> list[int]:
    return list(range(ndim_of(x))) if dim is None else [_dim(x, one) for one in dim]


@IMPLICIT("fft_fftshift")
def fft_fftshift(self: Any, dim: Any = None) -> Any:
    """The zero frequency moved to the middle."""
    dims = _dims_or_all(self, dim)
    return aten.roll(self, [self.shape[one] // 2 for one in dims], dims)


@IMPLICIT("fft_ifftshift")
def fft_ifftshift(self: Any, dim: Any = None) -> Any:
    """The zero frequency moved back to the front."""
    dims = _dims_or_all(self, dim)
    return aten.roll(self, [(self.shape[one] + 1) // 2 for one in dims], dims)


@EXPLICIT("fft_fftfreq")
def fft_fftfreq(
    n: int, d: float = 1.0, *, dtype: Any = None, layout: Any = None, device: Any = None, pin_memory: Any = None
) -> Any:
    """The frequencies of a transform's results."""
    how = {"dtype": dtype or get_default_dtype(), "device": device}
    positive = aten.arange(0, (n + 1) // 2, **how)
    return aten.mul.Scalar(aten.cat([positive, aten.arange(-(n // 2), 0, **how)]), _per_point(n * d))


@EXPLICIT("fft_rfftfreq")
def fft_rfftfreq(
    n: int, d: float = 1.0, *, dtype: Any = None, layout: Any = None, device: Any = None, pin_memory: Any = None
) -> Any:
    """The frequencies of the results that real points determine."""
    points = aten.arange(0, n // 2 + 1, dtype=dtype or get_default_dtype(), device=device)
    return aten.mul.Scalar(points, _per_point(n * d))


def _per_point(length: float) -> float:
    return 1.0 / length if length else copysign(inf, length)
