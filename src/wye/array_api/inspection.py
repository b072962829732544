"""Questions about dtypes and devices."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import chain, product
from typing import Any, Final

import numpy as np

from wye.numpy.arrays import Array

__all__ = [
    "DTYPES", "VERSIONS", "FloatLimits", "Info", "astype", "can_cast", "check_device", "finfo", "iinfo", "isdtype",
    "of_version", "result_type",
]  # fmt: skip

VERSIONS: Final = ("2021.12", "2022.12", "2023.12", "2024.12")
_NAMES: Final = {
    "bool": ("bool",),
    "signed integer": ("int8", "int16", "int32", "int64"),
    "unsigned integer": ("uint8", "uint16", "uint32", "uint64"),
    "real floating": ("float32", "float64"),
    "complex floating": ("complex64", "complex128"),
}
_NAMES_OF_SEVERAL: Final = {
    "integral": ("signed integer", "unsigned integer"),
    "numeric": ("signed integer", "unsigned integer", "real floating", "complex floating"),
    None: tuple(_NAMES),
}
DTYPES: Final = tuple(chain(*_NAMES.values()))
_PROMOTED: Final = {("b", "b"), ("f", "f"), ("f", "c"), ("c", "c"), *product("iu", "iu")}  # kinds that meet
_DEVICE: Final = "cpu"


def check_device(device: Any) -> None:
    """Raises: ValueError: there is no such device."""
    if device is not None and str(device) != _DEVICE:
        raise ValueError(f"device={device!r}: arrays are on {_DEVICE!r}")


def of_version(version: str) -> Any:
    """The namespace of a version of the standard.

    Raises:
        ValueError: there is no such version here.
    """
    if version not in VERSIONS:
        raise ValueError(f"array-API version {version!r}: wye has {', '.join(VERSIONS)}")
    return sys.modules["wye.array_api"]


def _dtype_of(value: Any) -> Any:
    is_array = isinstance(value, (Array, np.ndarray, np.generic))
    return getattr(value, "dtype", value) if is_array else value


def astype(x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None) -> Any:
    """The elements in another dtype.

    Raises:
        TypeError: complex elements in a real dtype, which would drop their imaginary parts.
    """
    check_device(device)
    if x.dtype.kind == "c" and np.dtype(dtype).kind in "iuf":
        raise TypeError(f"complex elements cannot be {np.dtype(dtype)}: take xp.real(x) or xp.imag(x)")
    return x.astype(dtype, copy=copy)


def can_cast(from_: Any, to: Any, /) -> bool:
    """Is one dtype promoted to another?  Between kinds, only from real to complex floats; NumPy knows more casts."""
    given, wanted = np.dtype(_dtype_of(from_)), np.dtype(to)
    return (given.kind, wanted.kind) in _PROMOTED and np.can_cast(given, wanted)


@dataclass(frozen=True, slots=True)
class FloatLimits:
    """The limits of a floating-point dtype, as numbers of Python."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: Any


def finfo(type: Any, /) -> FloatLimits:
    """The limits of a floating-point dtype; of a complex one, those of its parts."""
    found = np.finfo(_dtype_of(type))
    eps, highest, lowest, smallest = map(float, (found.eps, found.max, found.min, found.smallest_normal))
    return FloatLimits(found.bits, eps, highest, lowest, smallest, found.dtype)


def iinfo(type: Any, /) -> Any:
    """The limits of an integer dtype."""
    return np.iinfo(_dtype_of(type))


def isdtype(dtype: Any, kind: Any) -> bool:
    """Is a dtype of a kind, given as a dtype, a word, or a tuple of them?"""
    return np.isdtype(np.dtype(dtype), kind)


def result_type(*arrays_and_dtypes: Any) -> Any:
    """The dtype that arrays and numbers have together."""
    return np.result_type(*[_dtype_of(value) for value in arrays_and_dtypes])


class Info:
    """What the standard's ``__array_namespace_info__()`` gives."""

    def capabilities(self) -> dict[str, Any]:
        """What the namespace can do."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}

    def default_device(self) -> str:
        """Where arrays are made."""
        return _DEVICE

    def devices(self) -> list[str]:
        """Where arrays can be."""
        return [_DEVICE]

    def default_dtypes(self, *, device: Any = None) -> dict[str, Any]:
        """The dtypes of arrays made of Python's numbers."""
        check_device(device)
        names = {"real floating": "float64", "complex floating": "complex128", "integral": "int64", "indexing": "int64"}
        return {kind: np.dtype(name) for kind, name in names.items()}

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, Any]:
        """The dtypes of a kind, given as a word, a tuple of words, or None: all.

        Raises:
            ValueError: there is no such kind, or no such device.
        """
        check_device(device)
        kinds = kind if isinstance(kind, tuple) else (kind,)
        found: dict[str, Any] = {}
        for one in kinds:
            if one not in _NAMES and one not in _NAMES_OF_SEVERAL:
                raise ValueError(f"unsupported kind: {one!r}")
            for single in _NAMES_OF_SEVERAL.get(one, (one,)):
                found.update({name: np.dtype(name) for name in _NAMES[single]})
        return found
