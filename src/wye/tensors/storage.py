"""Storage: the memory behind tensors, which views share.  See Note [Shared storage]."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol, Self
from weakref import ref

import wye.shown as shown
from wye._engine import engine
from wye.schema.values import DTYPES
from wye.schema.values import device as device_type

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wye.schema.values import dtype as dtype_type
    from wye.tensors.dense import Tensor

__all__ = [
    "CONVERSIONS",
    "Guard",
    "Storage",
    "StorageBase",
    "UntypedStorage",
    "byte_extent",
    "guard_memory",
    "is_storage",
    "touch",
]

_CPU: Final = device_type("cpu")
# Methods of storages -> the dtype of the elements that they convert to.
CONVERSIONS: Final = {
    "double": "float64", "float": "float32", "half": "float16", "bfloat16": "bfloat16", "long": "int64",
    "int": "int32", "short": "int16", "char": "int8", "byte": "uint8", "bool": "bool",
    "complex_double": "complex128", "complex_float": "complex64",
}  # fmt: skip


def byte_extent(array: Any) -> int:
    """The bytes from an array's first element to the end of its last one."""
    if 0 in array.shape:
        return 0
    reach: int = sum((size - 1) * stride for size, stride in zip(array.shape, array.strides, strict=True))
    return reach + int(array.dtype.itemsize)


class Guard(Protocol):
    """Called before memory is handed out for writing; see `wye.tensors.data_guards`."""

    def touch(self) -> None:
        """Raise, warn, or do nothing."""


_guards: Final[dict[int, tuple[ref[Any], Guard]]] = {}  # by the id of the storage, as long as it lives


def guard_memory(storage: StorageBase, guard: Guard) -> None:
    """From now on, call ``guard`` before this memory is handed out for writing."""
    key = id(storage)

    def forget(_: object) -> None:
        _guards.pop(key, None)

    _guards[key] = (ref(storage, forget), guard)
    storage._guarded = True


def _touch_storage(storage: StorageBase) -> bool:
    entry = _guards.get(id(storage)) if _guards else None
    if entry is not None:
        entry[1].touch()
    return entry is not None


def touch(tensor: Tensor) -> bool:
    """Call the guard, if any, before a tensor's memory is handed out for writing; True if guarded and still allowed."""
    return bool(_guards) and _touch_storage(tensor._storage)


