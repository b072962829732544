"""Tensors over memory of other libraries: DLPack, buffers, anything array-like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.call.packets import ops
from wye.modes import function as functions
from wye.schema.values import device as device_type
from wye.tensors.dense import Tensor
from wye.tensors.dlpack import array_of
from wye.tensors.dtypes import get_default_dtype, to_numpy_dtype
from wye.tensors.making import from_numpy, tensor, unseen_from_numpy
from wye.warn_always import warn_once

if TYPE_CHECKING:
    from wye.schema.values import dtype as dtype_type

__all__ = ["asarray", "from_dlpack", "frombuffer", "is_tensor", "to_dlpack"]


def is_tensor(value: object) -> bool:
    """Is ``value`` a tensor?"""
    return isinstance(value, Tensor)


def from_dlpack(ext_tensor: Any, *, device: device_type | str | None = None, copy: bool | None = None) -> Tensor:
    """Make a tensor that shares memory with another library's array.

    Args:
        ext_tensor: An object with ``__dlpack__``, or a DLPack capsule, which is used up.
        device: ``"cpu"``, where the memory must be.
        copy: True: with memory of its own.  False: never a copy.  None: none unless the other library makes one.

    Raises:
        BufferError: the other library does not share the memory.
        ValueError: a stride is negative, or another device is requested.
    """
    if device is not None and device_type(device).type != "cpu":
        raise ValueError(f"from_dlpack() makes tensors on the cpu, not on {device}; use .to() for another device")
    array = array_of(ext_tensor, copy)
    return unseen_from_numpy(array.copy() if copy else array)


def to_dlpack(tensor: Tensor) -> Any:
    """A DLPack capsule of a tensor's memory, for another library's ``from_dlpack``."""
    return tensor.__dlpack__()


def _check_extent(length: int, count: int, offset: int, itemsize: int) -> None:
    if length <= 0 or count == 0:
        raise ValueError(f"both buffer length ({length}) and count ({count}) must not be 0")
    if not 0 <= offset < length:
        raise ValueError(
            f"offset ({offset} bytes) must be non-negative and no greater than buffer length ({length} bytes) minus 1"
        )
    if count < 0 and (length - offset) % itemsize:
        raise ValueError(
            f"buffer length ({length - offset} bytes) after offset ({offset} bytes) must be a multiple of element size "
            f"({itemsize})"
        )
    if count > 0 and offset + count * itemsize > length:
        raise ValueError(
            f"requested buffer length ({count} * {itemsize} bytes) after offset ({offset} bytes) must not be greater "
            f"than actual buffer length ({length} bytes)"
        )


def frombuffer(
    buffer: Any, *, dtype: dtype_type, count: int = -1, offset: int = 0, requires_grad: bool = False
) -> Tensor:
    """Make a tensor of one dimension that shares memory with a buffer: `bytes`, `bytearray`, `mmap`, ...

    Args:
        buffer: An object with Python's buffer protocol; writing to a tensor over a read-only one raises.
        dtype: What the bytes are.
        count: How many elements; negative: all.
        offset: The bytes to leave out before them.
        requires_grad: Shall gradients be computed for it?

    Raises:
        ValueError: it is no buffer, or it is too small, or no multiple of an element.
    """
    from wye.tensors.numpy_engine import np  # here: only code that makes tensors needs NumPy

    try:
        view = memoryview(buffer)
    except TypeError:
        raise ValueError(
            f"object does not implement Python buffer protocol: frombuffer() got a {type(buffer).__name__}"
        ) from None
    if not view.c_contiguous:
        raise RuntimeError("could not retrieve buffer from object: its bytes do not lie in order without gaps")
    element = to_numpy_dtype(dtype)
    _check_extent(view.nbytes, count, offset, element.itemsize)
    if view.readonly:
        warn_once(
            "a buffer that is not writable",
            "The given buffer is not writable: writing to a tensor over it raises an error. Copy the buffer, or the "
            "tensor, to have memory of its own.",
        )
    made = unseen_from_numpy(np.frombuffer(view, element, count if count > 0 else -1, offset))
    return made._begin_as_leaf() if requires_grad else made


def _as_shared(obj: Any, dtype: dtype_type | None) -> Tensor | None:
    """A tensor over the memory of ``obj``; None: it has none that can be shared."""
    from wye.tensors.numpy_engine import np  # here: only code that makes tensors needs NumPy

    if isinstance(obj, Tensor):
        return obj
    if isinstance(obj, np.generic):
        return from_numpy(np.asarray(obj))
    if isinstance(obj, np.ndarray):
        return from_numpy(obj)
    if hasattr(obj, "__dlpack__") or type(obj).__name__ == "PyCapsule":
        return from_dlpack(obj)
    try:
        memoryview(obj)
    except TypeError:
        return None
    return frombuffer(obj, dtype=dtype or get_default_dtype())


def _copied(shared: Tensor, dtype: dtype_type | None, where: device_type) -> Tensor:
    aten: Any = ops.aten
    same = dtype in (None, shared.dtype) and where == shared.device
    made: Tensor = aten.clone.default(shared) if same else aten._to_copy.default(shared, dtype=dtype, device=where)
    return made


def asarray(
    obj: Any,
    *,
    dtype: dtype_type | None = None,
    device: device_type | str | None = None,
    copy: bool | None = None,
    requires_grad: bool | None = None,
) -> Tensor:
    """Make a tensor of ``obj``, sharing its memory where that is possible.

    Args:
        obj: A tensor, an array of NumPy or of a library with DLPack, a buffer, a number, nested lists of numbers.
        dtype: The type of the elements; by default what ``obj`` has.
        device: Where it shall be; by default where ``obj`` is.
        copy: True: always a copy.  False: never.  None: where sharing is not possible.
        requires_grad: Shall gradients be computed for it?  None: as for ``obj``.

    Raises:
        ValueError: ``copy`` is False and sharing is not possible.
    """
    if functions.thread.top is not None and functions.is_mode_enabled():
        given = {"dtype": dtype, "device": device, "copy": copy, "requires_grad": requires_grad}
        options = {name: value for name, value in given.items() if value is not None}
        handled: Tensor = functions.call_public(asarray, (obj,), options)
        return handled
    if copy is False and type(obj).__module__ == "numpy" and hasattr(obj, "dtype") and not hasattr(obj, "__setitem__"):
        raise RuntimeError("can't alias NumPy scalars. Either remove copy=False or transform it in a ndarray.")
    shared = _as_shared(obj, dtype)
    if shared is not None and dtype is None and device is None and not copy and requires_grad is None:
        return shared  # the common case
    if shared is None:
        if copy is False:
            raise ValueError("can't alias arbitrary sequence into a tensor.")
        return tensor(obj, dtype=dtype, device=device, requires_grad=bool(requires_grad))
    where = shared.device if device is None else device_type(device)
    if where != shared.device and copy is False:
        raise ValueError(f"can't alias tensor from device '{shared.device}' to '{where}'.")
    if dtype not in (None, shared.dtype) and copy is False:
        raise ValueError(f"can't alias tensor with dtype '{shared.dtype}' into dtype '{dtype}'.")
    wanted = shared.requires_grad if requires_grad is None else requires_grad
    if copy or where != shared.device or dtype not in (None, shared.dtype):
        made = _copied(shared, dtype, where)
    elif wanted == shared.requires_grad:
        return shared
    else:
        made = Tensor._view_of(shared, shared._data, is_view=False)
    return made.requires_grad_() if wanted else made
