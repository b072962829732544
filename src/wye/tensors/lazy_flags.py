"""Sets the flags that make a tensor the conjugate or the negative of its memory.

Cold path: views with these flags are made by operators.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wye.keys import DispatchKey, DispatchKeySet

if TYPE_CHECKING:
    from wye.tensors.dense import Tensor

__all__ = ["set_conj", "set_neg"]


def _set(tensor: Tensor, key: DispatchKey, value: bool) -> None:
    keys = DispatchKeySet.raw(tensor._keys.bits)
    tensor._keys = keys.add(key) if value else keys.remove(key)


def set_conj(tensor: Tensor, value: bool) -> None:
    """Set or clear a tensor's conjugate flag.

    Raises:
        RuntimeError: it is not complex.
    """
    if not tensor.dtype.is_complex:
        raise RuntimeError("Setting conjugate bit is only allowed on complex tensors")
    _set(tensor, DispatchKey.Conjugate, value)


def set_neg(tensor: Tensor, value: bool) -> None:
    """Set or clear a tensor's negative flag."""
    _set(tensor, DispatchKey.Negative, value)
