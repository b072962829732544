"""Arrays made of other data."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.numpy.arrays import Array, are_copied, as_tensor, well_laid_out
from wye.numpy.fresh import lifted
from wye.tensors import Tensor

__all__ = ["array", "asarray", "stop_gradient"]


def _can_be_shared(a: Any) -> bool:
    return not isinstance(a, np.ndarray) or not a.size or np.may_share_memory(well_laid_out(a), a)


def asarray(a: Any, dtype: Any = None, order: Any = None, *, copy: bool | None = None) -> Array:
    """An array over data: an ndarray, a tensor, numbers, lists of them.

    Args:
        a: The data.
        dtype: That of the elements; None: as NumPy chooses.
        order: Taken as NumPy's; the memory is that of the data where it can be.
        copy: True: memory of its own; False: an error where the data's memory cannot be used.

    Raises:
        ValueError: a copy is needed, as in a function that is differentiated, and ``copy`` is false.
    """
    wanted = None if dtype is None else np.dtype(dtype)
    has_memory = isinstance(a, (Array, np.ndarray, Tensor))
    tensor = as_tensor(a, None if has_memory else wanted)
    if type(a) is not Array and not isinstance(a, Tensor):
        tensor = lifted(tensor)
    made = as_tensor(tensor, wanted)
    is_same = made is tensor and has_memory
    if copy is False and (not (is_same and _can_be_shared(a)) or (isinstance(a, np.ndarray) and are_copied())):
        raise ValueError("Unable to avoid copy while creating an array as requested.")
    if copy and is_same:
        made = made.clone()
    return a if type(a) is Array and made is a._tensor else Array(made)


def array(a: Any, dtype: Any = None, *, copy: bool | None = True, order: Any = "K", ndmin: int = 0) -> Array:
    """A new array of data: an ndarray, numbers, lists of them; ``ndmin`` is how many dimensions it has at least."""
    made = asarray(a, dtype, order, copy=copy)
    missing = ndmin - made._tensor.dim()
    return made if missing <= 0 else Array(made._tensor.reshape((1,) * missing + tuple(made._tensor.shape)))


def stop_gradient(x: Any) -> Array:
    """The values of an array, which no gradient follows."""
    return Array(as_tensor(x).detach())