class StorageBase(engine.Storage):
    """What storages can do.  Programs can subclass it; the storages of tensors are `UntypedStorage`."""

    # No __slots__: programs keep attributes on storages, which live as long as a tensor shows the memory.

    def __new__(cls, *args: Any, **options: Any) -> Self:
        """The object; this class itself has none."""
        if cls is StorageBase:
            raise RuntimeError("Cannot directly construct StorageBase; subclass it and then construct that")
        return super().__new__(cls)

    def __init__(self, size: int | Iterable[int] = 0, *, device: device_type | str = _CPU) -> None:
        """Memory of a number of bytes, or with these bytes.  Tensors make their own."""
        from wye.tensors.numpy_engine import np  # here: only code that makes arrays needs NumPy

        where = device_type(device)
        content = np.empty(index(size), np.uint8) if hasattr(size, "__index__") else np.array([*size], np.uint8)  # type: ignore[arg-type]  # either
        if where.type == "meta":
            super().__init__(None, content.size)
        else:
            super().__init__(content)
        self._device = where

    @property
    def device(self) -> device_type:
        """Where it is."""
        return _CPU if self._device is None else self._device

    @classmethod
    def from_buffer(
        cls, buffer: Any, byte_order: str | None = None, count: int = -1, offset: int = 0, *, dtype: dtype_type
    ) -> UntypedStorage:
        """A copy of the elements in a buffer.

        Args:
            buffer: An object with Python's buffer protocol.
            byte_order: ``"native"``, ``"little"`` or ``"big"``: how an element lies in the buffer.
            count: How many elements; negative: all.
            offset: The bytes to leave out before them.
            dtype: Of the elements; those of bool are True where a byte is not 0.

        Raises:
            ValueError: the buffer is too small, or no multiple of an element.
        """
        from wye.tensors.storage_sources import elements_of_buffer  # here: rarely needed

        return _restored(elements_of_buffer(buffer, byte_order, count, offset, dtype), -1, _CPU)

    @classmethod
    def from_file(cls, filename: str, shared: bool = False, nbytes: int = 0) -> UntypedStorage:
        """The bytes of a file.

        Args:
            filename: Its path.
            shared: Shall what is written to the storage be written to the file?  Makes or lengthens it if need be.
            nbytes: How many.
        """
        from wye.tensors.storage_sources import bytes_of_file  # here: rarely needed

        return _restored(bytes_of_file(filename, shared, nbytes), nbytes, _CPU)

    @property
    def filename(self) -> str | None:
        """The file whose memory it shares; None: it shares none."""
        from wye.tensors.storage_sources import file_of  # here: rarely needed

        return file_of(self._memory)

    def byteswap(self, dtype: dtype_type) -> None:
        """Reverse the order of the bytes of each element, or of each part of a complex one.

        Raises:
            RuntimeError: the bytes are no multiple of an element.
        """
        from wye.tensors.storage_sources import swap  # here: rarely needed

        swap(self._bytes(), dtype)

    @classmethod
    def _without_data(cls, nbytes: int, device: device_type) -> UntypedStorage:
        """A storage of a number of bytes without data."""
        return _restored(None, nbytes, device)

    @classmethod
    def _of_description(cls, array: Any, device: device_type) -> UntypedStorage:
        """A storage without data of as many bytes as a MetaArray reaches, whose sizes may be symbolic."""
        made = UntypedStorage.__new__(UntypedStorage)
        engine.Storage.__init__(made, array)
        made._device = device
        return made

    def _check_real(self, what: str) -> None:
        """Wrappers on devices with data have a storage to show, but nothing is in it."""
        if not self._start and self.device.type != "meta":
            raise RuntimeError(f"Attempted to {what} on an invalid python storage.")

    def nbytes(self) -> int:
        """Its size in bytes."""
        return self._nbytes if self._nbytes >= 0 else byte_extent(self._memory) + self._memory.byte_offset

    size = nbytes
    __len__ = nbytes

    def __sizeof__(self) -> int:
        return super().__sizeof__() + self.nbytes()

    def data_ptr(self) -> int:
        """The address of its first byte; 0 where there is no memory."""
        _touch_storage(self)
        self._check_real("access the data pointer")
        return self._start if self.nbytes() else 0

    def resizable(self) -> bool:
        """Can it grow?  Not where NumPy, a buffer or another library sees the memory too."""
        return self._resizable

    def resize_(self, nbytes: int) -> Self:
        """Give it another size, for all tensors that see it; new bytes have no particular value.

        Raises:
            RuntimeError: another object uses the memory too, or memory runs out.
        """
        self._check_real("call resize_()")
        self._resize(index(nbytes))
        return self

    @property
    def _cdata(self) -> int:
        """A number that is the same for tensors that share it."""
        return id(self)

    @property
    def is_cuda(self) -> bool:
        """Is it in the memory of a GPU?"""
        return self.device.type == "cuda"

    @property
    def is_sparse(self) -> bool:
        """No: it is dense."""
        return False

    is_sparse_csr = is_sparse

    def get_device(self) -> int:
        """The number of its device; -1: it has none."""
        return -1 if self.device.index is None else self.device.index

    def is_shared(self) -> bool:
        """Do other processes see it?  Only where it is a file."""
        return self.filename is not None

    def is_pinned(self, device: device_type | str = "cuda") -> bool:
        """Is it page-locked for a device?  No."""
        return False

    def share_memory_(self) -> NoReturn:
        """Refused: memory is not shared between processes.

        Raises:
            RuntimeError: always.
        """
        if self.device.type != "cpu":
            raise RuntimeError(f"share_memory_: only available on CPU, not on {self.device.type}")
        raise RuntimeError("share_memory_: tensors of wye do not share memory between processes")

    def _share_fd_cpu_(self) -> NoReturn:
        """Refused, as `share_memory_`."""
        self.share_memory_()

    _share_filename_cpu_ = _share_fd_cpu_

    def _write_file(self, file: Any, is_real_file: bool, save_size: bool, element_size: int) -> None:
        """Write the bytes, after the number of elements if that is wanted."""
        self._check_readable()
        content = self._bytes()
        if save_size:
            file.write((content.size // element_size).to_bytes(8, "little"))
        file.write(content.tobytes())

    def new(self) -> UntypedStorage:
        """A storage of no bytes on the same device."""
        return UntypedStorage(device=self.device)

    def cpu(self) -> Self | UntypedStorage:
        """The storage on the CPU: itself, where it is there."""
        self._check_readable()
        return self if self.device.type == "cpu" else _restored(self._bytes().copy(), self.nbytes(), _CPU)

    def _check_readable(self) -> None:
        if self.device.type == "meta":
            raise NotImplementedError("Cannot copy out of meta storage")

    def type(self, dtype: str | None = None, non_blocking: bool = False) -> Any:
        """The name of its class; with the name of a class of typed storages, its bytes as such elements."""
        if dtype is None:
            return f"{shown.package}.storage.{type(self).__name__}"
        from wye.tensors.typed_storage import of_bytes  # here: typed storages are made of these

        return of_bytes(self).type(dtype)

    def _fix_weakref(self) -> None:
        """Nothing to do: a weak reference holds as long as a tensor shows the memory."""

    def element_size(self) -> int:
        """The bytes of an element: it has no elements but bytes."""
        return 1

    def untyped(self) -> Self:
        """Itself."""
        return self

    def _bytes(self, whole: bool = False) -> Any:
        """Its bytes, as an array that shares the memory.

        Raises:
            NotImplementedError: there is no data.
        """
        from wye.tensors.numpy_engine import np  # here: only code that has arrays needs NumPy

        if not self._start:
            self._check_real("read the bytes")
            raise NotImplementedError(f"Not available for '{self.device.type}' device type")
        length = self._capacity if whole else self.nbytes()
        memory = self._memory
        start = self._start - engine.data_ptr(memory)
        first = engine.restride(memory, (1 if length else 0,), (memory.itemsize,), start).view(np.uint8)
        return engine.restride(first, (length,), (1,), 0)

    def _array(self, dtype: Any, shape: tuple[int, ...], strides: tuple[int, ...], offset: int) -> Any:
        """Elements of a NumPy dtype in it, as an array; strides and offset are in bytes.

        Raises:
            RuntimeError: they would lie outside.
        """
        memory = self._bytes(whole=True)
        if 0 in shape:
            return engine.restride(memory[:0].view(dtype), shape, strides, offset)
        if not 0 <= offset <= memory.size - dtype.itemsize:
            raise RuntimeError(f"an element at byte {offset} lies outside of the storage of {memory.size} bytes")
        first = memory[offset : offset + dtype.itemsize].view(dtype)
        return engine.restride(first, shape, strides, 0)

    def __getitem__(self, place: Any) -> Any:
        memory = self._bytes()
        if isinstance(place, slice):
            part = UntypedStorage.__new__(UntypedStorage)
            engine.Storage.__init__(part, memory[place].copy() if place.step not in (None, 1) else memory[place])
            return part
        return int(memory[self._place(place)])

    def __setitem__(self, place: Any, value: int) -> None:
        self._bytes()[place if isinstance(place, slice) else self._place(place)] = value

    def _place(self, place: Any) -> int:
        at, n = index(place), self.nbytes()
        if not -n <= at < n:
            raise IndexError(f"index {at} out of range for storage of size {n}")
        return at

    def fill_(self, value: int) -> Self:
        """Fill with one byte value."""
        self._bytes()[:] = value
        return self

    def copy_(self, source: StorageBase, non_blocking: bool = False) -> Self:
        """Take the bytes of another storage of the same size."""
        source._check_readable()
        if source.nbytes() != self.nbytes():
            raise RuntimeError(
                f"size does not match, self was {self.nbytes()} bytes but src was {source.nbytes()} bytes"
            )
        self._bytes()[:] = source._bytes()
        return self

    def tolist(self) -> list[int]:
        """Its bytes."""
        content: list[int] = self._bytes().tolist()
        return content

    def clone(self) -> UntypedStorage:
        """A copy."""
        return _restored(None if not self._start else self._bytes().copy(), self.nbytes(), self.device)

    def __copy__(self) -> UntypedStorage:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> UntypedStorage:
        found = memo.get(id(self))
        if found is None:
            found = memo[id(self)] = self.clone()
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        content = None if not self._start else self._bytes().copy()
        return _restored, (content, self.nbytes(), self.device)

    def __repr__(self) -> str:
        lines = "...\n" if self.device.type == "meta" or not self._start else "".join(f" {n}\n" for n in self.tolist())
        return f"{lines}[{self.type()}(device={self.device}) of size {self.nbytes()}]"


def _conversion(name: str) -> Any:
    def convert(self: StorageBase) -> Any:
        from wye.tensors.typed_storage import of_bytes  # here: typed storages are made of these

        return of_bytes(self)._converted(DTYPES[name])

    convert.__doc__ = f"Its bytes as elements of {name}."
    return convert


for _name, _dtype in CONVERSIONS.items():
    setattr(StorageBase, _name, _conversion(_dtype))


class UntypedStorage(StorageBase):
    """The memory that a tensor and its views see.

    >>> import wye
    >>> x = wye.tensor([1.0, 2.0, 3.0])
    >>> x.untyped_storage().nbytes()
    12
    """


Storage = UntypedStorage


def _restored(content: Any, nbytes: int, device: device_type) -> UntypedStorage:
    """A storage with these bytes; None: without data."""
    made = UntypedStorage.__new__(UntypedStorage)
    engine.Storage.__init__(made, content, nbytes)
    if device != _CPU:
        made._device = device
    return made


def is_storage(value: object) -> bool:
    """Is ``value`` the memory behind tensors, as bytes or as elements?"""
    return isinstance(getattr(value, "_untyped_storage", value), UntypedStorage)


engine.configure(storage_type=UntypedStorage)
