"""Decompositions and transforms by NumPy's compiled functions, without the Python around them.

`numpy.linalg` and `numpy.fft` prepare several microseconds for what takes one on a small matrix.  Each function here
does what its namesake there does: decompositions of real floats compute in float64 and round once.
Single small systems are solved by the engine.  Where NumPy has not the compiled function under its name, or a
decomposition fails, the result is None: the caller then asks NumPy's own function, which raises.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye._engine import engine
from wye.tensors.numpy_engine import QUIET

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "cholesky",
    "eig",
    "eigh",
    "fft",
    "identity",
    "inverse",
    "irfft",
    "qr",
    "rfft",
    "solve",
    "solve_complex",
    "svd",
    "wide_inverse",
]


def _compiled(module: str, *names: str) -> list[Any]:
    """NumPy's functions by name; None for one that this version has not."""
    try:
        found = import_module(module)
    except ImportError:
        return [None] * len(names)
    return [getattr(found, name, None) for name in names]


_cholesky, _eigh, _eigvalsh, _eig, _solve, _inv, _svd, _svd_full, _svd_short, _qr_raw, _qr_reduced = _compiled(
    "numpy.linalg._umath_linalg", "cholesky_lo", "eigh_lo", "eigvalsh_lo", "eig", "solve", "inv", "svd", "svd_f",
    "svd_s", "qr_r_raw", "qr_reduced",
)  # fmt: skip
_fft, _ifft, _irfft, _rfft_even, _rfft_odd = _compiled(
    "numpy.fft._pocketfft_umath", "fft", "ifft", "irfft", "rfft_n_even", "rfft_n_odd"
)
_SMALL: Final = 1 << 12  # elements; for larger arrays, the time before the computation does not matter
_COMPLEX: Final[dict[str, Any]] = {"f": np.dtype("F"), "d": np.dtype("D")}


_ONE_STEP: Final = 256  # elements of a matrix that the engine may take


def _takes(function: Any, *arrays: Any) -> bool:
    """Is there the function, and are these small arrays of real floats with elements?"""
    if function is None:
        return False
    for one in arrays:  # noqa: SIM110 - in half the time of a generator
        if one.dtype.char not in "fd" or not 0 < one.size <= _SMALL:
            return False
    return True


def _checked(dtype: Any, *results: Any) -> Any:
    """Results in their dtype, if all are finite: a decomposition that fails gives NaN."""
    for one in results:
        total = np.add.reduce(one, None)
        if not abs(total) < np.inf:
            return None
    rounded = [one if one.dtype.char in (dtype.char, "D") else one.astype(dtype) for one in results]
    return rounded[0] if len(rounded) == 1 else tuple(rounded)


def _run(function: Any, signature: str, *arrays: Any) -> Any:
    variable, quiet = QUIET  # what `np.errstate` does, in a fifth of its time
    token = variable.set(quiet)
    try:
        return function(*arrays, signature=signature)
    finally:
        variable.reset(token)


def cholesky(a: Any) -> Any:
    """Lower Cholesky factors."""
    return _checked(a.dtype, _run(_cholesky, "d->d", a)) if _takes(_cholesky, a) else None


def eigh(a: Any, triangle: str, vectors: bool) -> Any:
    """Eigenvalues of symmetric matrices, given by their lower triangles, and the vectors if they are wanted."""
    function = _eigh if vectors else _eigvalsh
    if triangle != "L" or not _takes(function, a):
        return None
    found = _run(function, "d->dd" if vectors else "d->d", a)
    return _checked(a.dtype, *(found if vectors else (found,)))


def eig(a: Any) -> Any:
    """Eigenvalues and vectors, complex."""
    return _checked(a.dtype, *_run(_eig, "d->DD", a)) if _takes(_eig, a) else None


def solve(a: Any, b: Any) -> Any:
    """The solution of AX = B."""
    small = engine.solve_small(a, b, False) if a.ndim == b.ndim == 2 else None
    if small is not None:
        return small
    if not _takes(_solve, a, b) or a.dtype is not b.dtype:
        return None
    return _checked(a.dtype, _run(_solve, "dd->d", a, b))


