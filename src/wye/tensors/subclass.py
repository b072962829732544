"""Tensor subclasses: making them, and finding out which tensors behave like one.

A subclass whose ``__wye_dispatch__`` handles calls has the Python key; any other one is a plain tensor to the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import wye.shown as shown
from wye._engine import engine
from wye.call.packets import ops
from wye.keys import DispatchKeySet
from wye.schema.values import DTYPES
from wye.schema.values import device as as_device
from wye.tensors.asking import questions
from wye.tensors.dense import CPU, Tensor
from wye.tensors.dtypes import to_numpy_dtype
from wye.tensors.meta_array import MetaArray
from wye.tensors.seen_members import dtype_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wye.schema.values import device, dtype, layout, memory_format

_T = TypeVar("_T", bound=Tensor)

__all__ = ["as_subclass", "is_tensor_subclass_like", "make_subclass", "make_wrapper_subclass"]

_META: Final = 1 << 15  # the backend's bit alone, whatever the functionality
_LIKE: Final = DispatchKeySet(
    "Python", "FuncTorchGradWrapper", "FuncTorchBatched", "Functionalize", "Batched", "Sparse", "SparseCsr"
)
_FLOAT: Final = DTYPES["float32"]


def is_tensor_subclass_like(tensor: Any) -> bool:
    """Does ``tensor`` have keys that make operators behave differently from plain data?"""
    keys = engine.keys_of(tensor)
    return keys is not None and (keys.bits & _LIKE.bits != 0 or keys.bits & _META != 0)


def _checked_class(cls: Any) -> Any:
    if not isinstance(cls, type):
        raise TypeError(f"cls must be a type (got {type(cls).__name__})")
    if not issubclass(cls, Tensor):
        raise TypeError(f"cls must be a type that inherits from Tensor (got {cls.__name__})")
    return cls


def _as_it_is(cls: type, seen: Any) -> Any:
    """Check that what a handler returned is a ``cls``: it cannot be converted to one.

    Raises:
        RuntimeError: it is something else.
    """
    if isinstance(seen, cls):
        return seen
    raise RuntimeError(
        f"Creating a new Tensor subclass {cls.__name__} but the raw Tensor object is already associated to a python "
        f"object of type {type(seen).__name__} which is not a subclass of the requested type"
    )


def as_subclass(self: Tensor, cls: type) -> Any:
    """The same memory as a tensor of a subclass."""
    if self._handles_calls:
        return _as_it_is(_checked_class(cls), ops.aten.alias.default(self))
    if not (isinstance(cls, type) and issubclass(cls, Tensor)):
        _checked_class(cls)
    made = cls._view_of(self, self._data)  # type: ignore[attr-defined]  # it is a class of tensors
    if self._requires_grad:  # its history goes through an alias, as in PyTorch
        alias = ops.aten.alias.default(self)
        made._requires_grad, made._autograd = alias._requires_grad, alias._autograd
    return made


def make_subclass(
    cls: type[_T],
    data: Tensor,
    require_grad: bool = False,
    *,
    dispatch_sizes_strides_policy: str | None = None,
    dispatch_device: bool = False,
    dispatch_layout: bool = False,
    device_for_backend_keys: device | None = None,
) -> _T:
    """A tensor of class ``cls`` that shares the data of ``data``.

    Args:
        cls: The subclass.
        data: The tensor whose memory and version it shares; it is not a view of it.
        require_grad: Shall gradients be computed for it?
        dispatch_sizes_strides_policy: ``"strides"`` or ``"sizes"``: its handler answers what these are.
        dispatch_device: Its handler answers where it is.
        dispatch_layout: Its handler answers what layout it has.
        device_for_backend_keys: Accepted for PyTorch's sake: the keys are those of the device of ``data``.

    Raises:
        RuntimeError: ``data`` is a tensor of a class with a handler that is no ``cls``, or gradients are asked for
            that its dtype cannot have.
        TypeError: ``cls`` is not a tensor class, or ``data`` is not a tensor.
    """
    _checked_class(cls)
    if not isinstance(data, Tensor):
        raise TypeError(f"_make_subclass(): argument 'data' (position 2) must be Tensor, not {type(data).__name__}")
    if data._handles_calls:
        return _as_it_is(cls, data.detach())  # type: ignore[no-any-return]
    of = dtype_of(data) if require_grad else None
    if of is not None and not (of.is_floating_point or of.is_complex):
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    made = cls._view_of(data, data._data, is_view=False)
    if dispatch_sizes_strides_policy is not None or dispatch_device or dispatch_layout:
        made._asks = questions(dispatch_sizes_strides_policy, dispatch_device, dispatch_layout)
    return made._begin_as_leaf() if require_grad else made


def _wrapper_keys_of(cls: Any) -> DispatchKeySet:
    """The keys of a wrapper of class ``cls`` on the CPU, remembered by the class.

    Raises:
        TypeError: ``cls`` is not a tensor class with a handler.
    """
    if not _checked_class(cls)._handles_calls:
        raise TypeError(f"{cls.__name__} must define {shown.handler('__wye_dispatch__')}")
    found: DispatchKeySet = cls._keys_on(CPU)
    cls._wrapper_keys = found
    return found


def make_wrapper_subclass(
    cls: type[_T],
    size: Iterable[int],
    strides: Iterable[int] | None = None,
    storage_offset: int | None = None,
    memory_format: memory_format | None = None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
    dispatch_sizes_strides_policy: str | None = None,
    dispatch_device: bool = False,
    dispatch_layout: bool = False,
    _extra_dispatch_keys: DispatchKeySet | None = None,
    storage_size: int | None = None,
) -> _T:
    """A tensor of class ``cls`` without data of its own: its ``__wye_dispatch__`` supplies the behaviour.

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
        dispatch_sizes_strides_policy: ``"strides"`` or ``"sizes"``: its handler answers what these are.
        dispatch_device: Its handler answers where it is.
        dispatch_layout: Its handler answers what layout it has.
        _extra_dispatch_keys: Keys that it has beside those of its device.
        storage_size: The bytes of the storage that it shows.

    Raises:
        TypeError: ``cls`` is not a tensor class with a handler.
        ValueError: an unknown policy.
    """
    keys = getattr(cls, "_wrapper_keys", None) or _wrapper_keys_of(cls)
    shown = to_numpy_dtype(_FLOAT if dtype is None else dtype)
    shape = size if type(size) is tuple else tuple(size)
    for n in shape:  # one by one: symbolic sizes are not compared with each other
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: {list(shape)}")
    steps = None if strides is None else tuple(strides)
    data = MetaArray(shape, shown, steps, 0 if storage_offset is None else storage_offset)
    if device is None or device is CPU or device == "cpu":
        made: _T = engine.wrap(data, cls, keys)
    else:
        made = cls._over(data, as_device(device))
    if dispatch_sizes_strides_policy is not None or dispatch_device or dispatch_layout:
        made._asks = questions(dispatch_sizes_strides_policy, dispatch_device, dispatch_layout)
    if _extra_dispatch_keys is not None:
        made._keys = made._keys | _extra_dispatch_keys
    if storage_size is not None:
        made._show(data, type(made._storage)._without_data(storage_size, made._device))
    return made._begin_as_leaf() if requires_grad else made
