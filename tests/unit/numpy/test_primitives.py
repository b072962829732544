import math

import numpy as np
import pytest

import wye
import wye.numpy as wnp
from wye.errors import ArgumentError, NoRuleError


def make_sine():
    """A sine and a cosine that run on data alone, and are each other's derivatives."""

    @wnp.primitive
    def sine(x, rate=1):
        assert type(x) in (np.ndarray, np.float64)
        return np.array([math.sin(rate * float(one)) for one in np.ravel(x)]).reshape(np.shape(x))

    @wnp.primitive
    def cosine(x, rate=1):
        assert type(x) in (np.ndarray, np.float64)
        return np.cos(rate * x)

    wnp.defvjp(sine, lambda ans, x, rate=1: lambda g: g * rate * cosine(x, rate=rate))
    wnp.defvjp(cosine, lambda ans, x, rate=1: lambda g: -g * rate * sine(x, rate=rate))
    wnp.defjvp(sine, lambda g, ans, x, rate=1: g * rate * cosine(x, rate=rate))
    wnp.defjvp(cosine, lambda g, ans, x, rate=1: -g * rate * sine(x, rate=rate))
    return sine


X = np.array([0.1, 0.2, 0.3])


def test_a_primitive_of_plain_data_is_its_function():
    sine = make_sine()
    assert type(sine(X)) is np.ndarray
    assert type(sine(wnp.asarray(X))) is wnp.Array
    np.testing.assert_allclose(sine(X, rate=2), np.sin(2 * X))


def test_gradients_are_those_of_the_registered_vjps_to_any_order():
    sine = make_sine()
    np.testing.assert_allclose(wye.grad(lambda x: sine(x, rate=2).sum())(X), 2 * np.cos(2 * X))
    np.testing.assert_allclose(wye.hessian(lambda x: sine(x, rate=2).sum())(X), np.diag(-4 * np.sin(2 * X)))
    third = wye.grad(wye.grad(wye.grad(sine)))
    np.testing.assert_allclose(third(0.3), -np.cos(0.3))


def test_forward_mode_uses_the_registered_jvps():
    sine = make_sine()
    value, tangent = wye.jvp(sine, (X,), (np.ones(3),))
    np.testing.assert_allclose(value, np.sin(X))
    np.testing.assert_allclose(tangent, np.cos(X))
    np.testing.assert_allclose(wye.jacfwd(sine)(X), np.diag(np.cos(X)))


def test_vmap_is_a_loop_over_the_examples_which_gradients_pass():
    sine = make_sine()
    np.testing.assert_allclose(wye.vmap(sine)(X), np.sin(X))
    np.testing.assert_allclose(wye.vmap(wye.grad(sine))(X), np.cos(X))
    np.testing.assert_allclose(wye.grad(lambda x: wye.vmap(sine)(x).sum())(X), np.cos(X))
    both = wye.vmap(lambda a, b: sine(a + b), in_dims=(0, None))
    np.testing.assert_allclose(both(X, 1.0), np.sin(X + 1))


def test_vmap_uses_a_registered_rule():
    calls = []

    @wnp.primitive
    def halved(x):
        calls.append(np.shape(x))
        return x / 2

    wnp.defvmap(halved, lambda info, in_dims, x: (halved(x), in_dims[0]))
    np.testing.assert_allclose(wye.vmap(halved, in_dims=1)(np.ones((2, 3))), np.full((3, 2), 0.5))
    assert calls == [(2, 3)]


def test_arguments_and_answers_may_be_trees():
    @wnp.primitive
    def both(pair, y):
        return {"sum": pair[0] + y, "product": pair[1] * y}

    wnp.defvjp(
        both,
        lambda ans, pair, y: lambda g: [g["sum"], g["product"] * y],
        lambda ans, pair, y: lambda g: g["sum"] + g["product"] * pair[1],
    )

    def loss(a, b, y):
        found = both([a, b], y)
        return (found["sum"] * found["product"]).sum()

    expected = wye.grad(lambda a, b, y: ((a + y) * (b * y)).sum(), (0, 1, 2))(X, 2 * X, 3 * X)
    for found, wanted in zip(wye.grad(loss, (0, 1, 2))(X, 2 * X, 3 * X), expected, strict=True):
        np.testing.assert_allclose(found, wanted)
    only = wye.grad(lambda a: loss(a, np.ones(3), np.ones(3)))(X)
    np.testing.assert_allclose(only, np.ones(3))


