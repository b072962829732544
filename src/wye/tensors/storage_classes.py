"""PyTorch's old classes of storages, one for each dtype: `FloatStorage`, `LongStorage`, ...

Their objects are typed storages of one dtype.  Those of CUDA are names: there is no such memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn

from wye.schema.values import DTYPES
from wye.tensors.storage import UntypedStorage
from wye.tensors.typed_storage import NAMES, TypedStorage, check_wrapped, forms, names_by_dtype, warn

if TYPE_CHECKING:
    from wye.schema.values import dtype as dtype_type
    from wye.tensors.dense import Tensor

__all__ = ["ALL", "CUDA_TYPES", "STORAGE_TYPES", "LegacyStorage", "storage_type"]

_KNOWN: Final = frozenset(("wrap_storage", "_internal"))


class _OfDtype(type):
    """The class of these classes."""

    _of: dtype_type | None
    _device: str

    def __instancecheck__(cls, instance: object) -> bool:
        if type(instance) is not TypedStorage:
            return False
        return cls._of in (None, instance.dtype) and instance._device.type == cls._device

    def __call__(cls, *args: Any, **options: Any) -> TypedStorage:
        if cls._of is None:
            raise RuntimeError("Only child classes of _LegacyStorage can be instantiated")
        if not options.get("_internal"):
            warn()
        expected = forms(f"{cls}.__new__")
        for name in ("device", "dtype"):
            if name in options:
                raise RuntimeError(f"{expected}\nKeyword argument '{name}' cannot be specified")
        for name in options:
            if name not in _KNOWN:
                raise TypeError(f"{expected}\n{cls.__name__}() got an unexpected keyword argument '{name}'")
        if cls._device != "cpu":
            raise AssertionError("Torch not compiled with CUDA enabled")
        memory = options.get("wrap_storage")
        if memory is not None:
            check_wrapped(expected, args, memory)
            return TypedStorage(wrap_storage=memory, dtype=cls._of, _internal=True)
        if len(args) > 1:
            raise RuntimeError(f"{expected}\nToo many positional arguments")
        return TypedStorage(*args, dtype=cls._of, _internal=True)

    @property
    def dtype(cls) -> Any:
        """The dtype of the elements."""
        warn()
        return cls._of

    @property
    def _dtype(cls) -> Any:
        return cls._of


class LegacyStorage(metaclass=_OfDtype):
    """The base of `FloatStorage` and the like."""

    _of = None
    _device = "cpu"

    @classmethod
    def from_buffer(cls, *args: Any, **options: Any) -> TypedStorage:
        """A copy of the elements in a buffer; see `UntypedStorage.from_buffer`."""
        warn()
        for name in ("dtype", "device"):
            if name in options:
                raise RuntimeError(
                    f"from_buffer: '{name}' can only be specified in UntypedStorage.from_buffer and "
                    "TypedStorage.from_buffer"
                )
        of = cls._dtype
        return cls(wrap_storage=UntypedStorage.from_buffer(*args, dtype=of, **options), _internal=True)  # type: ignore[call-arg,return-value]

    @classmethod
    def from_file(cls, filename: str, shared: bool = False, size: int = 0) -> TypedStorage:
        """The elements in a file; see `UntypedStorage.from_file`."""
        warn()
        of = cls._dtype
        memory = UntypedStorage.from_file(filename, shared, size * of.itemsize)
        return cls(wrap_storage=memory, _internal=True)  # type: ignore[call-arg,return-value]


def _not_on_cuda(*args: Any, **options: Any) -> NoReturn:
    raise RuntimeError("Not available for CUDA storage")


def _class(name: str, module: str, **members: Any) -> Any:
    of = DTYPES[NAMES[name]]
    doc = f"A typed storage of {NAMES[name]}."
    return _OfDtype(name, (LegacyStorage,), {"_of": of, "__doc__": doc, "__module__": module, **members})


STORAGE_TYPES: Final[dict[str, Any]] = {name: _class(name, "torch") for name in NAMES}
CUDA_TYPES: Final[dict[str, Any]] = {
    name: _class(
        name,
        "torch.cuda",
        _device="cuda",
        from_buffer=_not_on_cuda,
        _new_with_weak_ptr=_not_on_cuda,
        _new_shared_filename=_not_on_cuda,
    )
    for name in NAMES
    if not name.startswith("Q")
}
ALL: Final = frozenset((UntypedStorage, TypedStorage, *STORAGE_TYPES.values(), *CUDA_TYPES.values()))
_TITLES: Final = names_by_dtype()


def storage_type(self: Tensor) -> Any:
    """The class of a tensor's typed storage."""
    return STORAGE_TYPES.get(_TITLES.get(self.dtype, ""), TypedStorage)
