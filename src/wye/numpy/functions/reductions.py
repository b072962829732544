"""Sums, products, extremes, means."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.call.packets import ops
from wye.numpy.arrays import as_tensor
from wye.numpy.table import line

aten: Any = ops.aten


@line(np.sum)
def sum_(a: Any, axis: Any = None) -> Any:
    """A first line."""
    x = as_tensor(a)
    return x.sum() if axis is None else x.sum(axis)
