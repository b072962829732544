"""Groups of dtypes that tests run over, by PyTorch's names; each function returns a tuple."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from wye.schema.values import DTYPES, dtype

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "GROUPS",
    "NUMPY_DTYPES",
    "PRECISIONS",
    "TYPES_OF_NUMPY",
    "get_all_dtypes",
    "get_all_fp_dtypes",
    "get_all_math_dtypes",
    "group",
    "highest_precision_complex",
    "highest_precision_float",
    "is_boolean",
    "is_complex",
    "is_float",
    "is_integer",
    "name_of",
]

_GROUPS: Final = {
    "empty_types": "",
    "floating_types": "float32 float64",
    "floating_types_and_half": "float32 float64 float16",
    "floating_and_complex_types": "float32 float64 complex64 complex128",
    "double_types": "float64 complex128",
    "integral_types": "uint8 int8 int16 int32 int64",
    "all_types": "float32 float64 uint8 int8 int16 int32 int64",
    "complex_types": "complex64 complex128",
    "all_types_and_complex": "float32 float64 uint8 int8 int16 int32 int64 complex64 complex128",
    "all_types_and_half": "float32 float64 uint8 int8 int16 int32 int64 float16",
    "float8_types": "float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz",
    "get_all_int_dtypes": "uint8 int8 int16 int32 int64",
    "get_all_complex_dtypes": "complex64 complex128",
    "get_all_qint_dtypes": "qint8 quint8 qint32 quint4x2 quint2x4",
    "all_mps_types": "float32 float16 int64 int32 int16 uint8 int8 bool bfloat16",
    "all_types_complex_float8": (
        "float32 float64 uint8 int8 int16 int32 int64 complex64 complex128 float8_e4m3fn float8_e4m3fnuz float8_e5m2 "
        "float8_e5m2fnuz"
    ),
}


def group(names: str, *, more: bool = False) -> Callable[..., tuple[dtype, ...]]:
    """A function that returns these dtypes; with ``more``, and those that it is called with."""
    kinds = tuple(DTYPES[name] for name in names.split())
    return (lambda *others: tuple(dict.fromkeys((*kinds, *others)))) if more else (lambda: kinds)


GROUPS: Final = {
    **{name: group(names) for name, names in _GROUPS.items()},
    **{
        f"{name}_and": group(names, more=True)
        for name, names in _GROUPS.items()
        if not name.endswith("half") and not name.startswith("get")
    },
}


def get_all_dtypes(
    include_half: bool = True,
    include_bfloat16: bool = True,
    include_bool: bool = True,
    include_complex: bool = True,
    include_complex32: bool = False,
    include_qint: bool = False,
) -> list[dtype]:
    """Every dtype that elements of dense tensors usually have."""
    names = [*_GROUPS["integral_types"].split(), "float32", "float64"]
    names += ["float16"] * include_half + ["bfloat16"] * include_bfloat16 + ["bool"] * include_bool
    names += ["complex64", "complex128"] * include_complex + ["complex32"] * include_complex32
    names += ["qint8", "quint8", "qint32"] * include_qint
    return [DTYPES[name] for name in names]


def get_all_fp_dtypes(include_half: bool = True, include_bfloat16: bool = True) -> list[dtype]:
    """The dtypes of floating-point numbers."""
    names = ["float32", "float64"] + ["float16"] * include_half + ["bfloat16"] * include_bfloat16
    return [DTYPES[name] for name in names]


def highest_precision_float(device: object = "cpu") -> dtype:
    """The dtype of floating-point numbers with the most digits on a device."""
    return DTYPES["float64"]


def highest_precision_complex(device: object = "cpu") -> dtype:
    """The dtype of complex numbers with the most digits on a device."""
    return DTYPES["complex128"]


def get_all_math_dtypes(device: str = "cpu") -> list[dtype]:
    """The dtypes that most arithmetic takes on a device."""
    short = ["float16"] if str(device).startswith("cuda") else []
    names = [*_GROUPS["integral_types"].split(), *short, "float32", "float64", "complex64", "complex128"]
    return [DTYPES[name] for name in names]


def name_of(of: dtype) -> str:
    """The dtype's name without a module."""
    return of.name


def is_boolean(kind: dtype) -> bool:
    """Is it the dtype of truth values?"""
    return kind is DTYPES["bool"]


def is_integer(kind: dtype) -> bool:
    """Are its elements integers?  Truth values count."""
    return not kind.is_floating_point and not kind.is_complex


def is_float(kind: dtype) -> bool:
    """Are its elements floating-point numbers?"""
    return kind.is_floating_point


def is_complex(kind: dtype) -> bool:
    """Are its elements complex numbers?"""
    return kind.is_complex


# How far off results may be that two ways of computing give.
PRECISIONS: Final = {
    DTYPES["float16"]: 1e-2,
    DTYPES["bfloat16"]: 1e-1,
    DTYPES["float32"]: 1e-5,
    DTYPES["float64"]: 1e-5,
}

# NumPy's dtypes of those that it has, and the other way round.
NUMPY_DTYPES: Final = {
    DTYPES[name]: np.dtype(name).type
    for name in (
        "bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16", "float32",
        "float64", "complex64", "complex128",
    )
} | {DTYPES["bfloat16"]: np.float32, DTYPES["complex32"]: np.complex64}  # fmt: skip
TYPES_OF_NUMPY: Final = {
    kind: of for of, kind in NUMPY_DTYPES.items() if of not in (DTYPES["bfloat16"], DTYPES["complex32"])
}
