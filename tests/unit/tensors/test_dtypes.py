"""wye's dtypes and NumPy's."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import wye
from wye.schema.values import DTYPES
from wye.tensors.dtypes import default_dtype_of, from_numpy_dtype, to_numpy_dtype

SHARED = [one for one in DTYPES.values() if hasattr(np, one.name) and one.name != "float8"]


@pytest.mark.parametrize("one", SHARED, ids=str)
def test_numpys_dtypes_go_there_and_back(one):
    there = to_numpy_dtype(one)
    assert from_numpy_dtype(there) is one
    assert there.itemsize == one.itemsize


@pytest.mark.parametrize("one", [one for one in DTYPES.values() if one not in SHARED], ids=str)
def test_a_dtype_that_numpy_lacks_is_told(one):
    with pytest.raises(TypeError, match=f"NumPy has no dtype for wye.{one.name}"):
        to_numpy_dtype(one)


@pytest.mark.parametrize("one", ["U3", "S3", "O", "M8[s]", ">i4", "longdouble", "V4"])
def test_a_numpy_dtype_that_wye_lacks_is_told(one):
    with pytest.raises(TypeError, match="the supported types are: bool, uint8"):
        from_numpy_dtype(np.dtype(one))


def test_python_numbers_get_single_precision():
    assert default_dtype_of(wye.float64) is wye.float32
    assert default_dtype_of(wye.complex128) is wye.complex64
    assert default_dtype_of(wye.int64) is wye.int64
    assert default_dtype_of(wye.bool) is wye.bool


@pytest.mark.parametrize("one", DTYPES.values(), ids=str)
def test_dtypes_are_the_same_object_after_copy_and_pickle(one):
    assert copy.copy(one) is copy.deepcopy(one) is pickle.loads(pickle.dumps(one)) is getattr(wye, one.name) is one
