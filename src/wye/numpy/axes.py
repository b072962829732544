"""The ``axis`` and ``keepdims`` arguments of NumPy's functions."""

from __future__ import annotations

from typing import Any

from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

__all__ = ["kept", "merged", "one_axis", "reduced"]


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
