"""DLPack capsules of arrays, both ways.

NumPy makes and reads them, except for the elements of `ml_dtypes`, which it does not know.  Those travel as unsigned
integers of the same size, and the one byte of the capsule that names the kind of number is set on the way.
"""

from __future__ import annotations

from typing import Any, Final

from wye.schema.dtype_table import ROWS
from wye.schema.values import DTYPES
from wye.tensors.dtypes import from_numpy_dtype, to_numpy_dtype

__all__ = ["array_of", "export_capsule"]

_UNSIGNED: Final = 1
# DLPack's numbers for the kinds of elements that NumPy does not know.
_KINDS: Final = {row.name: row.dlpack for row in ROWS.values() if row.dlpack}
_NAMES: Final = {number: name for name, number in _KINDS.items()}


def _kind_of(capsule: Any) -> Any:
    """The byte of a capsule that names the kind of number, to read and to set."""
    import ctypes  # here: few programs exchange such capsules, and an interpreter may be without it

    class DLTensor(ctypes.Structure):
        _fields_ = [
            ("data", ctypes.c_void_p),
            ("device", ctypes.c_int32 * 2),
            ("ndim", ctypes.c_int32),
            ("kind", ctypes.c_uint8),
        ]

    class Versioned(ctypes.Structure):
        _fields_ = [
            ("version", ctypes.c_uint32 * 2),
            ("context", ctypes.c_void_p),
            ("deleter", ctypes.c_void_p),
            ("flags", ctypes.c_uint64),
            ("tensor", DLTensor),
        ]

    read = ctypes.pythonapi.PyCapsule_GetPointer
    read.restype, read.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    is_valid = ctypes.pythonapi.PyCapsule_IsValid
    is_valid.argtypes = [ctypes.py_object, ctypes.c_char_p]
    if is_valid(capsule, b"dltensor_versioned"):
        return Versioned.from_address(read(capsule, b"dltensor_versioned")).tensor
    if is_valid(capsule, b"dltensor"):
        return DLTensor.from_address(read(capsule, b"dltensor"))
    raise RuntimeError(
        "from_dlpack received an invalid capsule. Note that DLTensor capsules can be consumed only once, so you might "
        "have already constructed a tensor from it once."
    )


def export_capsule(array: Any, max_version: tuple[int, int] | None, copy: bool | None) -> Any:
    """A capsule of an array's memory."""
    options = {"max_version": max_version, "copy": copy}
    given = {name: value for name, value in options.items() if value is not None}
    if array.dtype.num < 256:  # others are of ml_dtypes
        return array.__dlpack__(**given)
    capsule = array.view(f"u{array.dtype.itemsize}").__dlpack__(**given)
    _kind_of(capsule).kind = _KINDS[from_numpy_dtype(array.dtype).name]
    return capsule


class _Holder:
    """A capsule, as NumPy takes one."""

    def __init__(self, capsule: Any, device: tuple[int, int]) -> None:
        self.capsule, self.device = capsule, device

    def __dlpack__(self, **options: Any) -> Any:
        return self.capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device


class _Writable:
    """Memory of an array as memory to write to: NumPy takes that of a capsule without a version for read-only."""

    def __init__(self, array: Any) -> None:
        self._array = array
        self.__array_interface__ = {**array.__array_interface__, "data": (array.ctypes.data, False)}


def _capsule_of(source: Any, copy: bool | None) -> Any:
    """The capsule that a library gives for its array, of the newest version that it has."""
    given = {} if copy is None else {"copy": copy}
    try:
        return source.__dlpack__(max_version=(1, 0), **given)
    except TypeError:
        return source.__dlpack__()  # of a library before versions


def array_of(source: Any, copy: bool | None = None) -> Any:
    """An array over the memory of another library's array, or of a capsule.

    Raises:
        RuntimeError: the capsule was used up.
        TypeError: it is neither.
    """
    from wye.tensors.numpy_engine import np  # here: only code that makes tensors needs NumPy

    device: tuple[int, int] = (1, 0)
    if type(source).__name__ == "PyCapsule":
        capsule = source
    elif hasattr(source, "__dlpack__"):
        device, capsule = source.__dlpack_device__(), _capsule_of(source, copy)
    else:
        raise TypeError(
            f"from_dlpack() takes a DLPack capsule or an object with __dlpack__, not {type(source).__name__}"
        )
    kind = _kind_of(capsule)
    name = _NAMES.get(kind.kind)
    if name is not None:
        kind.kind = _UNSIGNED
    array = np.from_dlpack(_Holder(capsule, device))
    if capsule is source and not array.flags.writeable:
        array = np.asarray(_Writable(array))
    return array if name is None else array.view(to_numpy_dtype(DTYPES[name]))
