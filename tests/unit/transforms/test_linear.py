"""`linearize`: values, what is computed once, writes, nesting with the other transforms, and what is refused."""

from __future__ import annotations

import pytest

import wye
from wye.autograd import Function
from wye.func import grad, jacfwd, jvp, linearize, vmap

X = wye.arange(1.0, 7.0).view(2, 3)
V = wye.tensor([[1.0, 0.0, 2.0], [0.5, -1.0, 3.0]])


def close(a, b):
    return wye.allclose(a, b, atol=1e-5)


def test_the_derivative_is_linear_and_can_be_called_again():
    value, derivative = linearize(lambda x: x.sin() * x, X)
    assert close(value, X.sin() * X)
    for v in (V, 2 * V, wye.zeros(2, 3)):
        assert close(derivative(v), (X.cos() * X + X.sin()) * v)


def test_the_function_runs_once():
    calls = []

    def f(x):
        calls.append(1)
        return x.exp()

    _, derivative = linearize(f, X)
    derivative(V)
    derivative(V)
    assert len(calls) == 1


def test_trees_go_in_and_out():
    value, derivative = linearize(lambda d: {"s": d["a"] * d["b"], "n": wye.ones(2)}, {"a": X, "b": V})
    assert close(value["s"], X * V)
    found = derivative({"a": V, "b": X})
    assert close(found["s"], V * V + X * X)
    assert found["n"].tolist() == [0.0, 0.0]


def test_writes_and_views_are_played_on_memory_of_their_own():
    def f(x):
        zeros, double = wye.zeros(3), x * 2
        zeros[0] = x[1] * x[0]
        part = double[1:]
        part.mul_(x[0])
        return zeros, double

    x, (value, derivative) = X[0], linearize(f, X[0])
    assert [one.tolist() for one in value] == [[2.0, 0.0, 0.0], [2.0, 4.0, 6.0]]
    for v in (V[0], V[1], V[0]):
        before = v.tolist()
        wanted = jvp(f, (x,), (v,))[1]
        assert all(close(one, other) for one, other in zip(derivative(v), wanted, strict=True))
        assert v.tolist() == before


def test_an_output_that_is_an_input():
    value, derivative = linearize(lambda x: x, X)
    assert close(value, X)
    assert close(derivative(V), V)


def test_it_composes_with_the_other_transforms():
    def cube(x):
        return x * x * x

    assert close(linearize(grad(lambda x: cube(x).sum()), X)[1](V), 6 * X * V)
    assert close(vmap(linearize(cube, X[0])[1])(wye.eye(3)), jacfwd(cube)(X[0]).t())
    assert close(vmap(lambda x, v: linearize(cube, x)[1](v))(X, V), 3 * X * X * V)
    assert close(grad(lambda x: linearize(cube, x)[1](V).sum())(X), 6 * X * V)
    assert close(grad(lambda v: linearize(cube, X)[1](v).sum())(V), 3 * X * X)
    assert close(jvp(lambda x: linearize(cube, x)[1](V), (X,), (V,))[1], 6 * X * V * V)
    assert close(linearize(lambda x: linearize(cube, x)[1](V), X)[1](V), 6 * X * V * V)
    assert close(linearize(vmap(cube), X)[1](V), 3 * X * X * V)


def test_gradients_flow_to_captured_tensors():
    weight = V.clone().requires_grad_()
    linearize(lambda x: x * x * weight, X)[1](V).sum().backward()
    assert close(weight.grad, 2 * X * V)


def test_functions_are_differentiated_by_their_jvp():
    class Cube(Function):
        @staticmethod
        def forward(x):
            return x**3

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_forward(*inputs)

        @staticmethod
        def jvp(ctx, t):
            return 3 * ctx.saved_tensors[0] ** 2 * t

    assert close(linearize(Cube.apply, X)[1](V), 3 * X * X * V)


def test_tangents_that_do_not_fit_are_refused():
    _, derivative = linearize(wye.sin, X)
    with pytest.raises(RuntimeError, match="tangent:0 with shape"):
        derivative(wye.ones(2))
    with pytest.raises(RuntimeError, match="tangent:0 with dtype"):
        derivative(V.double())
    with pytest.raises(RuntimeError, match="to have the same argspec as the primals"):
        derivative(V, V)
    with pytest.raises(ValueError, match="Expected primal to be floating point or complex"):
        linearize(wye.sin, wye.ones(2, dtype=wye.int64))


def test_what_is_written_to_later_is_read_as_it_was():
    def f(x):
        weight = wye.arange(4.0).view(2, 2)
        first, row = weight @ x, weight[0] @ x
        weight.view(-1)[1].mul_(3)
        second = weight @ x
        weight[0] = x[:, 0]
        return first * second + row, weight @ x

    _, derivative = linearize(f, X)
    for direction in (V, 2 * V):
        for found, wanted in zip(derivative(direction), jvp(f, (X,), (direction,))[1], strict=True):
            assert close(found, wanted)
