import numpy as onp
import pytest

import wye.compat.autograd.numpy as np
from wye.compat.autograd import grad, value_and_grad
from wye.compat.autograd.extend import primitive
from wye.compat.autograd.misc import const_graph, flatten
from wye.compat.autograd.misc.fixed_points import fixed_point
from wye.compat.autograd.misc.flatten import flatten_func
from wye.compat.autograd.misc.optimizers import adam, rmsprop, sgd

TREE = {"b": [1.0, onp.array([[2.0, 3.0]])], "a": (onp.array([4.0]), (), {"k": 5.0})}


def test_a_tree_is_a_vector_and_back():
    flat, unflatten = flatten(TREE)
    onp.testing.assert_array_equal(flat, [4.0, 5.0, 1.0, 2.0, 3.0])
    again = unflatten(2 * flat)
    assert list(again) == ["b", "a"]
    assert again["a"][2]["k"] == 10.0
    onp.testing.assert_array_equal(again["b"][1], [[4.0, 6.0]])
    assert flatten(())[0].shape == (0,)


def test_gradients_pass_flatten_and_unflatten():
    flat, unflatten = flatten(TREE)
    onp.testing.assert_allclose(grad(lambda v: np.sum(unflatten(v)["b"][1] ** 2))(flat), [0, 0, 0, 4.0, 6.0])
    assert grad(lambda x, y: np.sum(flatten([x, y])[0]))(1.0, 2.0) == 1.0
    func, _, start = flatten_func(lambda tree: tree["b"], TREE)
    assert func(start).shape == (3,)


@pytest.mark.parametrize(
    ("optimizer", "options"),
    [(sgd, {}), (rmsprop, {"step_size": 0.02, "num_iters": 500}), (adam, {"step_size": 0.05, "num_iters": 500})],
)
def test_optimizers_find_the_minimum_of_a_function_of_a_tree(optimizer, options):
    steps = []

    def objective(params, i):
        return np.sum((params["w"] - 3.0) ** 2) + params["b"] ** 2

    found = optimizer(
        grad(objective), {"w": onp.zeros(2), "b": 1.0}, callback=lambda x, i, g: steps.append((i, set(g))), **options
    )
    onp.testing.assert_allclose(found["w"], [3.0, 3.0], atol=0.05)
    onp.testing.assert_allclose(found["b"], 0.0, atol=0.05)
    assert steps[0] == (0, {"w", "b"})


def test_gradients_of_a_fixed_point():
    def newton(a):
        return lambda x: 0.5 * (x + a / x)

    def root(a):
        return fixed_point(newton, a, 1.0, lambda x, y: abs(x - y), 1e-12)

    value, gradient = value_and_grad(root)(2.0)
    onp.testing.assert_allclose(value, onp.sqrt(2.0))
    onp.testing.assert_allclose(gradient, 0.5 / onp.sqrt(2.0), rtol=1e-6)


def test_a_graph_is_recorded_once():
    runs = []

    def f(x, y):
        runs.append(1)
        return grad(lambda z: np.sin(z) + z * 2)(x * y)

    again = const_graph(f)
    for x in (0.0, 0.5, 1.0):
        onp.testing.assert_allclose(again(x, 0.5), onp.cos(0.5 * x) + 2)
    assert len(runs) == 1


def test_primitives_of_a_recorded_function_run_again():
    runs = []

    @primitive
    def seen(x, name):
        runs.append(name)
        return x

    again = const_graph(lambda x, y: seen(x, "x") + 2 * seen(y, "y"), 1.0)
    assert again(2.0) == 5.0
    assert runs == ["x", "y"]
    assert again(3.0) == 7.0
    assert runs == ["x", "y", "y"]