def test_linear_primitives_and_arguments_without_a_gradient():
    @wnp.primitive
    def scaled(x, y):
        return x * y

    wnp.deflinear(scaled)
    np.testing.assert_allclose(wye.jvp(scaled, (X, 2 * X), (X, X))[1], 3 * X * X)
    wnp.defvjp(scaled, None, lambda ans, x, y: lambda g: g * x)
    found = wye.grad(lambda x, y: scaled(x, y).sum(), (0, 1))(X, 2 * X)
    np.testing.assert_allclose(found[0], np.zeros(3))
    np.testing.assert_allclose(found[1], X)
    wnp.defjvp(scaled, "same", None)
    np.testing.assert_allclose(wye.jvp(scaled, (X, 2 * X), (X, X))[1], 2 * X * X)


def test_rules_for_all_arguments_together():
    @wnp.primitive
    def product(x, y):
        return x * y

    wnp.defvjp_argnums(product, lambda argnums, ans, args, kwargs: lambda g: [g * args[1 - n] for n in argnums])
    found = wye.grad(lambda x, y: product(x, y).sum(), (0, 1))(X, 2 * X)
    np.testing.assert_allclose(found, (2 * X, X))


def test_an_answer_in_the_memory_of_the_argument_is_a_copy():
    same = wnp.primitive(lambda x: x)
    wnp.defvjp(same, lambda ans, x: lambda g: g)
    x = X.copy()

    def loss(x):
        y = same(x)
        y[0] = 7.0
        return (x * y).sum()

    np.testing.assert_allclose(wye.grad(loss)(x)[0], 7.0)
    np.testing.assert_array_equal(x, X)


def test_a_missing_rule_is_named():
    plain = wnp.primitive(lambda x, y: x * y)
    with pytest.raises(NotImplementedError, match="no vjp for the arguments"):
        wye.grad(lambda x: plain(x, X).sum())(X)
    with pytest.raises(NotImplementedError, match="no jvp for the arguments"):
        wye.jvp(lambda x: plain(x, X), (X,), (X,))
    wnp.defvjp(plain, lambda ans, x, y: lambda g: g * y)
    with pytest.raises(NoRuleError, match=r"\(1,\)"):
        wye.grad(lambda x: plain(X, x).sum())(X)
    with pytest.raises(ArgumentError, match="primitives"):
        wnp.defvjp(np.sin, lambda ans, x: lambda g: g)


def test_a_primitive_is_one_node_of_a_graph():
    calls = []

    @wnp.primitive
    def cube(x, factor):
        calls.append(factor)
        return x**3 * factor

    wnp.defvjp(cube, lambda ans, x, factor: lambda g: g * 3 * x**2 * factor)

    def total(x):
        return np.sum(cube(x * 2, 0.5))

    graph = wye.make_fx(total)(X)
    calls.clear()
    np.testing.assert_allclose(float(graph(wye.tensor(X + 1))), total(X + 1))
    assert calls == [0.5, 0.5]
    gradient = wye.make_fx(wye.grad(total))(X)
    np.testing.assert_allclose(np.asarray(gradient(wye.tensor(X + 1))), wye.grad(total)(X + 1))


def test_fake_runs_say_that_an_operator_is_needed():
    plain = wnp.primitive(lambda x: 2 * x)
    for run in (lambda: wye.eval_shape(plain, X), lambda: wye.make_fx(plain, tracing_mode="fake")(X)):
        with pytest.raises(NoRuleError, match="fake tensors need an operator") as caught:
            run()
        assert "custom_op" in "".join(caught.value.__notes__)


def test_gradients_of_keyword_arguments_are_refused():
    plain = wnp.primitive(lambda x, scale=1.0: scale * x)
    wnp.defvjp(plain, lambda ans, x, scale=1.0: lambda g: g * scale)
    with pytest.raises(ArgumentError, match="keyword"):
        wye.grad(lambda s: plain(X, scale=s).sum())(2.0)


def test_a_primitive_can_be_a_method():
    class Scaled:
        factor = 3.0

        @wnp.primitive
        def times(self, x):
            return self.factor * x

    wnp.defvjp(Scaled.times, lambda ans, self, x: lambda g: self.factor * g, argnums=(1,))
    np.testing.assert_allclose(wye.grad(lambda x: Scaled().times(x).sum())(X), np.full(3, 3.0))
