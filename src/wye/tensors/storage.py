"""Storage: the memory behind tensors, which views share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.tensors.meta_array import MetaArray

if TYPE_CHECKING:
    from wye.schema.values import device

__all__ = ["Storage", "byte_extent", "flat_bytes"]


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


class Storage:
    """The memory that a tensor and its views see.

    >>> import wye
    >>> x = wye.tensor([1.0, 2.0, 3.0])
    >>> x.untyped_storage().nbytes()
    12
    """

    __slots__ = ("_root", "device")

    def __init__(self, root: Any, device: device) -> None:
        self._root, self.device = root, device

    def nbytes(self) -> int:
        """Its size in bytes."""
        return byte_extent(self._root)

    size = nbytes
    __len__ = nbytes

    def data_ptr(self) -> int:
        """The address of its first byte; 0 where there is no memory."""
        return 0 if isinstance(self._root, MetaArray) else engine.data_ptr(self._root)

    @property
    def _cdata(self) -> int:
        """A number that is the same for tensors that share it."""
        return id(self._root)

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
        return f"wye.Storage(device={self.device.type}) of {self.nbytes()} bytes"
