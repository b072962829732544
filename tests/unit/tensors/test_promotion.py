"""Type promotion: the dtype in which operands meet."""

from __future__ import annotations

import numpy as np
import pytest

from wye.schema.values import DTYPES
from wye.tensors.dtypes import from_numpy_dtype, get_default_dtype, set_default_dtype, to_numpy_dtype
from wye.tensors.meta_array import MetaArray
from wye.tensors.promotion import can_cast, category, dtype_named, promote, result_type, to_complex, to_real

# Rows and columns in this order; "-" where PyTorch refuses.
NAMES = ["bool", "uint8", "int8", "int16", "int64", "uint16", "float16", "bfloat16", "float32", "float64", "complex64"]
TABLE = """
bool      uint8    int8     int16    int64    -        float16   bfloat16  float32   float64    complex64
uint8     uint8    int16    int16    int64    -        float16   bfloat16  float32   float64    complex64
int8      int16    int8     int16    int64    -        float16   bfloat16  float32   float64    complex64
int16     int16    int16    int16    int64    -        float16   bfloat16  float32   float64    complex64
int64     int64    int64    int64    int64    -        float16   bfloat16  float32   float64    complex64
-         -        -        -        -        uint16   float16   bfloat16  float32   float64    -
float16   float16  float16  float16  float16  float16  float16   float32   float32   float64    complex64
bfloat16  bfloat16 bfloat16 bfloat16 bfloat16 bfloat16 float32   bfloat16  float32   float64    complex64
float32   float32  float32  float32  float32  float32  float32   float32   float32   float64    complex64
float64   float64  float64  float64  float64  float64  float64   float64   float64   float64    complex128
complex64 complex64 complex64 complex64 complex64 -    complex64 complex64 complex64 complex128 complex64
"""
CELLS = [
    (row, column, cell)
    for row, line in zip(NAMES, TABLE.strip().splitlines(), strict=True)
    for column, cell in zip(NAMES, line.split(), strict=True)
]


def tensor(name, ndim=1):
    return np.empty((1,) * ndim, dtype_named(name))


def named(dtype):
    return from_numpy_dtype(dtype).name


@pytest.mark.parametrize(("a", "b", "meet"), CELLS)
def test_pairs_of_dtypes_meet_as_in_pytorch(a, b, meet):
    if meet == "-":
        with pytest.raises(RuntimeError, match="Promotion for uint16"):
            promote(dtype_named(a), dtype_named(b))
    else:
        assert named(promote(dtype_named(a), dtype_named(b))) == meet


def test_floats_of_8_bits_meet_nothing():
    with pytest.raises(RuntimeError, match="Float8"):
        promote(dtype_named("float8_e5m2"), dtype_named("bool"))
    assert named(promote(dtype_named("float8_e5m2"), dtype_named("float8_e5m2"))) == "float8_e5m2"


@pytest.mark.parametrize(
    ("operands", "meet"),
    [
        ((tensor("float32"), tensor("float64", 0)), "float32"),
        ((tensor("float32", 0), tensor("float64", 0)), "float64"),
        ((tensor("int8"), tensor("int64", 0)), "int8"),
        ((tensor("int8"), tensor("float64", 0)), "float64"),
        ((tensor("bool"), tensor("int64", 0)), "int64"),
        ((tensor("float64"), tensor("complex64", 0)), "complex128"),
        ((tensor("int32"), 2), "int32"),
        ((tensor("int32"), 2.5), "float32"),
        ((tensor("bool"), 2), "int64"),
        ((tensor("bool"), True), "bool"),
        ((tensor("float16"), 2.5), "float16"),
        ((tensor("float16", 0), 2.5), "float16"),
        ((tensor("float64"), 1j), "complex128"),
        ((tensor("int64"), 1j), "complex64"),
        ((tensor("int8"), tensor("int16", 0), 2.5), "float32"),
        ((2, 2.5), "float32"),
        ((MetaArray((2,), np.dtype("int8")), tensor("uint8")), "int16"),
    ],
)
def test_dimensions_outrank_scalars_and_scalars_outrank_numbers(operands, meet):
    assert named(result_type(*operands)) == meet


def test_numbers_become_the_default_dtype():
    before = get_default_dtype()
    set_default_dtype(DTYPES["float64"])
    try:
        assert named(result_type(tensor("int32"), 2.5)) == "float64"
        assert named(result_type(tensor("int32"), 1j)) == "complex128"
    finally:
        set_default_dtype(before)


@pytest.mark.parametrize(
    ("source", "target", "may"),
    [
        ("float32", "int64", False),
        ("complex64", "float64", False),
        ("int64", "bool", False),
        ("float64", "float16", True),
        ("int64", "uint8", True),
        ("bool", "float32", True),
        ("int64", "bfloat16", True),
        ("float64", "complex64", True),
    ],
)
def test_results_are_stored_where_their_kind_of_number_fits(source, target, may):
    assert can_cast(dtype_named(source), dtype_named(target)) is may


def test_categories_of_dtypes():
    kinds = [category(dtype_named(name)) for name in ("bool", "uint64", "bfloat16", "float8_e5m2", "complex64")]
    assert kinds == [0, 1, 2, 2, 3]


def test_complex_dtypes_and_their_parts():
    assert named(to_complex(dtype_named("float64"))) == "complex128"
    assert named(to_complex(dtype_named("bfloat16"))) == "complex64"
    assert named(to_real(dtype_named("complex64"))) == "float32"
    assert named(to_real(to_numpy_dtype(DTYPES["int8"]))) == "int8"
    with pytest.raises(RuntimeError, match="no complex dtype"):
        to_complex(dtype_named("float8_e4m3fn"))
