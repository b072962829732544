"""Storage: the memory that tensors share.  Twin: csrc/storage.c."""

# Note [Shared storage]
# A tensor sees an array (`_data`); the array is a part of a storage, and tensors that share memory share the storage.
# It is made when the second tensor comes, or when it is first requested: a fresh result pays nothing.
# A storage knows its tensors, without keeping them alive. Growing it copies the bytes to new memory and gives each of
# them an array over that, so views keep sharing. Shrinking changes its size alone: tensors may still show what is cut
# off, so the memory stays as long as they do.
# What others can see (`from_numpy`, `.numpy()`, DLPack, buffers) cannot move, so it is not resizable.
# A view keeps the tensor that it is a view of (`_base`), as in PyTorch. How it was made is not stored: shape, strides,
# offset, dtype and lazy bits of both tensors say it, and a layer that needs the operator records it when it runs.
# Broken by: putting an array into a tensor other than by `wrap`, `view`, `_show` and the `_data` setter.
# Guarded by: tests/unit/tensors/test_storage.py::test_growing_reaches_every_view

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from wye._pure.state import TensorBase


def is_array(value: object) -> bool:
    """Is it an array of NumPy's?  Where NumPy is not loaded, nothing is."""
    import sys

    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray)


def address_of(array: Any) -> int:
    """The address of an array's first element."""
    address: int = array.__array_interface__["data"][0]
    return address


def extent(array: Any) -> tuple[int, int]:
    """The addresses of the first byte that an array sees, and of the one behind the last."""
    low = high = address_of(array)
    if array.size == 0:
        return low, low
    for size, stride in zip(array.shape, array.strides, strict=True):
        reach = (size - 1) * stride
        low, high = low + min(reach, 0), high + max(reach, 0)
    return low, high + array.itemsize


class Memory:
    """Memory by its address, for NumPy to look at; holds the array that owns it."""

    def __init__(self, like: Any, shape: tuple[int, ...], strides: tuple[int, ...], first: int, owner: Any) -> None:
        self.__array_interface__ = dict(
            like.__array_interface__,
            shape=shape,
            strides=strides,
            typestr=f"|V{like.itemsize}",  # extension dtypes have no letters of their own
            descr=[("", f"|V{like.itemsize}")],
            data=(first, not like.flags.writeable),
        )
        self.owner = owner


def array_at(like: Any, shape: tuple[int, ...], strides: tuple[int, ...], first: int, owner: Any) -> Any:
    """An array with the dtype of ``like`` at an address, a part of the memory of ``owner``."""
    import numpy as np  # here: there is an array, so NumPy is loaded

    return np.asarray(Memory(like, shape, strides, first, owner)).view(like.dtype)


class Storage:
    """The memory that tensors share.  See Note [Shared storage]."""

    __slots__ = (
        "__weakref__",
        "_capacity",
        "_device",
        "_guarded",
        "_memory",
        "_nbytes",
        "_resizable",
        "_seen_by",
        "_source",
        "_start",
    )
    _memory: Any  # an array that holds the bytes, or a description of memory that is not there
    _nbytes: int  # -1: what the description says
    _capacity: int  # at least that: shrinking keeps the memory
    _start: int  # the address of its first byte; 0: it has no data
    _device: Any  # None: the CPU
    _source: Any  # the array that the memory came from, which stays alive as long; None: none
    _resizable: bool
    _guarded: bool  # must a guard be called before the memory is handed out?

    def __init__(self, memory: Any, nbytes: int = -1) -> None:
        self._memory, self._nbytes, self._capacity, self._start = memory, nbytes, 0, 0
        self._device, self._source, self._resizable, self._guarded = None, None, True, False
        self._seen_by: WeakValueDictionary[int, TensorBase] = WeakValueDictionary()
        if is_array(memory):
            self._start, end = extent(memory)
            self._nbytes = self._capacity = end - self._start

    @property
    def _tensors(self) -> list[TensorBase]:
        """The tensors that see it."""
        return list(self._seen_by.values())

    def _resize(self, nbytes: int, /) -> None:
        """Give it another size, for all tensors that see it."""
        nbytes = index(nbytes)
        if not self._resizable:
            raise RuntimeError("Trying to resize storage that is not resizable")
        if nbytes < 0:
            raise RuntimeError(f"a storage cannot have a negative size: {nbytes} bytes")
        # Memory is never freed while tensors use it: they may still view the part that is cut off.
        if not self._start or nbytes <= self._capacity:
            self._nbytes = nbytes
        else:
            self._move_to(nbytes)

    def _move_to(self, nbytes: int) -> None:
        """Copy the bytes into larger memory, and point every tensor to it."""
        import numpy as np  # here: there is an array, so NumPy is loaded

        try:
            memory = np.empty(nbytes, np.uint8)
        except (MemoryError, ValueError):
            raise RuntimeError(
                f"DefaultCPUAllocator: can't allocate memory: you tried to allocate {nbytes} bytes."
            ) from None
        start = address_of(memory)
        if self._capacity:
            flat = np.zeros(0, np.uint8)
            memory[: self._capacity] = array_at(flat, (self._capacity,), (1,), self._start, self._memory)
        for tensor in self._tensors:
            seen = tensor._array
            if is_array(seen):
                first = start + address_of(seen) - self._start
                tensor._array = array_at(seen, seen.shape, seen.strides, first, memory)
        self._memory, self._start, self._nbytes, self._capacity = memory, start, nbytes, nbytes


def is_part_of(array: Any, storage: Storage) -> bool:
    """Is an array a view of this storage?  Arrays without data (meta) may view any."""
    if not is_array(array):
        return True
    low, high = extent(array)
    inside = storage._start <= low and high <= storage._start + storage._capacity
    return bool(storage._start) and (low == high or inside)
