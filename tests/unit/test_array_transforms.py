"""Transforms of functions that are written with NumPy."""

import numpy as np
import pytest

import wye
import wye.numpy
from wye.errors import NoArrayFunctionError

A = np.array([1.0, 2.0, 3.0])
W = np.arange(9.0).reshape(3, 3)


def f(x):
    return np.sum(np.sin(x) * x)


def test_the_gradient_of_a_numpy_function_is_an_ndarray():
    found = wye.grad(f)(A)
    assert type(found) is np.ndarray
    np.testing.assert_allclose(found, np.cos(A) * A + np.sin(A))


def test_the_gradient_of_a_function_of_a_float_is_a_number():
    found = wye.grad(lambda x: x * x)(3.0)
    assert isinstance(found, float)
    assert found == 6.0


def test_transforms_nest():
    np.testing.assert_allclose(wye.grad(wye.grad(lambda y: y * y * y))(2.0), 12.0)
    np.testing.assert_allclose(wye.vmap(wye.grad(f))(np.stack([A, A])), np.stack([np.cos(A) * A + np.sin(A)] * 2))


@pytest.mark.parametrize("product", [lambda x: W @ x, W.dot, lambda x: np.matmul(W, x)])
def test_a_plain_ndarray_may_stand_on_the_left(product):
    np.testing.assert_allclose(wye.grad(lambda x: np.sum(product(x)))(A), W.sum(0))


def test_a_function_may_write_to_its_argument_and_to_what_the_gradient_needs():
    def g(x):
        x[0] += 2 * x[1]
        x[1:] = x[:2] * x[2]
        return np.sum(x)

    np.testing.assert_allclose(wye.grad(g)(A), [4.0, 11.0, 7.0])
    np.testing.assert_allclose(wye.vjp(g, A)[1](1.0)[0], [4.0, 11.0, 7.0])
    np.testing.assert_array_equal(A, [1.0, 2.0, 3.0])


def test_a_function_without_a_line_is_named_under_a_layer():
    with pytest.raises(NoArrayFunctionError, match=r"numpy.isnat has no line"):
        wye.grad(lambda x: np.sum(np.isnat(x)))(A)


def test_an_integer_has_no_gradient():
    with pytest.raises(TypeError, match="give floats"):
        wye.grad(lambda x: x * x)(np.arange(3))
