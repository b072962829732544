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


def test_sums_at_positions_of_a_batch_or_a_graph():
    def summed(v, at):
        y = np.zeros(4) * v[0]
        np.add.at(y, at, v * v)
        np.subtract.at(y, (slice(None, None, -2),), v[0])
        return y

    v, at = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), np.array([[1, 1, -1], [0, 2, 0]])
    expected = np.stack([summed(one, place) for one, place in zip(v, at, strict=True)])
    np.testing.assert_array_equal(wye.vmap(summed)(v, at), expected)
    graph = wye.make_fx(summed)(v[0], at[0])
    np.testing.assert_array_equal(np.asarray(graph(wye.tensor(v[1]), wye.tensor(at[1]))), expected[1])
    np.testing.assert_array_equal(wye.grad(lambda one: summed(one, at[0])[1])(v[0]), [1.0, 4.0, 0.0])


def test_accumulate_and_reduceat_go_along_one_dimension():
    x = wnp.asarray(np.ones((2, 3)))
    for axis in (None, (), (0, 1)):
        with pytest.raises(ValueError, match=r"multiple axes|reorderable"):
            np.subtract.accumulate(x, axis=axis)
        with pytest.raises(ValueError, match=r"multiple axes|reorderable"):
            np.subtract.reduceat(x, [0], axis=axis)
    with pytest.raises(TypeError, match="cannot accumulate on a scalar"):
        np.subtract.accumulate(wnp.asarray(1.0))
