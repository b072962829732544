"""Operators that change what a tensor itself shows: its geometry, its memory, or both.

They work on tensors: an array cannot change its shape.  The geometry is that of the view kernels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.arrays.allocation import format_strides
from wye.aten.declare import Rules
from wye.aten.kernels import view as views
from wye.aten.variants import resize_array
from wye.call.packets import ops
from wye.tensors import Tensor
from wye.tensors.layout import contiguous_strides
from wye.tensors.meta_array import MetaArray, restride
from wye.tensors.storage import Storage, byte_extent, flat_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["IMPLICIT", "ON_TENSORS", "seen_from_start"]

IMPLICIT = Rules()
ON_TENSORS = Rules()
aten: Any = ops.aten


def seen_from_start(tensor: Any) -> Any:
    """The elements of a tensor's storage, from its first byte on, in the tensor's dtype."""
    root = tensor._data if tensor._root is None else tensor._root
    dtype = tensor._data.dtype
    if type(root) is MetaArray:
        return MetaArray((byte_extent(root) // dtype.itemsize,), dtype)
    if root.dtype == dtype:
        return restride(root, (byte_extent(root) // dtype.itemsize,), (dtype.itemsize,))
    memory = flat_bytes(root)
    return memory[: memory.size // dtype.itemsize * dtype.itemsize].view(dtype)


def _check_bounds(tensor: Any, size: Sequence[int], stride: Sequence[int], offset: int) -> None:
    itemsize = tensor._data.dtype.itemsize
    if 0 in size:
        return
    needed = (sum((n - 1) * step for n, step in zip(size, stride, strict=True)) + 1 + offset) * itemsize
    have = tensor.untyped_storage().nbytes()
    if needed > have:
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and itemsize {itemsize} "
            f"requiring a storage size of {needed} are out of bounds for storage of size {have}"
        )


def _strided(self: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None) -> Any:
    offset = self.storage_offset() if storage_offset is None else storage_offset
    start = seen_from_start(self)
    seen = views.as_strided(start, size, stride, offset)  # checks sizes and strides
    _check_bounds(self, size, stride, offset)
    return seen


@ON_TENSORS("as_strided")
def as_strided(self: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Any:
    """The storage seen with these sizes and strides from an offset on."""
    return Tensor._view_of(self, _strided(self, size, stride, storage_offset))


@ON_TENSORS("as_strided_")
def as_strided_(self: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Any:
    """The same for the tensor itself."""
    return _show(self, _strided(self, size, stride, storage_offset))


def _show(tensor: Any, data: Any) -> Any:
    """Let a tensor show another part of its memory."""
    tensor._root = tensor._data if tensor._root is None else tensor._root
    tensor._data = data
    return tensor


def _in_place(name: str) -> Callable[..., Any]:
    kernel = views.KERNELS[name]

    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        return _show(self, kernel(self._data, *args, **kwargs))

    run.__name__ = run.__qualname__ = f"{kernel.__name__}_"
    run.__doc__ = kernel.__doc__
    return run


for _name, _of in {
    "squeeze_": "squeeze",
    "squeeze_.dim": "squeeze.dim",
    "squeeze_.dims": "squeeze.dims",
    "unsqueeze_": "unsqueeze",
    "t_": "t",
    "transpose_": "transpose.int",
}.items():
    ON_TENSORS[_name] = _in_place(_of)


@IMPLICIT("swapaxes_", "swapdims_")
def swapaxes_(self: Any, *dims: int) -> Any:
    """Exchange two dimensions of the tensor itself."""
    return aten.transpose_.default(self, *dims)


@ON_TENSORS("detach_")
def detach_(self: Any) -> Any:
    """Forget the tensor's history."""
    self._requires_grad = False
    return self


@ON_TENSORS("resize_")
def resize_(self: Any, size: Sequence[int], *, memory_format: Any = None) -> Any:
    """Give the tensor another size; new elements have no particular value."""
    if any(n < 0 for n in size):
        raise RuntimeError(f"Trying to create tensor with negative dimension {min(size)}: {list(size)}")
    if tuple(size) != tuple(self._data.shape) or memory_format is not None:
        itemsize = self._data.dtype.itemsize
        strides = contiguous_strides(size, itemsize)
        if memory_format is not None and memory_format.name != "contiguous_format":
            strides = format_strides(tuple(size), itemsize, memory_format)
        resize_array(self, tuple(size), strides)
        self._bump_version()
    return self


@ON_TENSORS("resize_as_")
def resize_as_(self: Any, the_template: Any, *, memory_format: Any = None) -> Any:
    """Give the tensor the size of another one."""
    return resize_(self, the_template.shape, memory_format=memory_format)


@ON_TENSORS("set_")
def set_(self: Any) -> Any:
    """Let go of the memory: no elements are left."""
    from wye.tensors.numpy_engine import np  # here: only who makes arrays needs NumPy

    empty = MetaArray((0,), self._data.dtype) if self.is_meta else np.empty(0, self._data.dtype)
    self._data, self._root = empty, None
    return self


def _check_same_dtype(self: Any, source: Any) -> None:
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"set_: a tensor of {self.dtype} cannot show memory of {source.dtype}; view the source first: "
            f"source.view({self.dtype})"
        )


@ON_TENSORS("set_.source_Tensor")
def set_source_tensor(self: Any, source: Any) -> Any:
    """Show the memory of another tensor as it does."""
    _check_same_dtype(self, source)
    self._data, self._root, self._device = source._data, source._root, source._device
    return self


@ON_TENSORS("set_.source_Tensor_storage_offset")
def set_source_tensor_at(
    self: Any, source: Any, storage_offset: int, size: Sequence[int], stride: Sequence[int] = ()
) -> Any:
    """Show the memory of another tensor with these sizes and strides from an offset on."""
    _check_same_dtype(self, source)
    if not source.is_contiguous():
        raise RuntimeError("passed in tensor to be used as storage must be contiguous")
    storage_offset += source.storage_offset()
    steps = stride or [step // source._data.dtype.itemsize for step in contiguous_strides(size, source.itemsize)]
    seen = _strided(source, size, steps, storage_offset)
    self._root = source._data if source._root is None else source._root
    self._data, self._device = seen, source._device
    return self


@ON_TENSORS("set_.source_Storage_storage_offset")
def set_source_storage_at(
    self: Any, source: Storage, storage_offset: int, size: Sequence[int], stride: Sequence[int] = ()
) -> Any:
    """Show a storage with these sizes and strides from an offset on."""
    carrier = Tensor._over(MetaArray((0,), self._data.dtype), self._device)
    carrier._root = source._root
    return set_source_tensor_at(self, carrier, storage_offset, size, stride)


@ON_TENSORS("set_.source_Storage")
def set_source_storage(self: Any, source: Storage) -> Any:
    """Show a whole storage as one dimension."""
    return set_source_storage_at(self, source, 0, [source.nbytes() // self._data.dtype.itemsize])
