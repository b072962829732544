"""Functions that NumPy has with other results or defaults."""

import math

import numpy as np

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
    np.testing.assert_array_equal(xp.floor_divide(7, xp.asarray([2, 3])), [3, 2])
