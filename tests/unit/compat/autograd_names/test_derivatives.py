from collections import namedtuple

import numpy as onp
import pytest

import wye.compat.autograd as autograd
import wye.compat.autograd.numpy as np
from wye.compat.autograd import (
    checkpoint,
    deriv,
    elementwise_grad,
    grad,
    grad_and_aux,
    grad_named,
    hessian,
    hessian_vector_product,
    holomorphic_grad,
    jacobian,
    make_ggnvp,
    make_hvp,
    make_jvp,
    make_jvp_reversemode,
    make_vjp,
    multigrad_dict,
    tensor_jacobian_product,
    value_and_grad,
)
from wye.compat.autograd.tracer import getval, isbox

X = onp.array([0.1, 0.2, 0.3])


def loss(x):
    return np.sum(np.sin(x) * x)


LOSS_GRAD = onp.cos(X) * X + onp.sin(X)
LOSS_HESSIAN = onp.diag(2 * onp.cos(X) - X * onp.sin(X))


def test_gradients_are_plain_data_like_the_argument():
    found = grad(loss)(X)
    assert type(found) is onp.ndarray
    onp.testing.assert_allclose(found, LOSS_GRAD)
    assert isinstance(grad(np.sin)(1.0), float)
    value, gradient = value_and_grad(loss)(X)
    onp.testing.assert_allclose(value, onp.sum(onp.sin(X) * X))
    onp.testing.assert_allclose(gradient, LOSS_GRAD)


@pytest.mark.parametrize(
    ("argnum", "expected"),
    [(0, 3.0), (1, 2.0), ((0, 1), (3.0, 2.0)), ([1], (2.0,)), ("b", 2.0), (("b", "a"), (2.0, 3.0))],
)
def test_arguments_are_chosen_by_number_and_name(argnum, expected):
    assert grad(lambda a, b: a * b, argnum)(2.0, 3.0) == expected


def test_arguments_may_be_nested_lists_tuples_and_dicts():
    pair = namedtuple("pair", "first second")

    def of_tree(tree):
        return tree["a"] * tree["b"][0] + np.sum(tree["c"][0] * tree["c"][1]) + tree["d"].first * tree["d"].second

    tree = {"a": 2.0, "b": [3.0, 4.0], "c": (X, 2 * X), "d": pair(5.0, 6.0)}
    found = grad(of_tree)(tree)
    assert found["a"] == 3.0
    assert found["b"] == [2.0, 0.0]
    assert type(found["c"]) is tuple
    onp.testing.assert_allclose(found["c"], (2 * X, X))
    assert found["d"] == pair(6.0, 5.0)


def test_arrays_of_integers_are_differentiated_as_floats_and_python_integers_are_refused():
    onp.testing.assert_allclose(grad(lambda x: np.sum(x * x))(onp.array([1, 2])), [2.0, 4.0])
    with pytest.raises(TypeError, match=r"Can't differentiate w.r.t. type <class 'int'>"):
        grad(np.sin)(1)


def test_only_one_real_number_has_a_gradient():
    with pytest.raises(TypeError, match="jacobian, elementwise_grad"):
        grad(np.sin)(X)
    onp.testing.assert_allclose(grad(np.sin)(onp.array([[0.5]])), [[onp.cos(0.5)]])


def test_a_value_that_does_not_depend_on_the_argument_warns():
    with pytest.warns(UserWarning, match="Output seems independent of input"):
        assert grad(lambda x: 3.0)(1.0) == 0.0


def test_derivatives_of_derivatives():
    onp.testing.assert_allclose(grad(grad(grad(np.sin)))(0.3), -onp.cos(0.3))
    onp.testing.assert_allclose(hessian(loss)(X), LOSS_HESSIAN, atol=1e-12)
    onp.testing.assert_allclose(hessian_vector_product(loss)(X, 2 * X), LOSS_HESSIAN @ (2 * X))
    onp.testing.assert_allclose(make_hvp(loss)(X)[0](X), LOSS_HESSIAN @ X)
    onp.testing.assert_allclose(elementwise_grad(elementwise_grad(np.sin))(X), -onp.sin(X))
    onp.testing.assert_allclose(deriv(deriv(np.sin))(X), -onp.sin(X))


def test_jacobians_and_products_with_them():
    def outputs(x):
        return np.sin(x)[:2] * x[1:]

    expected = onp.array([[onp.cos(0.1) * 0.2, onp.sin(0.1), 0.0], [0.0, onp.cos(0.2) * 0.3, onp.sin(0.2)]])
    onp.testing.assert_allclose(jacobian(outputs)(X), expected)
    onp.testing.assert_allclose(make_vjp(outputs)(X)[0](onp.array([1.0, 2.0])), onp.array([1.0, 2.0]) @ expected)
    value, tangent = make_jvp(outputs)(X)(X)
    onp.testing.assert_allclose(value, onp.sin(X)[:2] * X[1:])
    onp.testing.assert_allclose(tangent, expected @ X)
    onp.testing.assert_allclose(make_jvp_reversemode(outputs)(X)(X), expected @ X)
    onp.testing.assert_allclose(tensor_jacobian_product(outputs)(X, onp.array([1.0, 2.0])), [1.0, 2.0] @ expected)
    onp.testing.assert_allclose(make_ggnvp(outputs)(X)(X), expected.T @ expected @ X)


def test_a_jacobian_whose_rule_takes_no_batches_is_computed_row_by_row():
    @autograd.primitive
    def doubled(x):
        return 2 * x

    def rule(ans, x):
        return lambda g: onp.multiply(2, onp.asarray(g, dtype=float))  # fails for all rows at once

    autograd.core.defvjp(doubled, rule)
    onp.testing.assert_allclose(jacobian(doubled)(X), 2 * onp.eye(3))


def test_complex_gradients_have_the_convention_of_autograd():
    z = 1.0 + 2.0j
    onp.testing.assert_allclose(holomorphic_grad(lambda z: z * z)(z), 2 * z)
    onp.testing.assert_allclose(grad(lambda z: np.real(z * np.conj(z)))(z), 2 * onp.conj(z))
    onp.testing.assert_allclose(make_vjp(lambda z: z * z)(z)[0](1j), 2 * z * 1j)


def test_other_outputs_and_arguments_by_name():
    found, aux = grad_and_aux(lambda x: (x * x, x + 1))(3.0)
    assert (found, aux) == (6.0, 4.0)
    assert dict(multigrad_dict(lambda a, b=2.0: a * b)(3.0)) == {"a": 2.0, "b": 3.0}
    assert grad_named(lambda a, b: a * b, "b")(2.0, 3.0) == 2.0


def test_a_checkpointed_function_runs_again_for_its_gradient():
    runs = []

    @checkpoint
    def cube(x):
        runs.append(isbox(x))
        return x * x * x

    assert grad(cube)(2.0) == 12.0
    assert runs == [False, True]
    assert grad(grad(cube))(2.0) == 12.0
    assert make_jvp(cube)(2.0)(1.0)[1] == 12.0


def test_values_inside_a_traced_function():
    seen = []

    def square(x):
        assert isbox(x)
        seen.extend([getval(x), x._value, float(x)])
        return np.sum(np.array([x, x]) * np.array([x, 0.0])) if x > 0 else x

    assert grad(square)(2.0) == 4.0
    assert grad(grad(square))(2.0) == 2.0
    assert seen == [2.0] * 6
    assert autograd.isinstance(wye_float(), float)


def wye_float():
    kept = []
    grad(lambda x: kept.append(x) or x)(2.0)
    return kept[0]
