"""What an array can do."""

import numpy as np
import pytest

import wye
import wye.numpy as wnp


def test_an_ndarray_of_followed_arrays_keeps_the_gradient():
    found = wye.grad(lambda x: np.sum(np.array([x[0] * x[1], x[2]])))(np.array([1.0, 2.0, 3.0]))
    np.testing.assert_allclose(found, [2.0, 1.0, 1.0])


def test_a_followed_array_does_not_become_numbers():
    with pytest.raises(TypeError, match="a layer follows"):
        wye.grad(lambda x: np.sum(np.asarray(x, dtype=float)))(np.ones(3))


def test_an_array_gives_its_memory_to_numpy():
    data = np.arange(3.0)
    assert np.shares_memory(np.asarray(wnp.asarray(data)), data)


def test_in_place_operators_leave_other_names_of_a_number_alone():
    def f(x):
        total = np.sum(x)
        other = total
        other += x[0]
        return total * other

    np.testing.assert_allclose(wye.grad(f)(np.array([1.0, 2.0])), [10.0, 7.0])
