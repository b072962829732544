"""How tensors are shown."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from wye.tensors.meta_array import MetaArray

if TYPE_CHECKING:
    from wye.tensors.dense import Tensor

__all__ = ["html_text", "tensor_text"]


def tensor_text(tensor: Tensor) -> str:
    """The tensor as `repr` shows it."""
    if type(tensor._data) is MetaArray:
        return f"tensor(..., device={str(tensor.device)!r}, size={tuple(tensor.shape)}, dtype={tensor.dtype})"
    import numpy as np  # here: there is data, so NumPy is loaded

    body = np.array2string(tensor._resolved()._data, separator=", ", prefix="tensor(")
    implied = tensor.dtype.name in ("float32", "int64", "bool", "complex64")
    return f"tensor({body})" if implied else f"tensor({body}, dtype={tensor.dtype})"


def html_text(tensor: Any) -> str:
    """The tensor as a notebook shows it."""
    return f"<pre>{escape(tensor_text(tensor))}</pre>"
