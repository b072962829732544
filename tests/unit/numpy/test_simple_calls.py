"""Calls that the engine computes without NumPy's face: numbers and ndarrays beside arrays, methods, indices."""

import numpy as np
import pytest

import wye
import wye.numpy as wnp
from wye.numpy.table import FUNCTIONS, OWN

A = np.array([1.0, 2.0, 3.0])


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64", "bool"])
@pytest.mark.parametrize("other", [2, 2.5, np.float64(2.5), np.float32(2.5), np.int64(2), np.arange(1.0, 4.0), 2**60])
def test_numbers_and_ndarrays_beside_arrays_give_numpys_values_the_second_time_too(dtype, other):
    x = np.array([1, 0, 1], dtype)
    for _ in range(3):
        for ufunc in (np.add, np.subtract, np.multiply, np.maximum, np.less):
            if dtype == "bool" and ufunc is np.subtract:
                continue
            for mine, theirs in [
                (ufunc(wnp.asarray(x), other), ufunc(x, other)),
                (ufunc(other, wnp.asarray(x)), ufunc(other, x)),
            ]:
                assert type(mine) is wnp.Array
                assert (mine.dtype, np.asarray(mine).tolist()) == (theirs.dtype, theirs.tolist())
        with np.errstate(divide="ignore"):
            np.testing.assert_array_equal(np.asarray(other / wnp.asarray(x)), other / x)
            np.testing.assert_array_equal(np.asarray(other - wnp.asarray(x + 0.0)), other - (x + 0.0))


@pytest.mark.filterwarnings("ignore:Setting the shape:DeprecationWarning")
def test_an_ndarray_beside_an_array_is_read_where_it_lies():
    w = np.array([2.0, 3.0, 4.0])

    def function(x):
        y = x * w
        w.shape = (3, 1)  # of the program's own array alone
        return np.sum(y)

    np.testing.assert_array_equal(wye.grad(function)(A), [2.0, 3.0, 4.0])
    turned = np.arange(6.0).reshape(2, 3).T[:, 0]
    np.testing.assert_array_equal(wye.grad(lambda x: np.sum(turned * x))(A), turned)
    np.testing.assert_array_equal(wye.grad(lambda x: np.sum(x * np.broadcast_to(2.0, 3)))(A), [2.0, 2.0, 2.0])


def test_numpys_functions_of_tensors_without_a_layer_give_the_same_as_of_their_data():
    x, y = wye.from_numpy(A), wye.from_numpy(A + 1)
    assert np.dot(x, y) == np.dot(A, A + 1)
    np.testing.assert_array_equal(np.concatenate((x, y)), np.concatenate((A, A + 1)))
    np.testing.assert_array_equal(np.concatenate([x, A]), np.concatenate([A, A]))
    np.testing.assert_array_equal(np.where(x > 1.5, x, 0.0), np.where(A > 1.5, A, 0.0))
    assert float(np.sum(x)) == 6.0
    with pytest.raises(ValueError, match="shapes"):
        np.dot(x, wye.from_numpy(np.ones(4)))


def test_numpys_functions_of_tensors_that_a_gradient_follows_are_followed():
    x = wye.tensor([1.0, 2.0], requires_grad=True)
    for found in (np.dot(x, x), np.sum(np.concatenate([x, x.detach()]))):
        assert found.requires_grad


def test_methods_run_a_line_of_ones_own():
    before, own = FUNCTIONS[np.sum], OWN[np.sum]
    try:
        wnp.implements(np.sum)(lambda a: "mine")
        assert wnp.asarray(A).sum() == "mine"
    finally:
        FUNCTIONS[np.sum], OWN[np.sum] = before, own
    assert float(wnp.asarray(A).sum()) == 6.0


def test_elements_are_copies_and_slices_are_views():
    x = wnp.asarray(np.arange(6.0).reshape(2, 3))
    one, row = x[1, -1], x[1]
    x[1, 2] = 9.0
    assert float(one) == 5.0
    assert float(row[-1]) == 9.0
    assert one.shape == ()
    for index in ((0, 3), (2, 0), (0, 0, 0), (..., ..., 0)):
        with pytest.raises(IndexError):
            x[index]


def test_the_engines_callables_check_what_they_are_made_of():
    engine = wye._engine.engine
    with pytest.raises(TypeError):
        engine.ArrayFunctions([], {}, print, print, print)
    with pytest.raises(TypeError):
        engine.ArrayMethod(print, print)
    with pytest.raises(TypeError):
        engine.ArrayIndex(print)


def test_functions_of_numpy_do_not_write_to_tensors_unseen():
    x = wye.zeros(3, dtype=wye.float64)
    for call in (
        lambda: np.copyto(x, 5.0),
        lambda: np.putmask(x, [True, False, True], [1.0]),
        lambda: np.dot(np.eye(3), np.ones(3), x),
        lambda: np.concatenate([np.ones(1), np.ones(2)], 0, x),
    ):
        with pytest.raises(TypeError, match="array"):
            call()
    assert x.tolist() == [0.0, 0.0, 0.0]
    with pytest.raises(ValueError, match="shapes"):
        np.dot(x, wye.zeros(4, dtype=wye.float64))


@pytest.mark.parametrize("index", [2**70, -(2**70), (2**70, 0), (slice(None), 2**70), (0, 3), 2, (0, 0, 0)])
def test_positions_outside_of_an_array_are_index_errors(index):
    for of in (np.ones((2, 3)), wnp.asarray(np.ones((2, 3)))):
        with pytest.raises(IndexError):
            of[index]
