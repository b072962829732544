"""Giving a tensor other memory: `x.data = other`, `set_`, `resize_`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.keys import FUNCTION, DispatchKeySet
from wye.tensors.layout import contiguous_strides
from wye.tensors.meta_array import MetaArray, restride
from wye.tensors.storage import byte_extent

if TYPE_CHECKING:
    from wye.tensors.dense import Tensor

__all__ = ["overflow", "replace_data", "resize_array", "show"]

_OF_CLASS: Final = (
    DispatchKeySet("Python", "PythonTLSSnapshot") | FUNCTION
)  # these keys belong to the class, not to the data


def overflow(size: Any, stride: Any = None) -> RuntimeError:
    """The error for sizes whose number of bytes overflows."""
    strides = "" if stride is None else f" and strides={list(stride)}"
    return RuntimeError(f"Storage size calculation overflowed with sizes={list(size)}{strides}")


def show(tensor: Tensor, source: Tensor, data: Any) -> None:
    """Make ``tensor`` a view of ``data``, a part of the memory of ``source``."""
    tensor._show(data, source._storage)
    if tensor._device is not source._device:
        tensor._device = source._device


def _is_compatible(tensor: Tensor, other: Tensor) -> bool:
    same: bool = tensor.keys == other.keys
    return same or (tensor._device.type == "meta") == (other._device.type == "meta")


def replace_data(tensor: Tensor, other: Any) -> None:
    """``tensor.data = other``: its memory, keys and device; the version and whose view it is stay.

    Raises:
        RuntimeError: one of them is on the meta device, the other is not.
        TypeError: ``other`` is not a tensor.
    """
    from wye.tensors.dense import Tensor  # here: that module is about the class that this is a part of

    if not isinstance(other, Tensor):
        raise TypeError(f"Variable data has to be a tensor, but got {type(other).__name__}")
    if not _is_compatible(tensor, other):
        raise RuntimeError(
            "Attempted to call `variable.set_data(tensor)`, but `variable` and `tensor` have incompatible tensor type."
        )
    if tensor.requires_grad and not (other.dtype.is_floating_point or other.dtype.is_complex):
        raise RuntimeError("data set to a tensor that requires gradients must be floating point or complex dtype")
    show(tensor, other, other._data)
    own, theirs = _OF_CLASS & tensor._keys, other._keys - _OF_CLASS
    tensor._keys = theirs | own


def resize_array(tensor: Tensor, shape: tuple[int, ...], strides: tuple[int, ...] | None = None) -> None:
    """Give a tensor another shape; its storage grows where it is too small, for all tensors that see it."""
    data = tensor._data
    wanted = contiguous_strides(shape, data.dtype.itemsize) if strides is None else strides
    reach = byte_extent(MetaArray(shape, data.dtype, wanted))
    needed = reach + tensor._byte_offset
    if needed >= 1 << 63:
        raise overflow(shape)
    storage = tensor.untyped_storage()
    if reach and needed > storage.nbytes():
        storage.resize_(needed)
    tensor._show(restride(tensor._data, shape, wanted))  # not `data`: the storage may have moved
