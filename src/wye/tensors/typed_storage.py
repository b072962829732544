"""Storages that know the dtype of their elements: PyTorch's old `FloatStorage` and the like, over `UntypedStorage`.

What `Tensor.storage` returns.  New programs use `Tensor.untyped_storage`.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye.call.packets import ops
from wye.modes.stack import ModeKey, set_mode, unset_mode
from wye.schema.values import DTYPES
from wye.schema.values import device as as_device
from wye.tensors.dtypes import get_default_dtype, to_numpy_dtype
from wye.tensors.making import tensor
from wye.tensors.storage import UntypedStorage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye.schema.values import device as device_type
    from wye.schema.values import dtype as dtype_type
    from wye.tensors.dense import Tensor

__all__ = ["STORAGE_TYPES", "TypedStorage", "names_by_dtype"]

_NAMES: Final = {
    "DoubleStorage": "float64", "FloatStorage": "float32", "HalfStorage": "float16", "BFloat16Storage": "bfloat16",
    "LongStorage": "int64", "IntStorage": "int32", "ShortStorage": "int16", "CharStorage": "int8",
    "ByteStorage": "uint8", "BoolStorage": "bool", "ComplexDoubleStorage": "complex128",
    "ComplexFloatStorage": "complex64",
}  # fmt: skip
_TITLES: Final = {DTYPES[name]: title for title, name in _NAMES.items()}


@contextmanager
def _without_fakes() -> Iterator[None]:
    """Inside, memory is read as it is, though new tensors have none outside."""
    mode = unset_mode(ModeKey.FAKE)
    try:
        yield
    finally:
        if mode is not None:
            set_mode(mode)


class TypedStorage:
    """The memory of a tensor as a sequence of elements of one dtype.

    Args:
        args: A number of elements, or the elements.
        wrap_storage: The memory to show; without it there is new memory.
        dtype: Of the elements.
        device: Where new memory is.
    """

    __slots__ = ("_untyped_storage", "dtype")
    dtype: dtype_type
    _untyped_storage: UntypedStorage

    def __init__(
        self,
        *args: Any,
        wrap_storage: UntypedStorage | None = None,
        dtype: dtype_type | None = None,
        device: device_type | str | None = None,
    ) -> None:
        self.dtype = get_default_dtype() if dtype is None else dtype
        if len(args) > 1:
            raise RuntimeError(f"Too many positional arguments: {len(args)}, a storage takes a size or a sequence")
        if wrap_storage is not None:
            self._untyped_storage = wrap_storage
            return
        where = as_device("cpu" if device is None else device)
        if not args or isinstance(args[0], int):
            count = args[0] if args else 0
            self._untyped_storage = UntypedStorage(count * self.element_size(), device=where)
        else:
            self._untyped_storage = tensor(list(args[0]), dtype=self.dtype, device=where).untyped_storage()

    def untyped(self) -> UntypedStorage:
        """The same memory without dtype."""
        return self._untyped_storage

    @property
    def device(self) -> device_type:
        """Where it is."""
        return self._untyped_storage.device

    @property
    def is_cuda(self) -> bool:
        """Is it on a CUDA device?"""
        return self.device.type == "cuda"

    @property
    def is_sparse(self) -> bool:
        """No: it is dense."""
        return False

    def element_size(self) -> int:
        """The bytes of one element."""
        return int(to_numpy_dtype(self.dtype).itemsize)

    def nbytes(self) -> int:
        """Its size in bytes."""
        return self._untyped_storage.nbytes()

    def size(self) -> int:
        """The number of elements."""
        return self.nbytes() // self.element_size()

    __len__ = size

    @property
    def _cdata(self) -> int:
        """A number that is the same for tensors that share it."""
        return self._untyped_storage._cdata

    def data_ptr(self) -> int:
        """The address of its first byte."""
        return self._untyped_storage.data_ptr()

    def _elements(self) -> Any:
        """A tensor over the memory."""
        empty = ops.aten.empty.memory_format([0], dtype=self.dtype, device=self.device)
        return ops.aten.set_.source_Storage_storage_offset(empty, self._untyped_storage, 0, [self.size()], [1])

    def _readable(self) -> Any:
        """`_elements`, where they are there."""
        if self.device.type == "meta":
            raise NotImplementedError("Not available for 'meta' device type")
        return self._elements()

    def tolist(self) -> list[Any]:
        """The elements as numbers."""
        with _without_fakes():
            found: list[Any] = self._readable().tolist()
            return found

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist())

    def __getitem__(self, index: Any) -> Any:
        with _without_fakes():
            elements = self._readable()
        if isinstance(index, slice):
            raise RuntimeError("slices are only supported in UntypedStorage.__getitem__")
        if not isinstance(index, int):
            raise TypeError(f"can't index a {type(self)} with {type(index)}")
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} is out of range for a storage of size {len(self)}")
        with _without_fakes():
            return elements[index].item()

    def __setitem__(self, index: int | slice, value: Any) -> None:
        if not isinstance(index, (int, slice)):
            raise RuntimeError(f"can't index a {type(self)} with {type(index)}")
        if isinstance(index, int) and not -len(self) <= index < len(self):
            raise IndexError(f"index {index} is out of range for a storage of size {len(self)}")
        self._elements()[index] = value._elements() if isinstance(value, TypedStorage) else value

    def fill_(self, value: Any) -> TypedStorage:
        """Make all elements a number."""
        ops.aten.fill_.Scalar(self._elements(), value)
        return self

    def copy_(self, source: TypedStorage, non_blocking: bool = False) -> TypedStorage:
        """Copy the elements of another storage of the same size."""
        ops.aten.copy_.default(self._elements(), source._elements(), non_blocking)
        return self

    def resize_(self, size: int) -> TypedStorage:
        """Give it another number of elements."""
        self._untyped_storage.resize_(size * self.element_size())
        return self

    def clone(self) -> TypedStorage:
        """A copy."""
        return _over(ops.aten.clone.default(self._elements()))

    def cpu(self) -> TypedStorage:
        """The storage on the CPU: itself if it is there."""
        return self if self.device.type == "cpu" else _over(self._elements().cpu())

    def is_shared(self) -> bool:
        """Do other processes see it?  No."""
        return False

    def is_pinned(self, device: device_type | str = "cuda") -> bool:
        """Is it page-locked for a device?  No."""
        return False

    def type(self, dtype: dtype_type | str | None = None, non_blocking: bool = False) -> Any:
        """The name of its class; with a dtype, its elements in that dtype."""
        if dtype is None:
            return f"{shown.package}.{_TITLES.get(self.dtype, type(self).__name__)}"
        wanted = DTYPES[_NAMES[dtype.rpartition(".")[2]]] if isinstance(dtype, str) else dtype
        return self if wanted is self.dtype else self._converted(wanted)

    def _converted(self, wanted: dtype_type) -> TypedStorage:
        return _over(ops.aten.to.dtype(self._elements(), wanted, False, True))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TypedStorage):
            return NotImplemented
        return self.dtype is other.dtype and self.data_ptr() == other.data_ptr()

    __hash__ = None  # type: ignore[assignment]  # as PyTorch's: the elements can change

    def __repr__(self) -> str:
        about = f"[{shown.package}.storage.TypedStorage(dtype={shown.package}.{self.dtype.name}, device={self.device})"
        lines = "".join(f" {value}\n" for value in self.tolist()) if self.device.type != "meta" else "...\n"
        return f"{lines}{about} of size {len(self)}]"


def _over(elements: Any) -> TypedStorage:
    return TypedStorage(wrap_storage=elements.untyped_storage(), dtype=elements.dtype)


def _conversion(name: str) -> Any:
    def convert(self: TypedStorage) -> TypedStorage:
        return self._converted(DTYPES[name])

    convert.__doc__ = f"A copy with elements of {name}."
    return convert


_CONVERSIONS: Final = {
    "double": "float64", "float": "float32", "half": "float16", "bfloat16": "bfloat16", "long": "int64",
    "int": "int32", "short": "int16", "char": "int8", "byte": "uint8", "bool": "bool",
    "complex_double": "complex128", "complex_float": "complex64",
}  # fmt: skip
for _name, _dtype in _CONVERSIONS.items():
    setattr(TypedStorage, _name, _conversion(_dtype))


class _OfDtype(type):
    """The class of `FloatStorage` and the like: their objects are typed storages of one dtype."""

    dtype: dtype_type

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, TypedStorage) and instance.dtype is cls.dtype

    def __call__(cls, *args: Any, **kwargs: Any) -> TypedStorage:
        return TypedStorage(*args, dtype=cls.dtype, **kwargs)


def _class(name: str) -> Any:
    doc = f"A typed storage of {_NAMES[name]}."
    return _OfDtype(name, (), {"dtype": DTYPES[_NAMES[name]], "__doc__": doc, "__module__": "wye"})


STORAGE_TYPES: Final[dict[str, Any]] = {name: _class(name) for name in _NAMES}


def names_by_dtype() -> dict[dtype_type, str]:
    """The names of the classes of typed storages, by dtype."""
    return dict(_TITLES)


def storage(self: Tensor) -> TypedStorage:
    """The memory of a tensor, all of it, as elements of its dtype."""
    return TypedStorage(wrap_storage=self.untyped_storage(), dtype=self.dtype)


def storage_type(self: Tensor) -> Any:
    """The class of its typed storage."""
    return STORAGE_TYPES.get(_TITLES.get(self.dtype, ""), TypedStorage)
