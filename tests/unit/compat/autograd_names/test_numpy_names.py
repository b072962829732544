import numpy as onp
import pytest

import wye.compat.autograd.numpy as np
import wye.compat.autograd.numpy.random as npr
from wye.compat.autograd import elementwise_grad, grad
from wye.compat.autograd.numpy.linalg import inv
from wye.compat.autograd.test_util import check_grads

X = onp.array([0.5, 1.5])


def test_functions_of_plain_data_are_those_of_numpy():
    assert type(np.sum(X)) is onp.float64
    assert type(np.concatenate([X, X])) is onp.ndarray
    assert type(np.linalg.inv(onp.eye(2))) is onp.ndarray
    assert np.float64 is onp.float64
    assert np.pi == onp.pi
    assert npr.RandomState(0).randn(2).shape == (2,)
    assert inv is np.linalg.inv
    assert set(onp.__all__) <= set(np.__all__)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.array([x, 2 * x]),
        lambda x: np.array([[x, 1.0], [2.0, x * x]]),
        lambda x: np.concatenate([np.array([x]), X]),
        lambda x: np.sum([x, x * x]),
        lambda x: np.stack([x * X, X]),
        lambda x: np.r_[x, 2.0, x * X],
        lambda x: np.c_[x * X, X],
        lambda x: np.where(X > 1, x, X),
        lambda x: np.append(X, x),
        lambda x: np.asarray(x * X).reshape(2, 1),
        lambda x: np.vstack((X, x * X)),
    ],
)
def test_lists_of_traced_numbers_become_arrays(function):
    onp.random.seed(0)
    check_grads(lambda x: np.sin(function(x)))(0.7)


def test_where_of_pythons_numbers_gives_pythons_numbers():
    assert type(np.where(True, 1, 2)) is int
    assert np.where([True, False], x=[1, 2], y=[3, 4]) == [1, 4]
    assert type(np.where(X > 1, 1.0, 0.0)) is onp.ndarray
    with pytest.raises(ValueError, match="both or neither"):
        np.where(True, 1)


def test_diagonals_and_triangles():
    onp.random.seed(0)
    matrix = onp.random.randn(3, 3)
    check_grads(lambda x: np.make_diagonal(x, offset=0, axis1=-1, axis2=-2))(onp.ones((2, 3)))
    check_grads(np.linalg.eigvalsh)(matrix)
    check_grads(lambda x: np.linalg.eigh(x, "U")[0])(matrix)


def test_in_place_writes_and_methods():
    def f(x):
        y = x * 2
        y[0] += x[1]
        return y.dot(y.T).sum()

    onp.random.seed(0)
    check_grads(f)(X)
    onp.testing.assert_allclose(elementwise_grad(lambda x: x.clip(0, 1))(X), [1.0, 0.0])
    assert grad(lambda x: x.mean())(X).shape == (2,)


def test_integers_of_traced_numbers_are_plain_data():
    assert grad(lambda x: x * np.int64(x))(2.5) == 2.0
    onp.testing.assert_allclose(grad(lambda x: np.sum(X[np.int64(x)] * x))(onp.array([0.0, 1.0])), X)
