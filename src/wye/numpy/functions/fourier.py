"""`numpy.fft`: discrete Fourier transforms along axes, one after the other as NumPy computes them.

float32 and float16 give complex64, integers complex128; ``norm`` says which direction divides by the number of points.
"""

from __future__ import annotations

import warnings
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from wye.call.packets import ops
from wye.numpy.arrays import as_tensor, cast, has_effect
from wye.numpy.refusals import refuses_as
from wye.numpy.table import line
from wye.numpy.writing import write_out
from wye.tensors.dtypes import to_numpy_dtype

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

aten: Any = ops.aten
_OTHER_DIRECTION: Final = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}


@cache
def _dtypes(dtype: Any) -> tuple[Any, Any]:
    """For elements of this dtype, the complex dtype of a transform and the real one of a transform back."""
    empty = np.zeros(2, to_numpy_dtype(dtype))
    return np.fft.fft(empty).dtype, np.fft.irfft(empty).dtype


def _swapped(norm: str | None) -> str:
    if norm not in _OTHER_DIRECTION:
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".')
    return _OTHER_DIRECTION[norm]


def _transformed(operator: Any, x: Any, n: int, axis: int, norm: str | None) -> Any:
    _swapped(norm)
    return operator(x, n, normalize_axis_index(axis, x.dim()), norm)


def _real(x: Any) -> Any:
    """In the real dtype that a transform of real elements computes in.

    Raises:
        TypeError: the elements are complex.
    """
    if x.is_complex():
        raise TypeError("ufunc 'rfft' not supported for the input types: its elements are complex")
    return cast(x, np.result_type(np.float32, to_numpy_dtype(x.dtype)) if x.is_floating_point() else np.dtype(float))


# ---- along one axis ----


def _of_complex(operator: Any) -> Callable[..., Any]:
    def along(x: Any, n: int | None, axis: int, norm: str | None) -> Any:
        wanted, _ = _dtypes(x.dtype)
        return _transformed(operator, cast(x, wanted), x.shape[axis] if n is None else n, axis, norm)

    return along


def _rfft(x: Any, n: int | None, axis: int, norm: str | None) -> Any:
    return _transformed(aten.fft_rfft.default, _real(x), x.shape[axis] if n is None else n, axis, norm)


def _irfft(x: Any, n: int | None, axis: int, norm: str | None) -> Any:
    wanted, real = _dtypes(x.dtype)
    n = 2 * (x.shape[axis] - 1) if n is None else n
    return cast(_transformed(aten.fft_irfft.default, cast(x, wanted), n, axis, norm), real)


def _hfft(x: Any, n: int | None, axis: int, norm: str | None) -> Any:
    return _irfft(x.conj() if x.is_complex() else x, n, axis, _swapped(norm))


def _ihfft(x: Any, n: int | None, axis: int, norm: str | None) -> Any:
    return _rfft(x, n, axis, _swapped(norm)).conj().resolve_conj()


_fft = _of_complex(aten.fft_fft.default)
_ifft = _of_complex(aten.fft_ifft.default)
_ONE: Final = {"fft": _fft, "ifft": _ifft, "rfft": _rfft, "irfft": _irfft, "hfft": _hfft, "ihfft": _ihfft}


def _define_one(name: str, transform: Callable[..., Any]) -> None:
    theirs = getattr(np.fft, name)

    @line(theirs)
    @refuses_as(theirs)
    def function(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> Any:
        return write_out(transform(as_tensor(a), n, axis, norm), out if name != "hfft" else None)  # as NumPy's hfft


# ---- along several axes ----


def _sizes(x: Any, s: Any, axes: Any, name: str) -> tuple[list[Any], list[int]]:
    """How many points there are along which axes.

    Raises:
        ValueError: there are not as many sizes as axes.
    """
    if s is not None and axes is None:
        text = "`axes` should not be `None` if `s` is not `None` (Deprecated in NumPy 2.0)."
        has_effect()
        warnings.warn(text, DeprecationWarning, stacklevel=5)
    if axes is None:
        axes = range(-len(s), 0) if s is not None else range(x.dim())
    axes = [int(axis) for axis in axes]
    sizes = [x.shape[axis] for axis in axes] if s is None else list(s)
    if len(sizes) != len(axes):
        raise ValueError("Shape and axes have different lengths.")
    if s is None and name == "irfft":
        sizes[-1] = 2 * (x.shape[axes[-1]] - 1)
    return [x.shape[axis] if size == -1 else size for size, axis in zip(sizes, axes, strict=True)], axes


def _along_all(x: Any, name: str, sizes: Sequence[Any], axes: Sequence[int], norm: str | None) -> Any:
    """The transforms in NumPy's order: that of real elements is the first, the one back to them the last."""
    steps = list(zip(sizes, axes, strict=True))
    if name in ("fft", "ifft"):
        for size, axis in reversed(steps):
            x = _ONE[name](x, size, axis, norm)
        return x
    *others, (size, axis) = steps
    if name == "rfft":
        x = _rfft(x, size, axis, norm)
        for other_size, other in reversed(others):
            x = _fft(x, other_size, other, norm)
        return x
    for other_size, other in others:
        x = _ifft(x, other_size, other, norm)
    return _irfft(x, size, axis, norm)


def _define_several(name: str, suffix: str, default: Any) -> None:
    theirs = getattr(np.fft, name + suffix)

    @line(theirs)
    @refuses_as(theirs)
    def function(a: Any, s: Any = None, axes: Any = default, norm: str | None = None, out: Any = None) -> Any:
        x = as_tensor(a)
        made = _along_all(x, name, *_sizes(x, s, axes, name), norm)
        return write_out(made, None if name + suffix == "irfft2" else out)  # as NumPy's irfft2


for _name, _transform in _ONE.items():
    _define_one(_name, _transform)
for _name in ("fft", "ifft", "rfft", "irfft"):
    _define_several(_name, "n", None)
    _define_several(_name, "2", (-2, -1))


# ---- frequencies ----


@line(np.fft.fftfreq)
def fftfreq(n: int, d: Any = 1.0, device: Any = None) -> Any:
    """The frequencies of the points of `fft`, for samples ``d`` apart."""
    return as_tensor(np.fft.fftfreq(n)) / as_tensor(d)


@line(np.fft.rfftfreq)
def rfftfreq(n: int, d: Any = 1.0, device: Any = None) -> Any:
    """The frequencies of the points of `rfft`."""
    return as_tensor(np.fft.rfftfreq(n)) / as_tensor(d)


def _rolled(x: Any, axes: Any, shift: Callable[[int], int]) -> Any:
    tensor = as_tensor(x)
    ndim = tensor.dim()
    dims = list(range(ndim) if axes is None else normalize_axis_tuple(axes, ndim, allow_duplicate=True))
    if not dims:
        return tensor.clone()
    return aten.roll.default(tensor, [shift(tensor.shape[dim]) for dim in dims], dims)


@line(np.fft.fftshift)
@refuses_as(np.fft.fftshift)
def fftshift(x: Any, axes: Any = None) -> Any:
    """The frequency 0 in the middle."""
    return _rolled(x, axes, lambda size: size // 2)


@line(np.fft.ifftshift)
@refuses_as(np.fft.ifftshift)
def ifftshift(x: Any, axes: Any = None) -> Any:
    """The frequency 0 back at the start."""
    return _rolled(x, axes, lambda size: -(size // 2))
