"""Operators that change a tensor's own metadata: its geometry, its memory, or both.

They work on tensors: an array cannot change its shape.  The geometry is that of the view kernels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.arrays.allocation import format_strides, suggest_memory_format
from wye.aten.arrays.geometry import show as printed
from wye.aten.declare import Rules
from wye.aten.kernels import view as views
from wye.call.packets import ops
from wye.grad_mode import is_inference_mode_enabled
from wye.schema.values import MEMORY_FORMATS
from wye.tensors import Tensor
from wye.tensors.layout import contiguous_strides
from wye.tensors.meta_array import MetaArray, restride
from wye.tensors.replacing import overflow, resize_array, show

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.tensors.storage import Storage

__all__ = ["EXPLICIT", "IMPLICIT", "ON_TENSORS", "seen_from_start"]

EXPLICIT = Rules()
IMPLICIT = Rules()
ON_TENSORS = Rules()
aten: Any = ops.aten


@EXPLICIT("slice_inverse")
def _slice_inverse(
    self: Any, src: Any, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Any:
    """Of a slice: what it is a slice of, which lies in memory as ``src`` does."""
    return aten.as_strided.default(self, [*src.shape], [*src.stride()], src.storage_offset())


def seen_from_start(tensor: Any) -> Any:
    """The elements of a tensor's storage, from its first byte on, in the tensor's dtype."""
    dtype, storage = tensor._data.dtype, tensor._storage
    n = storage.nbytes() // dtype.itemsize
    if type(tensor._data) is MetaArray:
        return MetaArray((n,), dtype)
    return storage._array(dtype, (n,), (dtype.itemsize,), 0)


def _check_geometry(size: Sequence[int], stride: Sequence[int], offset: int) -> None:
    if len(size) != len(stride):
        raise RuntimeError(f"mismatch in length of strides and shape: {len(stride)} strides for {len(size)} sizes")
    if any(step < 0 for step in stride):
        raise RuntimeError(
            f"as_strided: Negative strides are not supported at the moment, got strides: {printed(stride)}"
        )
    if any(n < 0 for n in size):
        raise RuntimeError(f"as_strided: sizes are not negative, got {printed(size)}")
    if offset < 0:
        raise RuntimeError(f"Tensor: invalid storage offset {offset}")


def _needed(size: Sequence[int], stride: Sequence[int], offset: int, itemsize: int) -> int:
    """The bytes that a storage must have for such elements."""
    if 0 in size:
        return 0
    needed = (sum((n - 1) * step for n, step in zip(size, stride, strict=True)) + 1 + offset) * itemsize
    if needed >= 1 << 63:
        raise overflow(size, stride)
    return needed


def _strided(self: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None) -> Any:
    offset = self.storage_offset() if storage_offset is None else storage_offset
    _check_geometry(size, stride, offset)
    data = self._data
    itemsize = data.dtype.itemsize
    needed, have = _needed(size, stride, offset, itemsize), self._storage.nbytes()
    if needed > have:
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and itemsize {itemsize} "
            f"requiring a storage size of {needed} are out of bounds for storage of size {have}"
        )
    if type(data) is MetaArray:
        return MetaArray(tuple(size), data.dtype, tuple(stride), offset)
    strides = tuple([step * itemsize for step in stride])
    return restride(data, tuple(size), strides, offset * itemsize - self._byte_offset)


@ON_TENSORS("as_strided")
def as_strided(self: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Any:
    """The storage seen with these sizes and strides from an offset on."""
    return Tensor._view_of(self, _strided(self, size, stride, storage_offset))


@ON_TENSORS("as_strided_")
def as_strided_(self: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Any:
    """`as_strided` in place: the tensor itself changes."""
    return _show(self, _strided(self, size, stride, storage_offset))


def _show(tensor: Any, data: Any) -> Any:
    """Make a tensor view another part of its memory."""
    tensor._show(data)
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
    """Detach the tensor from the graph that computed it, in place."""
    if self._base is not None:
        raise RuntimeError(
            "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for "
            "training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence "
            "detach_() cannot be called on these gradients. To fix this error, please refer to the "
            "Optimizer.zero_grad() function in torch/optim/optimizer.py as the solution."
        )
    if self._requires_grad:
        self._requires_grad = False
        for view in self._storage._tensors:  # that require grad because this tensor did
            if view._base is self and (view._autograd is None or view._autograd.node is None):
                view._requires_grad = False
    state = self._autograd
    if state is not None:
        if state.node is not None:
            self._detached = True  # nodes that have kept it find that its history is gone
        state.node, state.number, state.retains, state.tangent = None, 0, False, None
    return self


@ON_TENSORS("resize_")
def resize_(self: Any, size: Sequence[int], *, memory_format: Any = None) -> Any:
    """Give the tensor another size; new elements are uninitialized."""
    if self._requires_grad and not is_inference_mode_enabled():
        raise RuntimeError("cannot resize variables that require grad")
    if any(n < 0 for n in size):
        raise RuntimeError(f"Trying to create tensor with negative dimension {min(size)}: {list(size)}")
    if tuple(size) != tuple(self._data.shape) or memory_format is not None:
        resize_array(self, tuple(size), format_strides(tuple(size), memory_format))
        self._bump_version()
    return self


@ON_TENSORS("resize_as_")
def resize_as_(self: Any, the_template: Any, *, memory_format: Any = None) -> Any:
    """Give the tensor the size of another one."""
    if memory_format is not None and memory_format.name == "preserve_format":
        return resize_(
            self, the_template.shape, memory_format=MEMORY_FORMATS[suggest_memory_format(the_template._data)]
        )
    return resize_(self, the_template.shape, memory_format=memory_format)


@EXPLICIT("resize")
def resize(self: Any, size: Sequence[int], *, memory_format: Any = None) -> Any:
    """A copy of another size; new elements are uninitialized."""
    return aten.resize_.default(aten.clone.default(self), size, memory_format=memory_format)


@EXPLICIT("resize_as")
def resize_as(self: Any, the_template: Any, *, memory_format: Any = None) -> Any:
    """A copy of the size of another tensor; new elements are uninitialized."""
    return aten.resize_.default(aten.clone.default(self), [*the_template.shape], memory_format=memory_format)


def _end_accumulator(self: Any) -> None:
    """Gradients of graphs that were recorded before are not those of the tensor as it will be."""
    if self._autograd is not None:
        self._autograd.accumulator = None


@ON_TENSORS("set_")
def set_(self: Any) -> Any:
    """Release the memory: the tensor becomes empty."""
    from wye.tensors.numpy_engine import np  # here: only code that makes arrays needs NumPy

    _end_accumulator(self)
    dtype = self._data.dtype
    self._data = MetaArray((0,), dtype) if self.is_meta else restride(np.empty(0, dtype), (0,), (dtype.itemsize,))
    return self


def _check_same_dtype(self: Any, source: Any) -> None:
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"Could not set tensor of type {source.dtype} to a tensor of type {self.dtype}; view the source first: "
            f"source.view({self.dtype})"
        )


def _check_device(self: Any, device: Any) -> None:
    if self.device != device:
        raise RuntimeError(
            f'Attempted to set the storage of a tensor on device "{self.device}" to a storage on different device '
            f'"{device}".  This is no longer allowed; the devices must match.'
        )


@ON_TENSORS("set_.source_Tensor")
def set_source_tensor(self: Any, source: Any) -> Any:
    """Use the memory and geometry of another tensor."""
    _check_same_dtype(self, source)
    _check_device(self, source.device)
    _end_accumulator(self)
    if self is not source:
        show(self, source, source._data)
    return self


@ON_TENSORS("set_.source_Tensor_storage_offset")
def set_source_tensor_at(
    self: Any, source: Any, storage_offset: int, size: Sequence[int], stride: Sequence[int] = ()
) -> Any:
    """Use the memory of another tensor, with these sizes, strides and offset."""
    _check_same_dtype(self, source)
    if not source.is_contiguous():
        raise RuntimeError("passed in tensor to be used as storage must be contiguous")
    start = storage_offset + source.storage_offset()
    return set_source_storage_at(self, source.untyped_storage(), start, size, stride)


@ON_TENSORS("set_.source_Storage_storage_offset")
def set_source_storage_at(
    self: Any, source: Storage, storage_offset: int, size: Sequence[int], stride: Sequence[int] = ()
) -> Any:
    """Use a storage, with these sizes, strides and offset; it is resized if it is too small."""
    _check_device(self, source.device)
    _end_accumulator(self)
    dtype = self._data.dtype
    itemsize = dtype.itemsize
    steps = tuple(stride) if stride else contiguous_strides(size)
    _check_geometry(size, steps, storage_offset)
    needed = _needed(size, steps, storage_offset, itemsize)
    if needed > source.nbytes():
        source.resize_(needed)
    if self.is_meta:
        self._show(MetaArray(tuple(size), dtype, steps, storage_offset), source)
    else:
        strides = tuple([step * itemsize for step in steps])
        self._show(source._array(dtype, tuple(size), strides, storage_offset * itemsize), source)
    return self


@ON_TENSORS("set_.source_Storage")
def set_source_storage(self: Any, source: Storage) -> Any:
    """Use a whole storage as a 1-dim tensor."""
    return set_source_storage_at(self, source, 0, [source.nbytes() // self._data.dtype.itemsize])
