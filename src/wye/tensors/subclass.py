"""Tensor subclasses: making them, and telling which tensors behave like one.

A subclass whose ``__wye_dispatch__`` handles calls has the Python key; any other one is a plain tensor to the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from wye._engine import engine
from wye.keys import DispatchKeySet
from wye.schema.values import DTYPES
from wye.schema.values import device as as_device
from wye.tensors.dense import Tensor

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wye.schema.values import device, dtype

_T = TypeVar("_T", bound=Tensor)

__all__ = ["is_tensor_subclass_like", "make_subclass", "make_wrapper_subclass"]

_META: Final = 1 << 15  # the backend's bit alone, whatever the functionality
_LIKE: Final = DispatchKeySet(
    "Python", "FuncTorchGradWrapper", "FuncTorchBatched", "Functionalize", "Batched", "Sparse", "SparseCsr"
)


def is_tensor_subclass_like(tensor: Any) -> bool:
    """Does ``tensor`` have keys that take operators away from plain data?"""
    keys = engine.keys_of(tensor)
    return keys is not None and (keys.bits & _LIKE.bits != 0 or keys.bits & _META != 0)


def make_subclass(cls: type[_T], data: Tensor) -> _T:
    """A tensor of class ``cls`` that shares the data of ``data``."""
    if not issubclass(cls, Tensor):
        raise TypeError(f"make_subclass() takes a subclass of Tensor, not {cls!r}")
    return cls._make(data._data, data.device, data.dtype, data.shape)


def make_wrapper_subclass(
    cls: type[_T], size: Iterable[int], *, dtype: dtype | None = None, device: device | str = "cpu"
) -> _T:
    """A tensor of class ``cls`` without data of its own: its ``__wye_dispatch__`` knows what is behind it.

    Args:
        cls: The subclass; it must have a ``__wye_dispatch__``.
        size: The shape it shows.
        dtype: The dtype it shows; ``float32`` by default.
        device: The device it shows.
    """
    if not (isinstance(cls, type) and issubclass(cls, Tensor) and cls._handles_calls):
        raise TypeError(f"make_wrapper_subclass() takes a subclass of Tensor with a __wye_dispatch__, not {cls!r}")
    shown = DTYPES["float32"] if dtype is None else dtype
    return cls._make(None, as_device(device), shown, tuple(int(n) for n in size))
