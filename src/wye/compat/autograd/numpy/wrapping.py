"""Functions of NumPy that see traced arrays in lists too, where NumPy itself would not ask them."""

from __future__ import annotations

import functools
from types import BuiltinFunctionType, FunctionType
from typing import Any

import numpy as np

import wye.numpy
from wye.numpy import Array
from wye.numpy.arrays import as_tensor, holds_arrays
from wye.numpy.calls import array_function

__all__ = ["array", "c_", "make_diagonal", "r_", "where", "wrapped"]


def _is_function(theirs: Any) -> bool:
    return isinstance(theirs, (FunctionType, BuiltinFunctionType, type(np.sum)))


def wrapped(theirs: Any) -> Any:
    """What `autograd.numpy` has for a value of NumPy's: functions that take lists of traced arrays; others themselves.

    Universal functions are NumPy's own: NumPy asks traced arrays for them.
    """
    if not _is_function(theirs):
        return theirs

    @functools.wraps(theirs)
    def function(*args: Any, **kwargs: Any) -> Any:
        if holds_arrays(args) or (kwargs and holds_arrays(list(kwargs.values()))):
            return array_function(Array, theirs, (Array,), args, kwargs)
        return theirs(*args, **kwargs)

    return function


@functools.wraps(np.array)
def array(a: Any, *args: Any, **kwargs: Any) -> Any:
    """An ndarray of data, or a traced array of data that holds traced arrays."""
    if not holds_arrays(a):
        return np.array(a, *args, **kwargs)
    return wye.numpy.array(a, *args, **kwargs)


class _Joined:
    """`numpy.r_` and `numpy.c_`, whose parts may be traced."""

    def __init__(self, theirs: Any) -> None:
        self._theirs = theirs

    def __getitem__(self, parts: Any) -> Any:
        found = self._theirs[parts]
        return Array(as_tensor(found)) if holds_arrays(found) else found


r_, c_ = _Joined(np.r_), _Joined(np.c_)


def where(condition: Any, *args: Any, **kwargs: Any) -> Any:
    """`numpy.where`; numbers and lists of Python where nothing else is given.

    Raises:
        ValueError: one of ``x`` and ``y`` is missing.
    """
    if not args and not kwargs:
        return wrapped(np.where)(condition)
    if len(args) + len(kwargs) != 2:
        raise ValueError("either both or neither of x and y should be given")
    x = args[0] if args else kwargs["x"]
    y = args[1] if len(args) > 1 else kwargs["y"]
    found = wrapped(np.where)(condition, x, y)
    return found if any(map(_holds_numpys, (condition, x, y))) else found.tolist()


def _holds_numpys(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_holds_numpys, value))
    return isinstance(value, (Array, np.ndarray, np.generic))


def make_diagonal(D: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:  # noqa: N803 - autograd's name
    """Matrices with these diagonals in the last two dimensions.

    Raises:
        ValueError: other dimensions are asked for.
    """
    if not (offset == 0 and axis1 == -1 and axis2 == -2):
        raise ValueError("make_diagonal takes offset=0, axis1=-1, axis2=-2")
    return np.expand_dims(D, -1) * np.eye(np.shape(D)[-1])
