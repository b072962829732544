"""New arrays, with the standard's arguments: a dtype, a device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wye.array_api.inspection import astype, check_device
from wye.numpy.arrays import Array, as_tensor
from wye.numpy.making import asarray as array_of

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["arange", "asarray", "empty", "eye", "from_dlpack", "full", "linspace", "made_by", "ones", "zeros"]


def _made(data: Any) -> Array:
    return Array(as_tensor(data))


def made_by(make: Callable[[], Any], dtype: Any, device: Any) -> Array:
    """An array of the numbers that a function of NumPy makes."""
    check_device(device)
    return _made(make() if dtype is None else make().astype(dtype))


def asarray(obj: Any, /, *, dtype: Any = None, device: Any = None, copy: bool | None = None) -> Array:
    """An array of numbers, lists of them, or another array."""
    check_device(device)
    if copy is False and not isinstance(obj, (Array, np.ndarray)):
        raise ValueError("Unable to avoid copy while creating an array as requested: the data is no array")
    return array_of(obj, dtype, copy=copy)


def arange(start: Any, /, stop: Any = None, step: Any = 1, *, dtype: Any = None, device: Any = None) -> Array:
    """Numbers at equal distances, the last one left out."""
    check_device(device)
    first, last = (0, start) if stop is None else (start, stop)
    return _made(np.arange(first, last, step, dtype=dtype))


def empty(shape: Any, *, dtype: Any = None, device: Any = None) -> Array:
    """An array whose elements are whatever is in its memory."""
    check_device(device)
    return _made(np.empty(shape, dtype=dtype))


def eye(n_rows: int, n_cols: int | None = None, /, *, k: int = 0, dtype: Any = None, device: Any = None) -> Array:
    """Ones on a diagonal."""
    check_device(device)
    return _made(np.eye(n_rows, n_cols, k=k, dtype=float if dtype is None else dtype))


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Array:
    """An array over the memory of another library's."""
    check_device(device)
    if isinstance(x, Array):
        return Array(x._tensor.clone() if copy else x._tensor)
    data = np.from_dlpack(x)
    return _made(data.copy() if copy else data)


def full(shape: Any, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Array:
    """One number everywhere."""
    check_device(device)
    if isinstance(fill_value, Array):
        made = fill_value if dtype is None else astype(fill_value, dtype)
        return Array(made._tensor.expand(tuple(np.empty(shape, "V0").shape)).clone())
    return _made(np.full(shape, np.asarray(fill_value, dtype)))  # in two steps: refuses what the dtype does not hold


def linspace(
    start: Any, stop: Any, /, num: int, *, dtype: Any = None, device: Any = None, endpoint: bool = True
) -> Array:
    """Numbers at equal distances, how many is given."""
    check_device(device)
    return _made(np.linspace(start, stop, num, dtype=dtype, endpoint=endpoint))


def ones(shape: Any, *, dtype: Any = None, device: Any = None) -> Array:
    """Ones."""
    check_device(device)
    return _made(np.ones(shape, dtype=dtype))


def zeros(shape: Any, *, dtype: Any = None, device: Any = None) -> Array:
    """Zeros."""
    check_device(device)
    return _made(np.zeros(shape, dtype=dtype))
