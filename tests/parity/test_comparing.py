"""Whether small tensors are equal is what NumPy says of their arrays."""

import random

import numpy as np
import pytest

import wye

DTYPES = ("float32", "float64", "float16", "complex64", "complex128", "bool", "uint8", "int16", "int32", "int64")


def views(values):
    """An array as it is, in columns, and as every other column of a wider one."""
    wide = np.repeat(values, 2, axis=-1) if values.ndim else values
    return [values, np.asfortranarray(values), wide[..., ::2] if values.ndim else wide]


@pytest.mark.parametrize("dtype", DTYPES)
def test_tensors_are_equal_where_their_arrays_are(dtype):
    rng = random.Random(dtype)
    draw = np.random.default_rng(rng.randrange(1 << 30))
    for shape in [(), (1,), (3,), (0,), (2, 3), (3, 1), (4, 2, 3), (70, 70)]:
        values = draw.integers(0, 2, shape).astype(dtype)
        changed = values.copy()
        if changed.size:
            changed.flat[rng.randrange(changed.size)] += 1 if dtype != "bool" else True
        for one in views(values):
            for other in [*views(values.copy()), *views(changed), values.astype("float64"), values[None]]:
                expected = np.array_equal(one, other)
                assert wye.equal(wye.from_numpy(one), wye.from_numpy(other)) is expected
                assert wye.from_numpy(one).equal(wye.from_numpy(other)) is expected


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
def test_nan_is_not_equal_to_itself_and_the_zeros_are_equal(dtype):
    x = wye.from_numpy(np.array([1.0, np.nan], dtype))
    assert not wye.equal(x, x)
    assert wye.equal(wye.from_numpy(np.array([0.0, -0.0], dtype)), wye.from_numpy(np.array([-0.0, 0.0], dtype)))


def test_any_byte_of_a_true_element_is_true():
    odd = np.array([2, 0, 1], np.uint8).view(bool)
    assert wye.equal(wye.from_numpy(odd), wye.from_numpy(np.array([True, False, True])))
