"""Giving a tensor other memory: `x.data = other`, `set_`, `resize_`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.errors import NumberTooLargeError
from wye.keys import FUNCTION, DispatchKeySet
from wye.process_settings import fills_new_memory
from wye.tensors.layout import contiguous_strides, own_strides
from wye.tensors.meta_array import MetaArray, restride
from wye.tensors.storage import UntypedStorage, byte_extent
from wye.tensors.wrapped_array import WrappedArray

if TYPE_CHECKING:
    from wye.tensors.dense import Tensor

__all__ = ["can_replace_data", "overflow", "replace_data", "resize_array", "show"]

_OF_CLASS: Final = (
    DispatchKeySet("Python", "PythonTLSSnapshot") | FUNCTION
)  # these keys belong to the class, not to the data


def overflow(size: Any, stride: Any = None) -> NumberTooLargeError:
    """The error for sizes whose number of bytes overflows."""
    strides = "" if stride is None else f" and strides={list(stride)}"
    return NumberTooLargeError(
        f"Storage size calculation overflowed with sizes={list(size)}{strides}",
        fix="sizes, strides and offsets must fit into 63 bits, and so must the memory that they span",
    )


def show(tensor: Tensor, source: Tensor, data: Any) -> None:
    """Make ``tensor`` a view of ``data``, a part of the memory of ``source``."""
    tensor._show(data, source._storage)
    if tensor._device is not source._device:
        tensor._device = source._device


def can_replace_data(tensor: Tensor, other: Tensor) -> bool:
    """May ``tensor.data`` be ``other``?  Not where one of them alone has no data."""
    same: bool = tensor.keys == other.keys
    return same or (tensor._device.type == "meta") == (other._device.type == "meta")


def replace_data(tensor: Tensor, other: Any) -> None:
    """``tensor.data = other``: its memory, keys and device; the version and whose view it is stay.

    Raises:
        RuntimeError: one of them is on the meta device, the other is not; or a transform follows ``tensor``.
        TypeError: ``other`` is not a tensor.
    """
    from wye.tensors.dense import Tensor  # here: that module is about the class that this is a part of

    if not isinstance(other, Tensor):
        raise TypeError(f"Variable data has to be a tensor, but got {type(other).__name__}")
    if isinstance(tensor._data, WrappedArray) and tensor._data.place:
        raise RuntimeError(f"mutating directly with `.data` {tensor._data.place} is not allowed.")
    if not can_replace_data(tensor, other):
        raise RuntimeError(
            "Attempted to call `variable.set_data(tensor)`, but `variable` and `tensor` have incompatible tensor type."
        )
    if tensor.requires_grad and not (other.dtype.is_floating_point or other.dtype.is_complex):
        raise RuntimeError("data set to a tensor that requires gradients must be floating point or complex dtype")
    show(tensor, other, other._data)
    own, theirs = _OF_CLASS & tensor._keys, other._keys - _OF_CLASS
    tensor._keys = theirs | own


def resize_array(tensor: Tensor, shape: tuple[int, ...], steps: tuple[int, ...] | None = None) -> None:
    """Give a tensor another shape; its storage grows where it is too small, for all tensors that see it."""
    wanted = contiguous_strides(shape) if steps is None else steps
    if any(type(size) is not int for size in shape):  # symbolic: there is no data that could stay
        array = MetaArray(shape, tensor._data.dtype, wanted, tensor.storage_offset())
        tensor._show(array, UntypedStorage._of_description(array, tensor.untyped_storage().device))
        return
    reach = byte_extent(MetaArray(shape, tensor._data.dtype, wanted))
    needed = reach + tensor._byte_offset
    if needed >= 1 << 63:
        raise overflow(shape)
    storage = tensor.untyped_storage()
    held = storage.nbytes()
    if reach and needed > held:
        storage.resize_(needed)
    if not reach and any(step >= 1 << 63 for step in wanted):  # no element is there, and yet the strides do not fit
        raise RuntimeError("Stride calculation overflowed")
    data = tensor._data  # now: the storage may have moved
    unit = own_strides(data)[1]
    tensor._show(restride(data, shape, tuple([step * unit for step in wanted])))
    if fills_new_memory() and storage.nbytes() > held and type(data) is not MetaArray:
        _fill_from(tensor, held)


def _fill_from(tensor: Tensor, held: int) -> None:
    """Fill what is behind the first bytes of a tensor's memory."""
    from wye.tensors.new_memory import fill_new  # here: rarely needed

    dtype, storage = tensor._data.dtype, tensor.untyped_storage()
    fill_new(storage._array(dtype, ((storage.nbytes() - held) // dtype.itemsize,), (dtype.itemsize,), held))
