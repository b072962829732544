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
from wye.tensors.dtypes import to_numpy_dtype
from wye.tensors.meta_array import MetaArray

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wye.schema.values import device, dtype, layout, memory_format

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


def make_subclass(cls: type[_T], data: Tensor, require_grad: bool = False) -> _T:
    """A tensor of class ``cls`` that shares the data of ``data``."""
    if not (isinstance(cls, type) and issubclass(cls, Tensor)):
        raise TypeError(f"make_subclass() takes a subclass of Tensor, not {cls!r}")
    if not isinstance(data, Tensor):
        raise TypeError(f"make_subclass(): argument 'data' must be Tensor, not {type(data).__name__}")
    made = cls._view_of(data, data._data)
    return made.requires_grad_() if require_grad else made


def make_wrapper_subclass(
    cls: type[_T],
    size: Iterable[int],
    strides: Iterable[int] | None = None,
    storage_offset: int | None = None,
    memory_format: memory_format | None = None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str = "cpu",
    pin_memory: bool = False,
    requires_grad: bool = False,
    dispatch_sizes_strides_policy: str | None = None,
    dispatch_device: bool = False,
    dispatch_layout: bool = False,
) -> _T:
    """A tensor of class ``cls`` without data of its own: its ``__wye_dispatch__`` knows what is behind it.

    Args:
        cls: The subclass; it must have a ``__wye_dispatch__``.
        size: The shape it shows.
        strides: The strides it shows; contiguous by default.
        storage_offset: The offset it shows.
        memory_format: Accepted for PyTorch's sake; `strides` say it.
        dtype: The dtype it shows; ``float32`` by default.
        layout: Accepted for PyTorch's sake; always strided.
        device: The device it shows.
        pin_memory: Accepted for PyTorch's sake.
        requires_grad: Shall gradients be computed for it?
        dispatch_sizes_strides_policy: Accepted for PyTorch's sake: what it shows is what it was given.
        dispatch_device: The same.
        dispatch_layout: The same.
    """
    if not (isinstance(cls, type) and issubclass(cls, Tensor) and cls._handles_calls):
        raise TypeError(f"make_wrapper_subclass() takes a subclass of Tensor with a __wye_dispatch__, not {cls!r}")
    if dispatch_sizes_strides_policy not in (None, "strides", "sizes"):
        raise ValueError(
            f"Unknown sizes_strides_policy: {dispatch_sizes_strides_policy}; expected 'strides' or 'sizes'"
        )
    shown = to_numpy_dtype(DTYPES["float32"] if dtype is None else dtype)
    steps = None if strides is None else tuple(int(n) * shown.itemsize for n in strides)
    start = (storage_offset or 0) * shown.itemsize
    made = cls._over(MetaArray(tuple(int(n) for n in size), shown, steps, start), as_device(device))
    return made.requires_grad_() if requires_grad else made
