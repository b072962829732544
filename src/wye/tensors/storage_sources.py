"""Bytes for storages: elements of buffers, files, and the bytes of elements in the other order."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from wye.call.packets import ops
from wye.schema.values import DTYPES

if TYPE_CHECKING:
    from wye.schema.values import dtype as dtype_type

__all__ = ["bytes_of_file", "elements_of_buffer", "file_of", "swap"]

_ORDERS: Final = {"native": sys.byteorder, "little": "little", "big": "big"}
_ANY_ORDER: Final = ("uint8", "int8", "bool")


def _numpy() -> Any:
    from wye.tensors.numpy_engine import np  # here: only code that makes arrays needs NumPy

    return np


def elements_of_buffer(buffer: Any, byte_order: str | None, count: int, offset: int, dtype: dtype_type) -> Any:
    """The bytes of the elements in a buffer, in this machine's order, as an array of its own; see `from_buffer`."""
    if byte_order is None and dtype.name not in _ANY_ORDER:
        raise RuntimeError("function missing required argument 'byte_order' (pos 2)")
    if byte_order is not None and byte_order not in _ORDERS:
        raise ValueError(f"invalid byte_order '{byte_order}' (expected 'big', 'little', or 'native')")
    np = _numpy()
    content = np.frombuffer(buffer, np.uint8)
    length, size = content.size, dtype.itemsize
    if not 0 <= offset <= length:
        raise ValueError(f"offset must be non-negative and no greater than buffer length ({offset}) , but got {length}")
    if count < 0 and (length - offset) % size:
        raise ValueError(f"buffer size ({length - offset}) must be a multiple of element size ({size})")
    n = (length - offset) // size if count < 0 else count
    if offset + n * size > length:
        raise ValueError(
            f"buffer has only {length - offset} elements after offset {offset}, but specified a size of {n}"
        )
    made = content[offset : offset + n * size].copy()
    if dtype is DTYPES["bool"]:
        return made.astype(bool).view(np.uint8)
    if _ORDERS[byte_order or "native"] != sys.byteorder:
        swap(made, dtype)
    return made


def bytes_of_file(filename: str, shared: bool, nbytes: int) -> Any:
    """The bytes of a file as an array; see `from_file`."""
    return ops.aten.from_file(str(filename), shared, nbytes, dtype=DTYPES["uint8"]).numpy()


def file_of(memory: Any) -> str | None:
    """The file that an array is a part of; None: its memory is not that of a file."""
    while memory is not None:
        name = getattr(memory, "filename", None)
        if isinstance(name, str):
            return name
        memory = memory.obj if isinstance(memory, memoryview) else getattr(memory, "base", None)
    return None


def swap(content: Any, dtype: dtype_type) -> None:
    """Reverse the order of the bytes of each element of a dtype, in an array of bytes."""
    if content.size % dtype.itemsize:
        raise RuntimeError(f"the length of data is not a multiple of {dtype.itemsize}")
    size = dtype.itemsize // 2 if dtype.is_complex else dtype.itemsize
    elements = content.reshape(-1, size)
    elements[:] = elements[:, ::-1].copy()
