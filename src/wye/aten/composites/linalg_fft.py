"""Fourier transforms as public functions, written over the three transforms that have kernels."""

from __future__ import annotations

from math import copysign, inf
from typing import Any

from wye.aten.composite_outputs import into
from wye.aten.declare import Rules
from wye.aten.metadata import device_of, dtype_of, is_complex, is_floating, ndim_of, stride_of
from wye.call.packets import ops
from wye.schema.values import DTYPES
from wye.tensors import Tensor
from wye.tensors.dtypes import get_default_dtype, title_of
from wye.tensors.layout import wrap_dim
from wye.warn_always import warn_once

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
    own = found = dtype_of(x)
    if not (found.is_floating_point or found.is_complex):
        found = get_default_dtype()
    if found.is_floating_point and found.itemsize < 4:
        raise RuntimeError(f"Unsupported dtype {found.name}; use .float()")
    if to_complex and not found.is_complex:
        found = DTYPES["complex128" if found.itemsize == 8 else "complex64"]
    return x if found is own else aten.to.dtype(x, found)


def _dim(x: Any, dim: int) -> int:
    return wrap_dim(dim, ndim_of(x), scalar=False)


def _resized(x: Any, dims: list[int], sizes: list[int]) -> Any:
    """Cut or fill with zeros."""
    pad = [0] * (2 * ndim_of(x))
    for dim, size in zip(dims, sizes, strict=True):
        if type(x.shape[dim]) is int and type(size) is int and size < x.shape[dim]:
            x = aten.slice.Tensor(x, dim, 0, size)
        pad[2 * (ndim_of(x) - 1 - dim) + 1] = size - x.shape[dim]  # negative for symbolic sizes: cuts
    return aten.constant_pad_nd.default(x, pad, 0) if any(type(n) is not int or n != 0 for n in pad) else x


def _check_points(count: int) -> int:
    if count < 1:
        raise RuntimeError(f"Invalid number of data points ({count}) specified")
    return count


def _conjugate(x: Any, out: Any) -> Any:
    return aten.conj.default(x) if out is None else aten.conj_physical.out(x, out=out)


def _check_output(name: str, out: Any) -> None:
    if out is not None and not is_complex(out):
        raise RuntimeError(f"{name} expects a complex output tensor, but got {title_of(dtype_of(out))}")


def _check_real_output(name: str, out: Any) -> None:
    if out is not None and not is_floating(out):
        raise RuntimeError(f"{name} expects a floating point output tensor, but got {title_of(dtype_of(out))}")


def _c2c(x: Any, n: int | None, dim: int, norm: str | None, forward: bool, out: Any) -> Any:
    _check_output("fft" if forward else "ifft", out)
    x = _float(x)
    dim = _dim(x, dim)
    count, code = _check_points(x.shape[dim] if n is None else n), _normalization(norm, forward)
    if n is not None:
        x = _resized(x, [dim], [count])
    if is_complex(x):
        return into(out, aten._fft_c2c.default, x, [dim], code, forward)
    if forward:
        return into(out, aten._fft_r2c.default, x, [dim], code, False)
    return _conjugate(aten._fft_r2c.default(x, [dim], code, False), out)


def _r2c(name: str, x: Any, n: int | None, dim: int, norm: str | None, forward: bool, out: Any) -> Any:
    if is_complex(x):
        raise RuntimeError(f"{name} expects a real input tensor, but got {dtype_of(x)}; use fft")
    _check_output(name, out)
    x = _float(x)
    dim = _dim(x, dim)
    count, code = _check_points(x.shape[dim] if n is None else n), _normalization(norm, forward)
    if n is not None:
        x = _resized(x, [dim], [count])
    if forward:
        return into(out, aten._fft_r2c.default, x, [dim], code, True)
    return _conjugate(aten._fft_r2c.default(x, [dim], code, True), out)