def solve_complex(a: Any, b: Any) -> Any:
    """The solution of AX = B in complex numbers."""
    if _solve is None or not 0 < a.size <= _SMALL or a.dtype.char not in "FD":
        return None
    found = _checked(a.dtype, _run(_solve, "DD->D", a, b))
    return None if found is None else found.astype(a.dtype, copy=False)


@lru_cache(64)
def identity(n: int, dtype: Any) -> Any:
    """Ones on the diagonal; it is shared, so nobody writes to it."""
    made = np.eye(n, dtype=dtype)
    made.flags.writeable = False
    return made


def _small_inverse(a: Any) -> Any:
    """The inverse of one small matrix; None: it has none, or is another kind."""
    if a.ndim != 2 or not 0 < a.size <= _ONE_STEP:
        return None
    return engine.solve_small(a, identity(len(a), a.dtype), False)


def inverse(a: Any) -> Any:
    """The inverse of square matrices."""
    small = _small_inverse(a)
    if small is not None:
        return small
    return _checked(a.dtype, _run(_inv, "d->d", a)) if _takes(_inv, a) else None


def wide_inverse(a: Any) -> Any:
    """The inverse of square matrices in float64; None also where one has none."""
    small = _small_inverse(a) if a.dtype.char == "d" else None
    if small is not None:
        return small
    if not _takes(_inv, a):
        return None
    found = _run(_inv, "d->d", a)
    return found if abs(np.add.reduce(found, None)) < np.inf else None


def svd(a: Any, full_matrices: bool, vectors: bool) -> Any:
    """Singular values, and the vectors on both sides if they are wanted."""
    function = (_svd_full if full_matrices else _svd_short) if vectors else _svd
    if not _takes(function, a):
        return None
    if vectors:
        return _checked(a.dtype, *_run(function, "d->ddd", a))
    return _checked(a.dtype, _run(function, "d->d", a))


def qr(a: Any) -> Any:
    """Orthonormal columns and a triangular matrix."""
    if not _takes(_qr_reduced, a) or _qr_raw is None:
        return None
    packed = a.astype(np.float64)
    factors = _run(_qr_raw, "d->d", packed)
    q = _run(_qr_reduced, "dd->d", packed, factors)
    rows, columns = min(a.shape[-2:]), a.shape[-1]
    r = packed[..., :rows, :]
    return _checked(a.dtype, q, np.where(_upper(rows, columns), r, 0.0))


@lru_cache(maxsize=64)
def _upper(rows: int, columns: int) -> Any:
    return np.less_equal.outer(np.arange(rows), np.arange(columns))


# ---- Fourier transforms ----


def _axes(axis: int, ndim: int) -> dict[str, Any]:
    return {} if axis == ndim - 1 else {"axes": [(axis,), (), (axis,)]}


def rfft(a: Any, axis: int) -> Any:
    """The first half of the spectrum of real points."""
    size = a.shape[axis]
    function = _rfft_odd if size % 2 else _rfft_even
    if not _takes(function, a):
        return None
    axis %= a.ndim
    out = np.empty((*a.shape[:axis], size // 2 + 1, *a.shape[axis + 1 :]), _COMPLEX[a.dtype.char])
    return function(a, 1, out=out, **_axes(axis, a.ndim))


def fft(a: Any, axes: Sequence[int], forward: bool) -> Any:
    """The transform of complex points along several dimensions, without a factor."""
    function = _fft if forward else _ifft
    if function is None or a.dtype.char not in "FD" or not 0 < a.size <= _SMALL:
        return None
    for axis in reversed(axes):
        a = function(a, 1, out=np.empty(a.shape, a.dtype), **_axes(axis % a.ndim, a.ndim))
    return a


def irfft(a: Any, size: int, axis: int) -> Any:
    """Real points from the first half of their spectrum, without a factor."""
    if _irfft is None or a.dtype.char not in "FD" or not 0 < a.size <= _SMALL:
        return None
    axis %= a.ndim
    out = np.empty((*a.shape[:axis], size, *a.shape[axis + 1 :]), a.real.dtype)
    return _irfft(a, 1, out=out, **_axes(axis, a.ndim))
