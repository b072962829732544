"""Interchange of data with other libraries: NumPy's protocols, DLPack, buffers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wye.tensors.dense import Tensor

__all__ = ["Interchange"]


class Interchange:
    """The part of `Tensor` that other libraries call."""

    __slots__ = ()

    def __array__(self: Tensor, dtype: Any = None, copy: bool | None = None) -> Any:  # type: ignore[misc]  # a mixin
        data = self.numpy()
        if dtype is not None and data.dtype != dtype:
            return data.astype(dtype)
        return data.copy() if copy else data