def _c2r(x: Any, n: int | None, dim: int, norm: str | None, forward: bool, out: Any) -> Any:
    _check_real_output("hfft" if forward else "irfft", out)
    x = _float(x, to_complex=True)
    dim = _dim(x, dim)
    count = _check_points(2 * (x.shape[dim] - 1) if n is None else n)
    if n is not None:
        x = _resized(x, [dim], [count // 2 + 1])
    x = aten.conj.default(x) if forward else x
    return into(out, aten._fft_c2r.default, x, [dim], _normalization(norm, forward), count)


@IMPLICIT("fft_fft")
def fft_fft(self: Any, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Any = None) -> Any:
    """The discrete Fourier transform along one dimension."""
    return _c2c(self, n, dim, norm, True, out)


@IMPLICIT("fft_ifft")
def fft_ifft(self: Any, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Any = None) -> Any:
    """The inverse discrete Fourier transform along one dimension."""
    return _c2c(self, n, dim, norm, False, out)


@IMPLICIT("fft_rfft")
def fft_rfft(self: Any, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Any = None) -> Any:
    """The discrete Fourier transform of real numbers, without its redundant half."""
    return _r2c("rfft", self, n, dim, norm, True, out)


@IMPLICIT("fft_irfft")
def fft_irfft(self: Any, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Any = None) -> Any:
    """The inverse of `fft_rfft` or `fft_rfftn`: real numbers from half of their transform."""
    return _c2r(self, n, dim, norm, False, out)


@IMPLICIT("fft_hfft")
def fft_hfft(self: Any, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Any = None) -> Any:
    """The real discrete Fourier transform of a Hermitian signal, given by its first half."""
    return _c2r(self, n, dim, norm, True, out)


@IMPLICIT("fft_ihfft")
def fft_ihfft(self: Any, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Any = None) -> Any:
    """The inverse of `fft_hfft` or `fft_hfftn`: half of a Hermitian signal."""
    return _r2c("ihfft", self, n, dim, norm, False, out)


def _shape_and_dims(x: Any, s: Any, dim: Any) -> tuple[list[int], list[int]]:
    """Which dimensions, and how many points in each."""
    shape = x.shape
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
        sizes = [shape[one] if size == -1 else size for one, size in zip(dims, s, strict=True)]
    else:
        if dim is None:
            dims = list(range(ndim_of(x)))
        sizes = [shape[one] for one in dims]
    for size in sizes:
        _check_points(size)
    return sizes, dims


def _c2cn(x: Any, s: Any, dim: Any, norm: str | None, forward: bool, out: Any) -> Any:
    x = _float(x, to_complex=True)
    sizes, dims = _shape_and_dims(x, s, dim)
    _check_output("fftn" if forward else "ifftn", out)
    x = x if s is None else _resized(x, dims, sizes)
    return into(out, aten._fft_c2c.default, x, dims, _normalization(norm, forward), forward)


def _r2cn(name: str, x: Any, s: Any, dim: Any, norm: str | None, forward: bool, out: Any) -> Any:
    if is_complex(x):
        raise RuntimeError(f"{name} expects a real-valued input tensor, but got {dtype_of(x)}; use fftn")
    x = _float(x)
    sizes, dims = _shape_and_dims(x, s, dim)
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")
    _check_output(name, out)
    x, code = x if s is None else _resized(x, dims, sizes), _normalization(norm, forward)
    if forward:
        return into(out, aten._fft_r2c.default, x, dims, code, True)
    half = aten._fft_r2c.default(x, dims[-1:], code, True)
    if len(dims) == 1:
        return _conjugate(half, out)
    return into(out, aten._fft_c2c.default, aten.conj_physical.default(half), dims[:-1], code, False)


def _c2rn(name: str, x: Any, s: Any, dim: Any, norm: str | None, forward: bool, out: Any) -> Any:
    x = _float(x, to_complex=True)
    sizes, dims = _shape_and_dims(x, s, dim)
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")
    last = sizes[-1] if s is not None and s[-1] != -1 else 2 * (x.shape[dims[-1]] - 1)
    _check_points(last)
    x = _resized(x, dims, [*sizes[:-1], last // 2 + 1])
    code = _normalization(norm, forward)
    _check_real_output(name, out)
    if not forward:
        return into(out, aten._fft_c2r.default, x, dims, code, last)
    if len(dims) > 1:
        x = aten._fft_c2c(x, dims[:-1], code, True)
    return into(out, aten._fft_c2r.default, aten.conj.default(x), dims[-1:], code, last)


@IMPLICIT("fft_fftn")
def fft_fftn(self: Any, s: Any = None, dim: Any = None, norm: str | None = None, *, out: Any = None) -> Any:
    """The discrete Fourier transform along several dimensions."""
    return _c2cn(self, s, dim, norm, True, out)


@IMPLICIT("fft_ifftn")
def fft_ifftn(self: Any, s: Any = None, dim: Any = None, norm: str | None = None, *, out: Any = None) -> Any:
    """The inverse discrete Fourier transform along several dimensions."""
    return _c2cn(self, s, dim, norm, False, out)


@IMPLICIT("fft_rfftn")
def fft_rfftn(self: Any, s: Any = None, dim: Any = None, norm: str | None = None, *, out: Any = None) -> Any:
    """The discrete Fourier transform of real numbers, without its redundant half."""
    return _r2cn("rfftn", self, s, dim, norm, True, out)


@IMPLICIT("fft_irfftn")
def fft_irfftn(self: Any, s: Any = None, dim: Any = None, norm: str | None = None, *, out: Any = None) -> Any:
    """The inverse of `fft_rfft` or `fft_rfftn`: real numbers from half of their transform."""
    return _c2rn("irfftn", self, s, dim, norm, False, out)


@IMPLICIT("fft_hfftn")
def fft_hfftn(self: Any, s: Any = None, dim: Any = None, norm: str | None = None, *, out: Any = None) -> Any:
    """The real discrete Fourier transform of a Hermitian signal, given by its first half."""
    return _c2rn("hfftn", self, s, dim, norm, True, out)


@IMPLICIT("fft_ihfftn")
def fft_ihfftn(self: Any, s: Any = None, dim: Any = None, norm: str | None = None, *, out: Any = None) -> Any:
    """The inverse of `fft_hfft` or `fft_hfftn`: half of a Hermitian signal."""
    return _r2cn("ihfftn", self, s, dim, norm, False, out)


def _define_planes() -> None:
    """The same over the last two dimensions."""

    def plane(name: str) -> None:
        whole = f"fft_{name}n"

        def transform(
            self: Any, s: Any = None, dim: Any = (-2, -1), norm: str | None = None, *, out: Any = None
        ) -> Any:
            return into(out, getattr(aten, whole).default, self, s, list(dim), norm)

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
    return aten.roll.default(self, [self.shape[one] // 2 for one in dims], dims)


@IMPLICIT("fft_ifftshift")
def fft_ifftshift(self: Any, dim: Any = None) -> Any:
    """The zero frequency moved back to the front."""
    dims = _dims_or_all(self, dim)
    return aten.roll.default(self, [(self.shape[one] + 1) // 2 for one in dims], dims)


def _frequency_dtype(name: str, dtype: Any) -> Any:
    if dtype is None:
        return get_default_dtype()
    if not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(f"{name} requires a floating point or complex dtype")
    return dtype


@EXPLICIT("fft_fftfreq")
def fft_fftfreq(
    n: int, d: float = 1.0, *, dtype: Any = None, layout: Any = None, device: Any = None, pin_memory: Any = None
) -> Any:
    """The frequencies of the results of `fft_fft`."""
    how = {"dtype": _frequency_dtype("fftfreq", dtype), "device": device}
    positive = aten.arange(0, (n + 1) // 2, **how)
    return aten.mul.Scalar(aten.cat([positive, aten.arange(-(n // 2), 0, **how)]), _per_point(n * d))


@EXPLICIT("fft_rfftfreq")
def fft_rfftfreq(
    n: int, d: float = 1.0, *, dtype: Any = None, layout: Any = None, device: Any = None, pin_memory: Any = None
) -> Any:
    """The frequencies of the results of `fft_rfft`."""
    points = aten.arange(0, int(n / 2) + 1, dtype=_frequency_dtype("rfftfreq", dtype), device=device)
    return aten.mul.Scalar(points, _per_point(n * d))


def _per_point(length: float) -> float:
    return 1.0 / length if length else copysign(inf, length)


def _check_stft(self: Any, n_fft: int, hop: int, length: int, window: Any) -> None:
    name = f"stft({dtype_of(self)}{list(self.shape)}, n_fft={n_fft}, hop_length={hop}, win_length={length})"
    if not (is_floating(self) or is_complex(self)):
        raise RuntimeError(f"{name}: expected a tensor of floating point or complex values")
    if ndim_of(self) not in (1, 2):
        raise RuntimeError(f"{name}: expected a 1D or 2D tensor")
    if not 0 < n_fft <= self.shape[-1]:
        raise RuntimeError(f"{name}: expected 0 < n_fft < {self.shape[-1]}, but got n_fft={n_fft}")
    if hop <= 0:
        raise RuntimeError(f"{name}: expected hop_length > 0, but got hop_length={hop}")
    if not 0 < length <= n_fft:
        raise RuntimeError(f"{name}: expected 0 < win_length <= n_fft, but got win_length={length}")
    if window is not None and (ndim_of(window) != 1 or window.shape[0] != length):
        raise RuntimeError(
            f"{name}: expected a 1D window tensor of size equal to win_length={length}, but got window with size "
            f"{list(window.shape)}"
        )


def _warn_of_no_window(consequence: str) -> None:
    warn_once(
        "a Fourier transform over time without a window",
        f"A window was not provided. A rectangular window will be applied, {consequence} To suppress this warning and "
        "use a rectangular window, explicitly set `window=torch.ones(n_fft, device=<device>)`.",
    )


def _centered(window: Any, n_fft: int) -> Any:
    """A window with zeros around it, as long as a transform."""
    length = window.shape[0]
    left = (n_fft - length) // 2
    return aten.constant_pad_nd.default(window, [left, n_fft - length - left], 0)


@IMPLICIT("stft")
def stft(
    self: Any, n_fft: int, hop_length: int | None = None, win_length: int | None = None, window: Any = None,
    normalized: bool = False, onesided: bool | None = None, return_complex: bool | None = None,
    align_to_window: bool | None = None,
) -> Any:  # fmt: skip
    """Short-time Fourier transform: of overlapping windows of a signal, which is not padded."""
    return aten.stft.center(
        self, n_fft, hop_length, win_length, window, False, "constant", normalized, onesided, return_complex,
        align_to_window,
    )  # fmt: skip


@IMPLICIT("stft.center")
def stft_center(
    self: Any, n_fft: int, hop_length: int | None = None, win_length: int | None = None, window: Any = None,
    center: bool = True, pad_mode: str = "reflect", normalized: bool = False, onesided: bool | None = None,
    return_complex: bool | None = None, align_to_window: bool | None = None,
) -> Any:  # fmt: skip
    """Short-time Fourier transform: of overlapping windows of a signal."""
    hop = n_fft // 4 if hop_length is None else hop_length
    length = n_fft if win_length is None else win_length
    complex_in = is_complex(self) or (window is not None and is_complex(window))
    if return_complex is None and not complex_in:
        raise RuntimeError(
            "stft requires the return_complex parameter be given for real inputs, and will further require that "
            "return_complex=True in a future PyTorch release."
        )
    rows = aten.unsqueeze.default(self, 0) if ndim_of(self) == 1 else self
    if center:
        rows = aten.squeeze.dim(aten.pad.default(aten.unsqueeze.default(rows, 1), [n_fft // 2] * 2, pad_mode), 1)
    _check_stft(rows, n_fft, hop, length, window)
    if window is not None and length < n_fft and not align_to_window:
        window = _centered(window, n_fft)
    size = length if align_to_window else n_fft
    frames = 1 + (rows.shape[1] - size) // hop
    pieces = aten.as_strided.default(
        rows, [rows.shape[0], frames, size], [stride_of(rows, 0), hop * stride_of(rows, 1), stride_of(rows, 1)]
    )
    if window is None:
        _warn_of_no_window("which is known to cause spectral leakage; `torch.hann_window` causes less.")
    else:
        pieces = aten.mul.Tensor(pieces, window)
    one_side = not complex_in if onesided is None else onesided
    if complex_in and one_side:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    norm = "ortho" if normalized else None
    count = n_fft if align_to_window else None
    transform = aten.fft_rfft.default if one_side else aten.fft_fft.default
    found = transform(pieces, count, 2, norm)
    found = aten.transpose_.default(found, 1, 2) if isinstance(found, Tensor) else aten.transpose.int(found, 1, 2)
    if ndim_of(self) == 1:
        found = aten.squeeze.dim(found, 0)
    return found if return_complex is None or return_complex else aten.view_as_real.default(found)


def _check_istft(self: Any, n_fft: int, hop: int, size: int, window: Any, one_side: bool) -> None:
    name = f"istft({dtype_of(self)}{list(self.shape)}, n_fft={n_fft}, hop_length={hop}, win_length={size})"
    if not is_complex(self):
        raise RuntimeError(
            "istft requires a complex-valued input tensor matching the output from stft with return_complex=True."
        )
    if ndim_of(self) not in (2, 3) or 0 in self.shape:
        raise RuntimeError(f"{name}: input tensor must be a non-empty batch of matrices")
    if not 0 < hop <= size:
        raise RuntimeError(f"{name}: expected 0 < hop_length <= win_length")
    if not 0 < size <= n_fft:
        raise RuntimeError(f"{name}: expected 0 < win_length <= n_fft")
    bins = n_fft // 2 + 1 if one_side else n_fft
    if self.shape[-2] != bins:
        raise RuntimeError(
            f"{name}: expected the frequency dimension (3rd to the last) of the input tensor to match n_fft"
        )
    if window is not None and (ndim_of(window) != 1 or window.shape[0] != size):
        raise RuntimeError(f"{name}: Invalid window shape. window has to be 1D and length of `win_length`")


def _overlapped(pieces: Any, hop: int, length: int) -> Any:
    """Sums of pieces that begin at every hop: (batch, frames, size) -> (batch, length)."""
    folded = aten.col2im.default(
        aten.transpose.int(pieces, 1, 2), [1, length], [1, pieces.shape[2]], [1, 1], [0, 0], [1, hop]
    )
    return aten.reshape.default(folded, [pieces.shape[0], length])


def _added(pieces: Any, hop: int, length: int) -> Any:
    if not is_complex(pieces):
        return _overlapped(pieces, hop, length)
    parts = (_overlapped(part(pieces), hop, length) for part in (aten.real.default, aten.imag.default))
    return aten.complex.default(*parts)


@IMPLICIT("istft")
def istft(
    self: Any, n_fft: int, hop_length: int | None = None, win_length: int | None = None, window: Any = None,
    center: bool = True, normalized: bool = False, onesided: bool | None = None, length: int | None = None,
    return_complex: bool = False,
) -> Any:  # fmt: skip
    """The inverse of `stft`: the signal with these short-time Fourier transforms."""
    hop = n_fft // 4 if hop_length is None else hop_length
    size = n_fft if win_length is None else win_length
    one_side = (self.shape[-2] != n_fft if ndim_of(self) > 1 else True) if onesided is None else onesided
    _check_istft(self, n_fft, hop, size, window, one_side)
    if return_complex and one_side:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    rows = aten.unsqueeze.default(self, 0) if ndim_of(self) == 2 else self
    real = DTYPES["float64" if dtype_of(self) == DTYPES["complex128"] else "float32"]
    if window is None:
        _warn_of_no_window("so that what `stft` did with another one is not undone.")
        window = aten.ones.default([size], dtype=real, device=device_of(self))
    if size != n_fft:
        window = _centered(window, n_fft)
    rows = aten.transpose.int(rows, 1, 2)
    norm = "ortho" if normalized else None
    if return_complex:
        pieces = aten.fft_ifft.default(rows, None, 2, norm)
    else:
        if not one_side:
            rows = aten.slice.Tensor(rows, 2, 0, n_fft // 2 + 1)
        pieces = aten.fft_irfft.default(rows, n_fft, 2, norm)
    pieces = aten.mul.Tensor(pieces, aten.view.default(window, [1, 1, n_fft]))
    expected = n_fft + hop * (rows.shape[1] - 1)
    signal = _added(pieces, hop, expected)
    squares = aten.expand.default(
        aten.view.default(aten.pow.Tensor_Scalar(window, 2), [1, 1, n_fft]), [1, rows.shape[1], n_fft]
    )
    envelope = _added(squares, hop, expected)
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else expected - n_fft // 2 if center else expected
    signal, envelope = (aten.slice.Tensor(one, 1, start, min(end, expected)) for one in (signal, envelope))
    lowest = aten.item.default(aten.min.default(aten.abs.default(envelope)))
    if lowest <= 1e-11:
        raise RuntimeError(f"window overlap add min: {lowest}")
    signal = aten.div.Tensor(signal, envelope)
    if end > expected:
        warn_once(
            "a signal that is shorter than its length",
            "The length of signal is shorter than the length parameter. Result is being padded with zeros in the tail. "
            "Please check your center and hop_length settings.",
        )
        signal = aten.constant_pad_nd.default(signal, [0, end - expected], 0)
    return aten.squeeze.dim(signal, 0) if ndim_of(self) == 2 else signal
