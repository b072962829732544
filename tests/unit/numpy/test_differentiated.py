"""Elementwise functions whose derivatives are given."""

import numpy as np
import pytest

import wye
from wye.errors import NoRuleError
from wye.fake import FakeTensorMode
from wye.numpy.arrays import Array, as_tensor
from wye.numpy.differentiated import Differentiated

sine = Differentiated(np.sin, (lambda x: cosine(x),))  # noqa: PLW0108 - it is made below
cosine = Differentiated(np.cos, (lambda x: -sine(x),))
product = Differentiated(np.multiply, (lambda x, y: y, None))
X = np.array([0.3, 1.2, -0.7])


def on_arrays(function):
    return lambda *args: Array(function(*[as_tensor(one) for one in args]))


def test_derivatives_have_derivatives():
    f = on_arrays(sine)
    np.testing.assert_allclose(wye.grad(lambda x: f(x).sum())(X), np.cos(X))
    np.testing.assert_allclose(wye.hessian(lambda x: f(x).sum())(X), np.diag(-np.sin(X)))
    again = wye.grad(lambda y: wye.grad(lambda x: f(x).sum())(y).sum())
    np.testing.assert_allclose(again(X), -np.sin(X))
    np.testing.assert_allclose(wye.jvp(f, (X,), (X,))[1], X * np.cos(X))


def test_examples_are_computed_together():
    x, y = np.ones((4, 3)), np.full((4, 2, 1), 2.0)
    np.testing.assert_allclose(wye.vmap(on_arrays(product))(x, y), np.full((4, 2, 3), 2.0))
    np.testing.assert_allclose(wye.vmap(on_arrays(product), in_dims=(None, 1))(X, np.ones((3, 5))), np.tile(X, (5, 1)))
    slopes = wye.vmap(wye.grad(lambda x: on_arrays(sine)(x).sum()))(X)
    np.testing.assert_allclose(slopes, np.cos(X))


def test_gradients_are_summed_where_an_argument_was_stretched():
    found = wye.grad(lambda x: on_arrays(product)(x, np.ones((2, 3))).sum())(X[:1])
    np.testing.assert_array_equal(found, [6.0])


def test_arguments_without_a_derivative_may_stand_beside_tangents():
    found = wye.jvp(lambda x: on_arrays(product)(x, np.full(3, 2.0)), (X,), (np.ones(3),))
    np.testing.assert_array_equal(found[1], [2.0, 2.0, 2.0])


def test_a_fake_run_has_the_shape():
    with FakeTensorMode():
        assert tuple(product(as_tensor(np.ones((2, 1))), as_tensor(X)).shape) == (2, 3)


def test_what_is_missing_is_named():
    with pytest.raises(NoRuleError, match="multiply has no derivative by its argument 1"):
        wye.grad(lambda y: on_arrays(product)(X, y).sum())(X)
    with pytest.raises(NoRuleError, match="no operator that a trace could hold"):
        wye.make_fx(on_arrays(sine))(X)
