"""Gradients beside finite differences, for the examples in plain NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import wye

if TYPE_CHECKING:
    from collections.abc import Callable


def differences(function: Callable[[Any], Any], point: Any, step: float = 1e-6) -> Any:
    """The gradient of a function of one array, by central differences."""
    found = np.zeros_like(point)
    for place in np.ndindex(point.shape):
        shift = np.zeros_like(point)
        shift[place] = step
        found[place] = (function(point + shift) - function(point - shift)) / (2 * step)
    return found


def gap(function: Callable[[Any], Any], point: Any, step: float = 1e-6) -> float:
    """How far `wye.grad` and finite differences are apart, at most, where the largest slope counts as one."""
    slope = differences(function, point, step)
    return float(np.abs(wye.grad(function)(point) - slope).max() / max(1.0, np.abs(slope).max()))
