"""``out=`` of functions that are not universal: the result in an array that the program gave."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.numpy.arrays import Array, as_ndarray, has_layer
from wye.tensors import Tensor
from wye.tensors.dtypes import to_numpy_dtype

__all__ = ["write_out"]


def write_out(result: Any, out: Any, casting: Any = "same_kind") -> Any:
    """A result, in ``out`` if there is one.

    Raises:
        ValueError: ``out`` has another shape.
        TypeError: its dtype cannot hold the result, or it is an ndarray and a layer follows the result.
    """
    if type(out) is tuple:
        out = out[0] if out else None
    if out is None:
        return result
    if not isinstance(out, (Array, Tensor, np.ndarray)):
        raise TypeError("return arrays must be of ArrayType")
    tensor: Any = out._tensor if type(out) is Array else out
    if tuple(tensor.shape) != tuple(result.shape):
        raise ValueError(
            f"output array has wrong dimensions: {tuple(tensor.shape)} for a result of {tuple(result.shape)}"
        )
    given = to_numpy_dtype(result.dtype)
    wanted = out.dtype if isinstance(out, np.ndarray) else to_numpy_dtype(tensor.dtype)
    if not np.can_cast(given, wanted, casting):
        raise TypeError(f"Cannot cast output from {given!r} to {wanted!r} with casting rule '{casting}'")
    if not isinstance(out, np.ndarray):
        tensor.copy_(result)
    elif has_layer((result,)):
        raise TypeError("out= is an ndarray, which would lose what follows the result: give an array of wye, or none")
    else:
        np.copyto(out, as_ndarray(result), casting=casting)
    return out
