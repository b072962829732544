"""The limits of dtypes, and how dtypes meet."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

import wye


@pytest.mark.parametrize("name", ["float16", "float32", "float64"])
def test_finfo_agrees_with_numpy(name):
    ours, numpys = wye.finfo(getattr(wye, name)), np.finfo(name)
    for field in ("bits", "min", "max", "eps", "tiny", "smallest_normal"):
        assert getattr(ours, field) == getattr(numpys, field), field
    assert ours.resolution == float(f"1e-{numpys.precision}")
    assert ours.dtype == name


@pytest.mark.parametrize("name", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"])
def test_iinfo_agrees_with_numpy(name):
    ours, numpys = wye.iinfo(getattr(wye, name)), np.iinfo(name)
    assert (ours.bits, ours.min, ours.max, ours.dtype) == (numpys.bits, numpys.min, numpys.max, name)


def test_finfo_of_other_floats_and_of_complex_parts():
    assert wye.finfo() == wye.finfo(wye.float32) == wye.finfo(wye.complex64)
    assert wye.finfo(wye.bfloat16).eps == 2**-7
    assert wye.finfo(wye.float8_e4m3fn).max == 448
    assert pickle.loads(pickle.dumps(wye.finfo(wye.float16))) == wye.finfo(wye.float16)
    assert repr(wye.iinfo(wye.int8)) == "iinfo(min=-128, max=127, dtype=int8)"
    assert repr(wye.finfo(wye.float16)).startswith("finfo(resolution=0.001, min=-65504, max=65504, eps=0.000976562")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: wye.finfo(wye.int8), "requires a floating point input type"),
        (lambda: wye.iinfo(wye.float32), "requires an integer input type"),
        (lambda: wye.iinfo(wye.bool), "wye.bool is not supported"),
        (lambda: wye.iinfo(3), "must be wye.dtype, not int"),
        (lambda: wye.promote_types(wye.int8, 3), r"argument 'type2' \(position 2\) must be wye.dtype, not int"),
        (lambda: wye.result_type("a", 1), "takes tensors and numbers, not str"),
    ],
)
def test_what_has_no_limits_is_refused(call, words):
    with pytest.raises(TypeError, match=words):
        call()


def test_dtypes_meet():
    assert wye.promote_types(wye.int32, wye.float16) is wye.float16
    assert wye.result_type(wye.tensor([1]), 1.0) is wye.float32
    assert wye.result_type(wye.tensor(1.0, dtype=wye.float64), wye.ones(2)) is wye.float32
    assert wye.result_type(1, 2.0) is wye.float32
    assert wye.can_cast(wye.float64, wye.float32)
    assert not wye.can_cast(wye.float32, wye.int32)


def test_constants_and_questions():
    assert (wye.inf, wye.pi, wye.e, wye.newaxis) == (math.inf, math.pi, math.e, None)
    assert math.isnan(wye.nan)
    assert wye.ones(2)[:, wye.newaxis].shape == (2, 1)
    assert wye.is_tensor(wye.ones(1))
    assert not wye.is_tensor(np.ones(1))


def test_questions_about_dtypes_name_the_argument_that_is_none():
    with pytest.raises(TypeError, match=r"can_cast\(\): argument 'from_' \(position 1\) must be wye.dtype, not int"):
        wye.can_cast(3, wye.int32)
    with pytest.raises(TypeError, match=r"promote_types\(\): argument 'type2' \(position 2\)"):
        wye.promote_types(wye.int32, None)
