"""`jvp`, `jacfwd`, `hessian`: values, nesting with the other transforms, and what is refused."""

from __future__ import annotations

import pytest

import wye
from wye.call.py_impl import TransformType
from wye.transforms import grad, hessian, jacfwd, jacrev, jvp, vmap
from wye.transforms.interpreters import current

X = wye.arange(1.0, 7.0).view(2, 3)
V = wye.tensor([[1.0, 0.0, 2.0], [0.5, -1.0, 3.0]])


def close(a, b):
    return wye.allclose(a, b, atol=1e-5)


def test_a_derivative_in_a_direction():
    value, derivative = jvp(lambda x: x * x * x, (X,), (V,))
    assert close(value, X * X * X)
    assert close(derivative, 3 * X * X * V)


def test_outputs_that_do_not_depend_on_the_inputs_have_zeros_unless_strict():
    value, derivative = jvp(lambda x: (x * 2, wye.ones(2)), (X,), (V,))
    assert value[1].tolist() == [1.0, 1.0]
    assert [d.tolist() for d in derivative] == [(V * 2).tolist(), [0.0, 0.0]]
    with pytest.raises(RuntimeError, match="independent of the inputs"):
        jvp(lambda x: wye.ones(2), (X,), (V,), strict=True)


def test_a_function_may_write_to_its_argument():
    x = X.clone()
    assert close(jvp(lambda a: a.mul_(3), (x,), (V,))[1], 3 * V)
    assert x.tolist() == X.tolist()


def test_directions_of_directions_and_of_gradients():
    def cube(x):
        return x * x * x

    assert close(jvp(lambda x: jvp(cube, (x,), (V,))[1], (X,), (V,))[1], 6 * X * V * V)
    assert close(jvp(grad(lambda x: cube(x).sum()), (X,), (V,))[1], 6 * X * V)
    assert close(grad(lambda x: jvp(cube, (x,), (V,))[1].sum())(X), 6 * X * V)
    assert close(vmap(lambda x, v: jvp(cube, (x,), (v,))[1])(X, V), 3 * X * X * V)
    assert close(jvp(vmap(cube), (X,), (V,))[1], 3 * X * X * V)


def test_both_jacobians_agree():
    weights = wye.arange(12.0).view(4, 3)

    def f(x):
        return {"a": (weights * x).sum(1).sin(), "b": x.prod()}

    one, other = jacfwd(f)(X[0]), jacrev(f)(X[0])
    assert one["a"].shape == (4, 3)
    assert all(close(one[name], other[name]) for name in one)


def test_the_hessian_of_a_batch():
    assert close(vmap(hessian(lambda x: (x * x * x).sum()))(X)[1], wye.diag(6 * X[1]))


def test_its_level_has_a_kind_of_its_own():
    seen = []
    jvp(lambda x: (seen.append(current().key()), x)[1], (X,), (V,))
    assert seen == [TransformType.Jvp]


@pytest.mark.parametrize(
    ("primals", "tangents", "text"),
    [
        (X, V, "Expected primals to be a tuple"),
        ((X,), (V, V), "to have the same python structure"),
        ((X,), (V[0],), "has a different size than that of the original Tensor"),
        ((), (), "Expected primals to contain at least one Tensor"),
        ((3.0,), (1.0,), "Expected primals to only contain Tensors"),
    ],
)
def test_primals_and_tangents_that_do_not_fit(primals, tangents, text):
    with pytest.raises(RuntimeError, match=text):
        jvp(wye.sin, primals, tangents)
