"""wye's dtypes and NumPy's."""

from __future__ import annotations

import copy
import pickle

import ml_dtypes
import numpy as np
import pytest

import wye
from wye.schema.values import DTYPES
from wye.tensors.dtypes import default_dtype_of, from_numpy_dtype, to_numpy_dtype

SHARED = [
    one
    for one in DTYPES.values()
    if hasattr(np, one.name) or (hasattr(ml_dtypes, one.name) and one.name != "complex32")
]


@pytest.mark.parametrize("one", SHARED, ids=str)
def test_dtypes_with_data_go_there_and_back(one):
    there = to_numpy_dtype(one)
    assert from_numpy_dtype(there) is one
    assert there.itemsize == one.itemsize


@pytest.mark.parametrize("one", [one for one in DTYPES.values() if one not in SHARED], ids=str)
def test_a_dtype_that_no_array_has_is_told(one):
    with pytest.raises(TypeError, match=f"no array can hold elements of wye.{one.name}"):
        to_numpy_dtype(one)


@pytest.mark.parametrize("one", ["U3", "S3", "O", "M8[s]", "longdouble", "V4"])
def test_a_numpy_dtype_that_wye_lacks_is_told(one):
    with pytest.raises(TypeError, match="The only supported types are: uint8, int8"):
        from_numpy_dtype(np.dtype(one))


def test_bytes_in_the_other_order_are_told():
    other = np.dtype("i4").newbyteorder()
    with pytest.raises(ValueError, match="byte order different from the native byte order"):
        from_numpy_dtype(other)


def test_python_numbers_get_single_precision():
    assert default_dtype_of(wye.float64) is wye.float32
    assert default_dtype_of(wye.complex128) is wye.complex64
    assert default_dtype_of(wye.int64) is wye.int64
    assert default_dtype_of(wye.bool) is wye.bool


@pytest.mark.parametrize("one", DTYPES.values(), ids=str)
def test_dtypes_are_the_same_object_after_copy_and_pickle(one):
    assert copy.copy(one) is copy.deepcopy(one) is pickle.loads(pickle.dumps(one)) is getattr(wye, one.name) is one


@pytest.mark.parametrize(
    ("name", "as_complex", "as_real"),
    [
        ("float16", "complex32", "float16"),
        ("bfloat16", "complex64", "bfloat16"),
        ("float32", "complex64", "float32"),
        ("float64", "complex128", "float64"),
        ("complex32", "complex32", "float16"),
        ("complex64", "complex64", "float32"),
        ("complex128", "complex128", "float64"),
        ("int8", None, "int8"),
        ("bool", None, "bool"),
    ],
)
def test_dtypes_have_complex_and_real_partners(name, as_complex, as_real):
    one = DTYPES[name]
    assert one.to_real() is DTYPES[as_real]
    if as_complex is not None:
        assert one.to_complex() is DTYPES[as_complex]
    else:
        with pytest.raises(RuntimeError, match=f"no complex dtype has parts of wye.{name}"):
            one.to_complex()
