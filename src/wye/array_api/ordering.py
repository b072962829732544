"""Sorting, with the standard's arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.numpy.arrays import Array, as_tensor

__all__ = ["argsort", "sort"]


def _sorted(x: Any, axis: int, descending: bool, stable: bool) -> Any:
    tensor = as_tensor(x)
    if not tensor.dim():
        raise np.exceptions.AxisError(axis, 0)
    return tensor.sort(dim=axis, descending=descending, stable=stable)


def sort(x: Any, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Array:
    """The elements along an axis in order."""
    return Array(_sorted(x, axis, descending, stable)[0])


def argsort(x: Any, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Array:
    """Where the elements along an axis are that stand there when they are in order."""
    return Array(_sorted(x, axis, descending, stable)[1])
