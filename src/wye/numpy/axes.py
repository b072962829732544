"""The ``axis``, ``keepdims`` and ``where`` arguments of NumPy's functions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from wye.numpy.arrays import as_tensor
from wye.tensors.dtypes import from_numpy_dtype, to_numpy_dtype

__all__ = ["condition", "kept", "merged", "one_axis", "reduced", "with_axis"]

_BOOL = from_numpy_dtype(np.dtype(bool))


def reduced(axis: Any, ndim: int) -> tuple[int, ...]:
    """The dimensions that a reduction goes over; None: all.

    Raises:
        AxisError: there is no such dimension.
        ValueError: one is given twice.
    """
    if axis is None:
        return tuple(range(ndim))
    if type(axis) is int and -ndim <= axis < ndim:
        return (axis % ndim,)  # quickly
    if not ndim and not isinstance(axis, tuple) and axis in (0, -1):
        return ()  # NumPy lets numbers pass for arrays of one element here
    return tuple(normalize_axis_tuple(axis, ndim))


def one_axis(axis: Any, ndim: int) -> int:
    """One dimension, counted from the first.

    Raises:
        AxisError: there is no such dimension.
    """
    return axis % ndim if type(axis) is int and -ndim <= axis < ndim else int(normalize_axis_index(axis, ndim))


def with_axis(x: Any, axis: Any) -> tuple[Any, int]:
    """A tensor and one of its dimensions; without an ``axis``, all elements in a row.

    Raises:
        AxisError: there is no such dimension.
    """
    return (x.reshape(-1), 0) if axis is None else (x, one_axis(axis, x.dim()))


def condition(where: Any) -> Any:
    """The ``where`` argument as a tensor.

    Raises:
        TypeError: its elements are no truth values.
    """
    mask = as_tensor(where)
    if mask.dtype is not _BOOL:
        raise TypeError(
            f"Cannot cast array data from {to_numpy_dtype(mask.dtype)!r} to dtype('bool') according to the rule 'safe'"
        )
    return mask


def merged(x: Any, axis: Any) -> tuple[Any, tuple[int, ...]]:
    """A tensor whose last dimension has all that a reduction goes over, and the shape of results with ``keepdims``."""
    ndim = x.dim()
    dims = tuple(range(ndim)) if axis is None else tuple(normalize_axis_tuple(axis, ndim))
    shape = kept(x.shape, dims)
    if not dims:
        return x.unsqueeze(-1), shape
    if len(dims) == ndim:
        return x.reshape(-1), shape
    rest = [d for d in range(ndim) if d not in dims]
    return x.permute(*rest, *dims).flatten(len(rest)), shape


def kept(shape: Any, dims: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of results with ``keepdims``."""
    return tuple(1 if d in dims else size for d, size in enumerate(shape))
