"""Functions whose results or defaults are others in NumPy."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from wye import numpy as wye_numpy
from wye.numpy.arrays import Array, as_tensor

__all__ = [
    "broadcast_arrays", "clip", "diff", "expand_dims", "floor_divide", "full_like", "meshgrid", "repeat", "sign", "std",
    "var",
]  # fmt: skip

_INEXACT: Final = "fc"


def broadcast_arrays(*arrays: Any) -> list[Array]:
    """The arrays in the shape that they have together; NumPy gives a tuple."""
    return list(wye_numpy.broadcast_arrays(*arrays))


def clip(x: Any, /, min: Any = None, max: Any = None) -> Array:
    """The elements, none below ``min`` nor above ``max``, in their own dtype."""
    found = wye_numpy.clip(x, min, max)
    wanted = as_array(x).dtype
    return found if found.dtype == wanted else found.astype(wanted)  # type: ignore[no-any-return]


def diff(x: Any, /, *, axis: int = -1, n: int = 1, prepend: Any = None, append: Any = None) -> Array:
    """Differences of neighbours; None stands for no ends, which NumPy has another word for."""
    ends = {name: one for name, one in (("prepend", prepend), ("append", append)) if one is not None}
    return wye_numpy.diff(x, n, axis, **ends)  # type: ignore[no-any-return]


def as_array(x: Any) -> Any:
    """The argument itself, or an array of numbers."""
    return x if type(x) is Array else Array(as_tensor(x))


def expand_dims(x: Any, /, axis: int = 0) -> Array:
    """One more dimension, of size one."""
    return wye_numpy.expand_dims(x, axis)  # type: ignore[no-any-return]


def floor_divide(x1: Any, x2: Any, /) -> Array:
    """Quotients, rounded down; of and by infinities they are as when divided, while NumPy has NaN and -1 for some."""
    found = wye_numpy.floor_divide(x1, x2)
    if found.dtype.kind != "f":
        return found  # type: ignore[no-any-return]
    has_infinity = wye_numpy.logical_or(wye_numpy.isinf(x1), wye_numpy.isinf(x2))
    return wye_numpy.where(has_infinity, wye_numpy.divide(x1, x2), found)  # type: ignore[no-any-return]


def full_like(x: Any, /, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Array:
    """One number everywhere, in the shape of another array; NumPy drops imaginary parts."""
    if type(fill_value) is not Array:
        np.asarray(fill_value, as_array(x).dtype if dtype is None else dtype)  # refuses what the dtype does not hold
    return wye_numpy.full_like(x, fill_value, dtype=dtype, device=device)  # type: ignore[no-any-return]


def meshgrid(*arrays: Any, indexing: str = "xy") -> list[Array]:
    """Coordinates of a grid; NumPy gives a tuple."""
    return list(wye_numpy.meshgrid(*arrays, indexing=indexing))


def repeat(x: Any, repeats: Any, /, *, axis: int | None = None) -> Array:
    """Each element several times; how often may be of any integer dtype, uint64 too, and of any where it is empty."""
    counts = as_array(repeats)
    if counts.dtype.kind == "u" or not counts.size:
        counts = counts.astype(np.int64)
    return wye_numpy.repeat(x, counts, axis=axis)  # type: ignore[no-any-return]


def sign(x: Any, /) -> Array:
    """The signs, of complex numbers their directions; NaN where a part is NaN, for which NumPy has others."""
    found = wye_numpy.sign(x)
    if found.dtype.kind != "c":
        return found  # type: ignore[no-any-return]
    return wye_numpy.where(wye_numpy.isnan(x), complex(math.nan, math.nan), found)  # type: ignore[no-any-return]


def _spread(name: str, x: Any, axis: Any, correction: float, keepdims: bool) -> Array:
    array = as_array(x)
    found = getattr(wye_numpy, name)(array, axis=axis, ddof=correction, keepdims=keepdims)
    axes = range(array.ndim) if axis is None else (axis if isinstance(axis, tuple) else (axis,))
    count = math.prod(array.shape[one] for one in axes)
    if count - correction <= 0 and found.dtype.kind in _INEXACT:  # NumPy: infinity where the correction is larger
        return found * np.nan  # type: ignore[no-any-return]
    return found  # type: ignore[no-any-return]


def std(x: Any, /, axis: Any = None, *, correction: float = 0.0, keepdims: bool = False) -> Array:
    """The standard deviation; NaN where there are no more elements than the correction."""
    return _spread("std", x, axis, correction, keepdims)


def var(x: Any, /, axis: Any = None, *, correction: float = 0.0, keepdims: bool = False) -> Array:
    """The variance; NaN where there are no more elements than the correction."""
    return _spread("var", x, axis, correction, keepdims)
