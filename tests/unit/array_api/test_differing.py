"""Functions that NumPy has with other results or defaults."""

import math

import numpy as np
import pytest

import wye.array_api as xp


def test_clip_keeps_the_dtype_of_the_elements():
    x = xp.asarray([1, 5, 9], dtype=xp.uint64)
    found = xp.clip(x, xp.asarray(2), xp.asarray(6))
    assert found.dtype == xp.uint64
    np.testing.assert_array_equal(found, [2, 5, 6])
    np.testing.assert_array_equal(xp.clip(x, max=4), [1, 4, 4])


def test_spreads_are_nan_where_the_correction_leaves_nothing():
    x = xp.asarray([1.0, 2.0])
    assert math.isnan(float(xp.std(x, correction=2)))
    assert math.isnan(float(xp.var(x, correction=3)))
    assert float(xp.var(x, correction=1)) == 0.5
    np.testing.assert_array_equal(xp.std(xp.asarray([[1.0, 3.0]]), axis=1, keepdims=True), [[1.0]])


def test_ends_of_differences_may_be_none():
    np.testing.assert_array_equal(xp.diff(xp.asarray([1, 4, 9]), prepend=None, append=xp.asarray([10])), [3, 5, 1])


def test_a_new_dimension_is_the_first():
    assert xp.expand_dims(xp.ones(3)).shape == (1, 3)


def test_quotients_of_infinities_are_infinite():
    x = xp.asarray([math.inf, -math.inf, 7.0], dtype=xp.float32)
    found = xp.floor_divide(x, -2)
    assert found.dtype == xp.float32
    np.testing.assert_array_equal(found, [-math.inf, math.inf, -4.0])
    by_infinity = xp.floor_divide(xp.asarray([1.0, -1.0, math.inf]), math.inf)
    np.testing.assert_array_equal(by_infinity, [0.0, -0.0, math.nan])
    np.testing.assert_array_equal(xp.signbit(by_infinity)[:2], [False, True])
    np.testing.assert_array_equal(xp.floor_divide(7, xp.asarray([2, 3])), [3, 2])


def test_several_arrays_come_in_a_list():
    one, two = xp.ones((2, 1)), xp.ones(3)
    assert type(xp.broadcast_arrays(one, two)) is type(xp.meshgrid(two, two)) is list
    assert [found.shape for found in xp.meshgrid(xp.ones(2), two, indexing="ij")] == [(2, 3), (2, 3)]


@pytest.mark.parametrize("dtype", [xp.uint8, xp.uint64, xp.int32])
def test_repetitions_have_any_integer_dtype(dtype):
    np.testing.assert_array_equal(xp.repeat(xp.asarray([5, 6]), xp.asarray([2, 1], dtype=dtype)), [5, 5, 6])
    assert xp.repeat(xp.asarray([]), xp.asarray([])).shape == (0,)
    with pytest.raises(TypeError, match="float64"):
        xp.repeat(xp.asarray([5, 6]), xp.asarray([2.0, 1.0]))


@pytest.mark.parametrize("dtype", [xp.complex64, xp.complex128])
def test_the_sign_of_a_complex_number_with_a_part_that_is_nan_is_nan(dtype):
    parts = [complex(math.nan, math.inf), complex(1, math.nan), complex(-math.inf, 2), 0j, 3 - 4j]
    found = xp.sign(xp.asarray(parts, dtype=dtype))
    assert found.dtype == dtype
    np.testing.assert_allclose(found, [complex(math.nan, math.nan)] * 2 + [-1, 0, 0.6 - 0.8j], rtol=1e-6)
