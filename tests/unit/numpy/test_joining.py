"""Lists of arrays that a layer follows become arrays: see Note [Arrays made of arrays] (src/wye/numpy/joining.py)."""

import threading

import numpy as np
import pytest
from numpy import array as numpys_array

import wye
import wye.numpy

A = np.array([0.4, 1.2, 0.7])
ARRAY, ASARRAY = np.array, np.asarray


def _matrix(x):
    return np.array([[x[0] + 2, x[1], 0.5], [x[1], 3.0, x[2]], [0.5, x[2] * x[0], 4]])


FUNCTIONS = {
    "mean": lambda x: np.mean(np.array([x[0] ** 2, x[1], 3.0])),
    "std": lambda x: np.std(np.array([x[0] ** 2, x[1], x[2]])),
    "median": lambda x: np.median(np.array([x[0] * 1, x[1] * 2, x[2] * 3])),
    "det": lambda x: np.linalg.det(_matrix(x)),
    "inv": lambda x: np.sum(np.linalg.inv(_matrix(x))),
    "fft": lambda x: np.sum(np.abs(np.fft.fft(np.asarray([x[0], x[1] * x[2], 1]))) ** 2),
    "a dtype": lambda x: np.sum(np.asarray(x, dtype=float) ** 2) + np.sum(np.array([x, x * x], np.float64)),
    "rows": lambda x: np.sum(np.array([x * one for one in x]) * np.arange(9.0).reshape(3, 3)),
    "a tuple of ndarrays and arrays": lambda x: np.sum(np.array((A, x)) ** 2),
    "dimensions": lambda x: np.sum(np.array([x[0], x[1]], ndmin=2) @ np.ones((2, 2))),
    "in the order of memory": lambda x: np.sum(np.ascontiguousarray([x, x * x]) * np.asfortranarray([x, x * x])),
    "writes": lambda x: np.sum(_written(np.array([x[0], 1.0, x[2]]), x)),
    "filled": lambda x: np.std(np.full((3, 3), x) * np.full(3, fill_value=x[0])),
    "in a row": lambda x: np.std(np.r_[x, 1.0, x[0] ** 2, 0:3, [1, 2], [x[1]]] * np.arange(11.0)),
    "in columns": lambda x: np.linalg.det(np.c_[x, x[::-1] ** 2, [1.0, 2.0, 4.0]]),
    "directives": lambda x: np.std(np.r_["0,2", x, x**2] @ np.r_["1,2,0", x, x]),
    "functions given by name": lambda x: np.sum(np.array(list(map(np.array, (x, x * x))))),
}


def _written(y, x):
    y[1] = x[1] ** 2
    y[2] *= x[0]
    return y


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=list(FUNCTIONS))
def test_lists_of_followed_arrays_have_gradients_batches_and_graphs(function):
    wanted = [(function(A + step) - function(A - step)) / 2e-6 for step in 1e-6 * np.eye(3)]
    np.testing.assert_allclose(wye.grad(function)(A), wanted, rtol=1e-6, atol=1e-7)
    batch = np.stack([A, A[::-1]])
    np.testing.assert_allclose(wye.vmap(function)(batch), [function(one) for one in batch])
    np.testing.assert_allclose(wye.make_fx(function)(A)(A * 1.1), function(A * 1.1))
    assert wye.eval_shape(function, A).shape == ()
    _, along = wye.jvp(function, (A,), (np.ones(3),))
    np.testing.assert_allclose(along, np.sum(wanted), rtol=1e-6)


def test_lists_of_positions_join_in_a_batch():
    found = wye.vmap(lambda i: wye.numpy.asarray(A)[np.array([i, 0])])(np.array([2, 1]))
    np.testing.assert_array_equal(found, [[A[2], A[0]], [A[1], A[0]]])


@pytest.mark.parametrize("reduced", [np.mean, np.std, np.var, np.median, np.nanmean])
def test_what_numpy_would_make_a_number_of_is_an_error_and_no_zero_gradient(reduced):
    for make in (lambda x: numpys_array([x[0], x[1]]), lambda x: [x[0], x[1]]):
        with pytest.raises((TypeError, ValueError)) as info:
            wye.grad(lambda x, make=make: reduced(make(x)))(A)
        assert "follows" in str(info.value) + str(info.value.__cause__)


def test_plain_data_give_ndarrays_inside_of_functions():
    seen = []

    def function(x):
        seen.extend((np.array([1.0, 2.0]), np.asarray(wye.numpy.stop_gradient(x)), np.array([x, None], dtype=object)))
        return np.sum(x)

    wye.grad(function)(A)
    assert all(type(one) is np.ndarray for one in seen)


def test_lists_that_fit_no_array_are_errors_of_numpy():
    for given in ((lambda x: np.array([x[0], x])), (lambda x: np.array([[x[0]], [x[1], x[2]]]))):
        with pytest.raises(ValueError, match=r"array|shape|size"):
            wye.grad(lambda x, given=given: np.sum(given(x)))(A)


def test_numpy_has_its_own_functions_again_after_a_function_and_other_threads_get_theirs():
    found = []

    def function(x):
        thread = threading.Thread(target=lambda: found.append(np.array([[1, 2], [3, 4]])))
        thread.start()
        thread.join()
        return wye.grad(lambda y: np.sum(np.array([y[0], y[1]])))(x)[0] * np.sum(x)

    wye.grad(function)(A)
    with pytest.raises(ZeroDivisionError):
        wye.grad(lambda x: 1 // 0)(A)
    assert np.array is ARRAY
    assert np.asarray is ASARRAY
    np.testing.assert_array_equal(found[0], [[1, 2], [3, 4]])


def test_asfortranarray_gives_at_least_one_dimension():
    assert wye.numpy.asfortranarray(-2).shape == np.asfortranarray(-2).shape == (1,)
