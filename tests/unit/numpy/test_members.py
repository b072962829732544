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


def test_a_function_that_makes_numbers_of_a_followed_array_is_refused():
    def f(x):
        return np.sum(np.asarray(x).astype(float))  # what functions in C do, such as those of scipy.linalg

    with pytest.raises(ValueError, match="setting an array element") as raised:  # NumPy's words
        wye.grad(f)(np.ones(3))
    assert "gradients, batches or the trace would be lost" in str(raised.value.__cause__)
    assert wye.grad(lambda x: x[0] * float(x[1]))(np.array([1.0, 2.0])).tolist() == [2.0, 0.0]
