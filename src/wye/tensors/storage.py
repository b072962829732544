"""Storage: the memory behind tensors, which views share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol
from weakref import WeakValueDictionary, ref

import wye.shown as shown
from wye._engine import engine
from wye.tensors.meta_array import MetaArray

if TYPE_CHECKING:
    from wye.schema.values import device

__all__ = ["Guard", "Storage", "byte_extent", "flat_bytes", "guard_memory", "is_storage", "storage_of", "touch"]


def byte_extent(array: Any) -> int:
    """The bytes from an array's first element to the end of its last one."""
    if 0 in array.shape:
        return 0
    reach = sum((size - 1) * stride for size, stride in zip(array.shape, array.strides, strict=True))
    return int(reach + array.dtype.itemsize)


def flat_bytes(root: Any) -> Any:
    """The memory of a root array as bytes, from its first element on."""
    from wye.tensors.numpy_engine import np  # here: there is an array, so NumPy is loaded

    start = engine.restride(root, (), (), 0).view(np.uint8) if root.dtype.itemsize == 1 else None
    if start is None:
        start = engine.restride(root, (1,), (root.dtype.itemsize,), 0).view(np.uint8)
    return engine.restride(start, (byte_extent(root),), (1,), 0)


class Guard(Protocol):
    """Is asked when somebody wants memory for writing; see `wye.tensors.data_guards`."""

    def touch(self) -> None:
        """Raise, or warn, or let it be."""


_guards: Final[dict[int, tuple[ref[Any], Guard]]] = {}  # by the id of the root array, as long as it lives


def guard_memory(root: Any, guard: Guard) -> None:
    """Ask ``guard`` from now on when somebody wants the memory of ``root``."""
    key = id(root)

    def forget(_: object) -> None:
        _guards.pop(key, None)

    _guards[key] = (ref(root, forget), guard)


def touch(root: Any) -> bool:
    """Somebody wants this memory for writing; is it guarded, and given all the same?"""
    entry = _guards.get(id(root)) if _guards else None
    if entry is not None:
        entry[1].touch()
    return entry is not None


class Storage:
    """The memory that a tensor and its views see.

    >>> import wye
    >>> x = wye.tensor([1.0, 2.0, 3.0])
    >>> x.untyped_storage().nbytes()
    12
    """

    __slots__ = ("__weakref__", "_root", "device")

    def __init__(self, root: Any, device: device) -> None:
        self._root, self.device = root, device

    def nbytes(self) -> int:
        """Its size in bytes."""
        return byte_extent(self._root)

    size = nbytes
    __len__ = nbytes

    def data_ptr(self) -> int:
        """The address of its first byte; 0 where there is no memory."""
        touch(self._root)
        return 0 if isinstance(self._root, MetaArray) else engine.data_ptr(self._root)

    @property
    def _cdata(self) -> int:
        """A number that is the same for tensors that share it."""
        return id(self._root)

    def _flat(self) -> Any:
        """Its elements in a row; a MetaArray where there are none."""
        root = self._root
        itemsize = root.dtype.itemsize
        n = (byte_extent(root) // itemsize,)
        if isinstance(root, MetaArray):
            return MetaArray(n, root.dtype)
        return engine.restride(root, n, (itemsize,), 0)

    def __reduce__(self) -> tuple[Any, ...]:
        return storage_of, (self._flat(), self.device)

    def __copy__(self) -> Storage:
        return self.__deepcopy__(None)

    def __deepcopy__(self, memo: object) -> Storage:
        flat = self._flat()
        return storage_of(flat if isinstance(flat, MetaArray) else flat.copy(), self.device)

    def tolist(self) -> list[int]:
        """Its bytes."""
        if isinstance(self._root, MetaArray):
            raise NotImplementedError("Not available for 'meta' device type")
        return [int(byte) for byte in flat_bytes(self._root)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Storage) and self._root is other._root

    def __hash__(self) -> int:
        return id(self._root)

    def __repr__(self) -> str:
        return f"{shown.package}.Storage(device={self.device.type}) of {self.nbytes()} bytes"


# One object for each memory as long as somebody holds it, so that pickles and deep copies of views share one.
_living: Final[WeakValueDictionary[int, Storage]] = WeakValueDictionary()


def storage_of(root: Any, device: device) -> Storage:
    """The storage over a root array; the same object for the same array."""
    found = _living.get(id(root))
    if found is None or found._root is not root:
        found = _living[id(root)] = Storage(root, device)
    return found


def is_storage(value: object) -> bool:
    """Is ``value`` the memory behind tensors?"""
    return isinstance(value, Storage)
