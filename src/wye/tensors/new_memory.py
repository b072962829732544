"""Values in memory that nothing was written to, where programs want results that are the same every time.

`empty` and `resize_` leave what the memory held, unless `use_deterministic_algorithms` asks for more.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np

from wye.process_settings import fills_new_memory
from wye.tensors.meta_array import MetaArray

__all__ = ["fill_new"]


def fill_new(array: Any) -> Any:
    """An array without values, as `empty` returns it: filled where deterministic algorithms are wanted."""
    if fills_new_memory() and type(array) is not MetaArray:
        array.fill(_filler(array.dtype))
    return array


@cache
def _filler(dtype: Any) -> Any:
    """NaN, or the largest value of a dtype without NaN."""
    if dtype.kind == "b":
        return True
    return np.iinfo(dtype).max if dtype.kind in "iu" else dtype.type(math.nan)
