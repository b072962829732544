"""Storages that know the dtype of their elements: PyTorch's old `FloatStorage` and the like, over `UntypedStorage`.

What `Tensor.storage` returns.  New programs use `Tensor.untyped_storage`: what is public here warns once that it is
deprecated; the names with an underscore do the same without a warning.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar, cast

import wye.shown as shown
from wye.call.packets import ops
from wye.modes.stack import ModeKey, set_mode, unset_mode
from wye.schema.values import DTYPES
from wye.schema.values import device as as_device
from wye.schema.values import dtype as dtype_type
from wye.tensors.dtypes import get_default_dtype
from wye.tensors.making import tensor
from wye.tensors.storage import CONVERSIONS, StorageBase, UntypedStorage, is_storage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wye.schema.values import device as device_type
    from wye.tensors.dense import Tensor

__all__ = ["NAMES", "AlwaysWarning", "TypedStorage", "check_wrapped", "forget_warning", "forms", "names_by_dtype",
           "of_bytes", "storage", "warn"]  # fmt: skip

_Method = TypeVar("_Method", bound="Callable[..., Any]")
NAMES: Final = {
    "DoubleStorage": "float64", "FloatStorage": "float32", "HalfStorage": "float16", "BFloat16Storage": "bfloat16",
    "LongStorage": "int64", "IntStorage": "int32", "ShortStorage": "int16", "CharStorage": "int8",
    "ByteStorage": "uint8", "BoolStorage": "bool", "ComplexDoubleStorage": "complex128",
    "ComplexFloatStorage": "complex64", "QInt32Storage": "qint32", "QInt8Storage": "qint8", "QUInt8Storage": "quint8",
    "QUInt4x2Storage": "quint4x2", "QUInt2x4Storage": "quint2x4",
}  # fmt: skip
_TITLES: Final = {DTYPES[name]: title for title, name in NAMES.items()}
# What the elements of quantized dtypes are stored as.
_STORED: Final = {
    DTYPES[of]: DTYPES[stored]
    for of, stored in {
        "qint32": "int32", "qint8": "int8", "quint8": "uint8", "quint4x2": "uint8", "quint2x4": "uint8",
    }.items()
}  # fmt: skip


class _Warning:
    """Has the warning been given that these classes are deprecated, and is it given each time?"""

    given = False
    always = False


_TEXT: Final = (
    "TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the only storage class. "
    "This should only matter to you if you are using storages directly.  To access UntypedStorage directly, use "
    "tensor.untyped_storage() instead of tensor.storage()"
)


def warn(stacklevel: int = 3) -> None:
    """Say once that these classes are deprecated; ``stacklevel`` as of `warnings.warn`."""
    if _Warning.always or not _Warning.given:
        _Warning.given = True
        warnings.warn(_TEXT, stacklevel=stacklevel)


def forget_warning() -> None:
    """Warn again when the next typed storage is used."""
    _Warning.given = False


class AlwaysWarning:
    """Inside of ``with``, all uses of typed storages warn, or only the first one."""

    def __init__(self, always_warn: bool) -> None:
        self._always = bool(always_warn)

    def __enter__(self) -> None:
        self._before, _Warning.always = _Warning.always, self._always

    def __exit__(self, *exception: object) -> None:
        _Warning.always = self._before


@contextmanager
def _without_fakes() -> Iterator[None]:
    """Inside, memory is read as it is, though new tensors have none outside."""
    mode = unset_mode(ModeKey.FAKE)
    try:
        yield
    finally:
        if mode is not None:
            set_mode(mode)


def _deprecated(method: _Method) -> _Method:
    """The method with the warning."""

    @wraps(method)
    def public(*args: Any, **options: Any) -> Any:
        warn()
        return method(*args, **options)

    return cast("_Method", public)


def _content(data: Any, dtype: dtype_type, device: device_type, expected: str) -> UntypedStorage:
    """New memory: for a number of elements, or with elements.

    Raises:
        TypeError: it is neither.
    """
    if isinstance(data, Sequence):
        return tensor(data, dtype=_STORED.get(dtype, dtype), device=device).untyped_storage()
    if not hasattr(data, "__index__") or hasattr(data, "shape"):
        raise TypeError(f"{expected}\nArgument type not recognized: {type(data)}")
    return UntypedStorage(data.__index__() * dtype.itemsize, device=device)


def forms(name: str, options: str = "") -> str:
    """The beginning of an error: what may be given."""
    return (
        f"{name} received an invalid combination of arguments. Expected one of:\n * no arguments\n"
        f" * (int size{options})\n * (Sequence data{options})\n * (*, UntypedStorage wrap_storage)"
    )


class TypedStorage:
    """The memory of a tensor as a sequence of elements of one dtype.

    Args:
        args: A number of elements, or the elements.
        wrap_storage: The memory to show; without it there is new memory.
        dtype: Of the elements.
        device: Where new memory is.
    """

    dtype: dtype_type
    _untyped_storage: StorageBase

    def __init__(
        self,
        *args: Any,
        wrap_storage: StorageBase | None = None,
        dtype: dtype_type | None = None,
        device: device_type | str | None = None,
        _internal: bool = False,
    ) -> None:
        if not _internal:
            warn()
        expected = forms("TypedStorage", ", *, torch.device device, torch.dtype dtype")
        if wrap_storage is not None:
            check_wrapped(expected, args, wrap_storage)
            if dtype is None:
                raise RuntimeError(f"{expected}\nArgument 'dtype' must be specified")
            if not isinstance(dtype, dtype_type):
                raise TypeError(f"{expected}\nArgument 'dtype' must be torch.dtype, not {type(dtype)}")
            if device is not None:
                raise RuntimeError(
                    f"{expected}\nArgument 'device' should not be specified when 'wrap_storage' is given"
                )
            self.dtype, self._untyped_storage = dtype, wrap_storage
            return
        self.dtype = get_default_dtype() if dtype is None else dtype
        if len(args) > 1:
            raise RuntimeError(f"{expected}\nToo many positional arguments")
        where = as_device("cpu" if device is None else device)
        if where.type not in ("cpu", "meta", "cuda"):
            raise RuntimeError(f"{expected}\nStorage device not recognized: {where}")
        self._untyped_storage = _content(args[0] if args else 0, self.dtype, where, expected)

    @_deprecated
    def untyped(self) -> StorageBase:
        """The same memory without dtype."""
        return self._untyped_storage

    @property
    def device(self) -> device_type:
        """Where it is."""
        warn()
        return self._device

    @property
    def _device(self) -> device_type:
        return self._untyped_storage.device

    @property
    def is_cuda(self) -> bool:
        """Is it on a CUDA device?"""
        warn()
        return self._device.type == "cuda"

    @property
    def is_sparse(self) -> bool:
        """No: it is dense."""
        return False

    def _element_size(self) -> int:
        return self.dtype.itemsize

    @_deprecated
    def element_size(self) -> int:
        """The bytes of one element."""
        return self._element_size()

    def _nbytes(self) -> int:
        return self._untyped_storage.nbytes()

    @_deprecated
    def nbytes(self) -> int:
        """Its size in bytes."""
        return self._nbytes()

    def _size(self) -> int:
        return self._nbytes() // self._element_size()

    @_deprecated
    def size(self) -> int:
        """The number of elements."""
        return self._size()

    __len__ = size

    def __sizeof__(self) -> int:
        warn()
        return super().__sizeof__() + self._nbytes()

    @property
    def _cdata(self) -> int:
        """A number that is the same for tensors that share it."""
        return self._untyped_storage._cdata

    def _data_ptr(self) -> int:
        return self._untyped_storage.data_ptr()

    @_deprecated
    def data_ptr(self) -> int:
        """The address of its first byte."""
        return self._data_ptr()

    @_deprecated
    def resizable(self) -> bool:
        """Can it grow?  Not where NumPy, a buffer or another library sees the memory too."""
        return self._untyped_storage.resizable()

    @property
    @_deprecated
    def filename(self) -> str | None:
        """The file that its memory is; None: it is no file."""
        return self._untyped_storage.filename

    def _elements(self) -> Any:
        """A tensor over the memory."""
        empty = ops.aten.empty.memory_format([0], dtype=_STORED.get(self.dtype, self.dtype), device=self._device)
        return ops.aten.set_.source_Storage_storage_offset(empty, self._untyped_storage, 0, [self._size()], [1])

    def _readable(self) -> Any:
        """`_elements`, where they are there."""
        if self._device.type == "meta":
            raise NotImplementedError("Not available for 'meta' device type")
        return self._elements()

    def _numbers(self) -> list[Any]:
        with _without_fakes():
            found: list[Any] = self._readable().tolist()
            return found

    @_deprecated
    def tolist(self) -> list[Any]:
        """The elements as numbers."""
        return self._numbers()

    @_deprecated
    def __iter__(self) -> Iterator[Any]:
        return iter(self._numbers())

    def _place(self, index: int) -> int:
        if not -self._size() <= index < self._size():
            raise IndexError(f"index {index} is out of range for a storage of size {self._size()}")
        return index

    def _getitem(self, index: Any) -> Any:
        with _without_fakes():
            elements = self._readable()
        if isinstance(index, slice):
            raise RuntimeError("slices are only supported in UntypedStorage.__getitem__")
        if not isinstance(index, int):
            raise TypeError(f"can't index a {type(self)} with {type(index)}")
        place = self._place(index)
        with _without_fakes():
            return elements[place].item()

    @_deprecated
    def __getitem__(self, index: Any) -> Any:
        return self._getitem(index)

    def _setitem(self, index: int | slice, value: Any) -> None:
        if not isinstance(index, (int, slice)):
            raise RuntimeError(f"can't index a {type(self)} with {type(index)}")
        if is_storage(value):
            raise RuntimeError(f"cannot set item with {type(value)}")
        self._elements()[self._place(index) if isinstance(index, int) else index] = value

    @_deprecated
    def __setitem__(self, index: int | slice, value: Any) -> None:
        self._setitem(index, value)

    @_deprecated
    def fill_(self, value: Any) -> TypedStorage:
        """Make all elements a number."""
        self._setitem(slice(0, self._size()), value)
        return self

    @_deprecated
    def copy_(self, source: TypedStorage, non_blocking: bool = False) -> TypedStorage:
        """Copy the elements of another storage of the same size."""
        source._untyped_storage._check_readable()
        ops.aten.copy_.default(self._elements(), source._elements(), non_blocking)
        return self

    def _resize_(self, size: int) -> TypedStorage:
        self._untyped_storage.resize_(size * self._element_size())
        return self

    @_deprecated
    def resize_(self, size: int) -> TypedStorage:
        """Give it another number of elements."""
        return self._resize_(size)

    @_deprecated
    def clone(self) -> TypedStorage:
        """A copy."""
        return self._over(self._untyped_storage.clone())

    def _over(self, memory: StorageBase) -> TypedStorage:
        return TypedStorage(wrap_storage=memory, dtype=self.dtype, _internal=True)

    @_deprecated
    def __copy__(self) -> TypedStorage:
        return self._over(self._untyped_storage.clone())

    def _deepcopy(self, memo: dict[int, Any]) -> TypedStorage:
        return self._over(self._untyped_storage.__deepcopy__(memo))

    @_deprecated
    def __deepcopy__(self, memo: dict[int, Any]) -> TypedStorage:
        return self._deepcopy(memo)

    @_deprecated
    def cpu(self) -> TypedStorage:
        """The storage on the CPU: itself if it is there."""
        return self if self._device.type == "cpu" else self._over(self._untyped_storage.cpu())

    @_deprecated
    def get_device(self) -> int:
        """The number of its CUDA device; -1 on the CPU."""
        return -1 if self._device.index is None else self._device.index

    def _is_shared(self) -> bool:
        return self._untyped_storage.is_shared()

    @_deprecated
    def is_shared(self) -> bool:
        """Do other processes see it?"""
        return self._is_shared()

    def _share_memory_(self) -> NoReturn:
        self._untyped_storage.share_memory_()

    @_deprecated
    def share_memory_(self) -> NoReturn:
        """Refused: see `UntypedStorage.share_memory_`."""
        self._share_memory_()

    def _share_fd_cpu_(self) -> NoReturn:
        self._untyped_storage._share_fd_cpu_()

    _share_filename_cpu_ = _share_fd_cpu_

    def _write_file(self, *args: Any) -> None:
        self._untyped_storage._write_file(*args)

    @_deprecated
    def is_pinned(self, device: device_type | str = "cuda") -> bool:
        """Is it page-locked for a device?  No."""
        return False

    def _pickle_storage_type(self) -> str:
        return _TITLES[self.dtype]

    @_deprecated
    def pickle_storage_type(self) -> str:
        """The name of its class."""
        return self._pickle_storage_type()

    @_deprecated
    def type(self, dtype: dtype_type | str | None = None, non_blocking: bool = False) -> Any:
        """The name of its class; with a dtype, its elements in that dtype."""
        if dtype is None:
            return f"{shown.package}.{_TITLES.get(self.dtype, type(self).__name__)}"
        wanted = DTYPES[NAMES[dtype.rpartition(".")[2]]] if isinstance(dtype, str) else dtype
        return self if wanted is self.dtype else self._converted(wanted)

    def _converted(self, wanted: dtype_type) -> TypedStorage:
        return _of(ops.aten.to.dtype(self._elements(), wanted, False, True))

    @classmethod
    @_deprecated
    def from_buffer(cls, *args: Any, dtype: dtype_type | None = None, **options: Any) -> TypedStorage:
        """A copy of the elements in a buffer; see `UntypedStorage.from_buffer`."""
        of = get_default_dtype() if dtype is None else dtype
        memory = UntypedStorage.from_buffer(*args, dtype=of, **options)
        return TypedStorage(wrap_storage=memory, dtype=of, _internal=True)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TypedStorage):
            return NotImplemented
        return self.dtype is other.dtype and self._data_ptr() == other._data_ptr()

    __hash__ = None  # type: ignore[assignment]  # as PyTorch's: the elements can change

    def __repr__(self) -> str:
        warn()
        about = f"[{shown.package}.storage.TypedStorage(dtype={shown.package}.{self.dtype.name}, device={self._device})"
        lines = "".join(f" {value}\n" for value in self._numbers()) if self._device.type != "meta" else "...\n"
        return f"{lines}{about} of size {self._size()}]"


def check_wrapped(expected: str, args: tuple[Any, ...], memory: object) -> None:
    """Refuse what is no memory to show.

    Raises:
        RuntimeError: something else is given beside it.
        TypeError: it is no storage of bytes.
    """
    if args:
        raise RuntimeError(f"{expected}\nNo positional arguments should be given when using 'wrap_storage'")
    if not isinstance(memory, StorageBase):
        raise TypeError(f"{expected}\nArgument 'wrap_storage' must be UntypedStorage, but got {type(memory)}")


def _of(elements: Any) -> TypedStorage:
    return TypedStorage(wrap_storage=elements.untyped_storage(), dtype=elements.dtype, _internal=True)


def of_bytes(memory: Any) -> TypedStorage:
    """The bytes of a storage, each of them an element."""
    return TypedStorage(wrap_storage=memory, dtype=DTYPES["uint8"], _internal=True)


def _conversion(name: str) -> Any:
    @_deprecated
    def convert(self: TypedStorage) -> TypedStorage:
        return self._converted(DTYPES[name])

    convert.__doc__ = f"A copy with elements of {name}."
    return convert


for _name, _dtype in CONVERSIONS.items():
    setattr(TypedStorage, _name, _conversion(_dtype))


def names_by_dtype() -> dict[dtype_type, str]:
    """The names of the classes of typed storages, by dtype."""
    return dict(_TITLES)


def storage(self: Tensor) -> TypedStorage:
    """The memory of a tensor, all of it, as elements of its dtype."""
    return TypedStorage(wrap_storage=self.untyped_storage(), dtype=self.dtype, _internal=True)
