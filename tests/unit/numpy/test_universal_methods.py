"""Universal functions with options, and their methods."""

import numpy as np
import pytest

import wye
import wye.numpy as wnp
from wye.errors import NoArrayFunctionError

A = np.array([1.0, 2.0, 3.0])


def test_an_ndarray_on_the_left_of_an_in_place_operator_gets_the_array():
    def f(x):
        w = np.ones(3)
        w += x
        w *= x
        return w.sum()

    np.testing.assert_allclose(wye.grad(f)(A), 1 + 2 * A)


def test_an_ndarray_given_as_out_is_refused_while_a_layer_follows():
    with pytest.raises(NoArrayFunctionError, match=r"numpy\.add cannot write to the ndarray given as `out`"):
        wye.grad(lambda x: np.add(x, 1, out=np.zeros(3)).sum())(A)


def test_an_ndarray_given_as_out_is_written_without_a_layer():
    out = np.zeros(3)
    assert np.add(wnp.asarray(A), 1, out=out) is out
    np.testing.assert_array_equal(out, A + 1)


def test_an_array_given_as_out_is_written_and_returned():
    out = wnp.asarray(np.zeros(3))
    assert np.sin(wnp.asarray(A), out=out) is out
    np.testing.assert_allclose(np.asarray(out), np.sin(A))
    with pytest.raises(TypeError, match="Cannot cast ufunc 'sin' output"):
        np.sin(wnp.asarray(A), out=wnp.asarray(np.zeros(3, int)))
    with pytest.raises(ValueError, match="non-broadcastable output"):
        np.sin(wnp.asarray(A), out=wnp.asarray(np.zeros(2)))


def test_where_computes_no_derivative_elsewhere():
    def f(x):
        return np.divide(1.0, x, where=x != 0, out=x * 0.0).sum()

    np.testing.assert_allclose(wye.grad(f)(np.array([0.0, 2.0, 4.0])), [0, -0.25, -1 / 16])


def test_whole_numbers_are_not_raised_to_negative_powers():
    with pytest.raises(ValueError, match="Integers to negative integer powers"):
        wnp.asarray(np.arange(1, 4)) ** -1


def test_a_number_too_large_for_the_dtype_is_refused():
    with pytest.raises(OverflowError):
        wnp.asarray(np.arange(3, dtype="int8")) + 300


def test_shapes_that_do_not_fit_are_numpys_error():
    with pytest.raises(ValueError, match=r"broadcast together with shapes \(3,\) \(2,\)"):
        np.add(wnp.asarray(A), np.ones(2))
    with pytest.raises(ValueError, match="mismatch in its core dimension"):
        np.matmul(wnp.asarray(np.ones((2, 3))), np.ones((2, 3)))
