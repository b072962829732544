"""The values in schemas beside numbers and strings: dtypes, devices, layouts, memory formats.

Cold path: constants made at import.  NumPy is not needed here; `wye.tensor` maps dtypes to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

import wye.shown as shown
from wye.errors import UnknownKeyError
from wye.keys import key_for_device, split_device
from wye.schema.dtype_table import ROWS

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "DTYPES",
    "DTYPES_OF_PYTHON",
    "DTYPE_ALIASES",
    "LAYOUTS",
    "MEMORY_FORMATS",
    "device",
    "dtype",
    "layout",
    "memory_format",
]


class _Constant:
    """One of a fixed list of values, known by its name and PyTorch's number."""

    __slots__ = ("name", "number")
    name: str
    number: int
    _all: ClassVar[dict[int, Any]]

    def __init_subclass__(cls) -> None:
        cls._all = {}

    def __new__(cls, number: int) -> Self:
        """The constant with this number."""
        try:
            found: Self = cls._all[number]
        except (KeyError, TypeError):
            raise ValueError(f"{number!r} is not the number of a {cls.__name__}") from None
        return found

    @classmethod
    def _define(cls, name: str, number: int) -> Self:
        made = object.__new__(cls)
        made.name, made.number = name, number
        cls._all[number] = made
        return made

    def __repr__(self) -> str:
        return f"{shown.package}.{self.name}"

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.number,))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    @classmethod
    def all(cls) -> Iterator[Self]:
        """Every constant of this kind."""
        return iter(cls._all.values())


class dtype(_Constant):  # noqa: N801 - PyTorch's name
    """An element type of a tensor."""

    __slots__ = ("_is_signed", "is_complex", "is_floating_point", "itemsize")
    is_complex: bool
    is_floating_point: bool
    _is_signed: bool | None  # None: the numbers are quantized
    itemsize: int

    @property
    def is_signed(self) -> bool:
        """Does it have negative numbers?

        Raises:
            RuntimeError: it is a dtype of quantized numbers.
        """
        if self._is_signed is None:
            raise RuntimeError("isSignedType not supported for quantized types")
        return self._is_signed

    def to_complex(self) -> dtype:
        """The complex dtype with parts of this dtype.

        Raises:
            RuntimeError: there is none.
        """
        if self.is_complex:
            return self
        found = ROWS[self.name].complex
        if not found:
            known = ", ".join(row.name for row in ROWS.values() if row.complex)
            raise RuntimeError(f"no complex dtype has parts of {self}; they are: {known}")
        return DTYPES[found]

    def to_real(self) -> dtype:
        """The dtype of the parts of a complex dtype; any other dtype is its own."""
        return DTYPES[f"float{4 * self.itemsize}"] if self.is_complex else self


class layout(_Constant):  # noqa: N801 - PyTorch's name
    """How a tensor's elements are stored."""

    __slots__ = ()


class memory_format(_Constant):  # noqa: N801 - PyTorch's name
    """In which order a dense tensor's elements lie."""

    __slots__ = ()


def _make_dtypes() -> dict[str, dtype]:
    made = {}
    for name, row in ROWS.items():
        if not row.itemsize:
            continue
        one = dtype._define(name, row.number)
        one.itemsize = row.itemsize
        one.is_complex = name.startswith("complex")
        one.is_floating_point = name.startswith(("float", "bfloat"))
        is_quantized = name.startswith(("qint", "quint"))
        one._is_signed = None if is_quantized else not name.startswith(("uint", "bool", "float8_e8m0fnu"))
        made[name] = one
    return made


DTYPES: Final = _make_dtypes()
DTYPES_OF_PYTHON: Final = {
    float: DTYPES["float64"], int: DTYPES["int64"], bool: DTYPES["bool"], complex: DTYPES["complex128"],
}  # fmt: skip
DTYPE_ALIASES: Final = {row.short: DTYPES[row.name] for row in ROWS.values() if row.short}
LAYOUTS: Final = {
    name: layout._define(name, number)
    for number, name in enumerate(
        ("strided", "sparse_coo", "sparse_csr", "_mkldnn", "sparse_csc", "sparse_bsr", "sparse_bsc", "jagged")
    )
}
MEMORY_FORMATS: Final = {
    name: memory_format._define(name, number)
    for number, name in enumerate(("contiguous_format", "preserve_format", "channels_last", "channels_last_3d"))
}


_ALWAYS_KNOWN: Final = frozenset(("cpu", "cuda", "meta"))  # other names come and go with their backends


class device:  # noqa: N801 - PyTorch's name
    """Where a tensor lives: a device type and perhaps an index.

    >>> device("cuda:1").index
    1
    """

    __slots__ = ("index", "type")
    type: str
    index: int | None

    def __new__(cls, type: str | device, index: int | None = None) -> device:
        """The device; for the usual ones always the same object."""
        if index is None and type.__class__ is str:
            found = _devices.get(type)
            if found is not None:
                return found
        if isinstance(type, device):
            if index is None:
                return type
            kind, given = type.type, type.index
        elif isinstance(type, str):
            kind, given = split_device(type)
        else:
            raise _no_device(type)
        if index.__class__ is int and index < 0:
            raise UnknownKeyError(_NEGATIVE)
        if index is not None and not isinstance(index, int):
            raise ValueError(f"a device's index is a number from 0 on, not {index!r}")
        if index is not None and given is not None:
            raise ValueError(f"the device string {type!r} has an index already")
        self = object.__new__(cls)
        object.__setattr__(self, "type", kind)
        object.__setattr__(self, "index", given if index is None else index)
        return _devices.setdefault(str(self), self) if kind in _ALWAYS_KNOWN else self

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a device is immutable")

    @property
    def backend_key(self) -> Any:
        """The dispatch key of the backend behind it."""
        return key_for_device(self.type)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __repr__(self) -> str:
        return (
            f"device(type={self.type!r})" if self.index is None else f"device(type={self.type!r}, index={self.index})"
        )

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __reduce__(self) -> tuple[Any, ...]:
        return (device, (self.type, self.index))


def _no_device(given: object) -> Exception:
    """The error for what is neither a name nor a device."""
    if isinstance(given, int) and not isinstance(given, bool):
        return UnknownKeyError(_NEGATIVE if given < 0 else "Cannot access accelerator device when none is available.")
    return TypeError(f"a device is named by a string, for example 'cuda:1', not by {given!r}")


_NEGATIVE: Final = "Device index must not be negative"
_devices: Final[dict[str, device]] = {}  # by name
