"""The same programs on HIPS autograd, where it is installed, and on `wye.compat.autograd`."""

import importlib

import numpy as onp
import pytest

theirs = pytest.importorskip("autograd")
if theirs.__name__ != "autograd":
    pytest.skip("autograd stands for wye here", allow_module_level=True)

SIDES = {"autograd": "autograd", "wye": "wye.compat.autograd"}


def module(side, name=""):
    return importlib.import_module(SIDES[side] + (f".{name}" if name else ""))


def both(run):
    """What a program returns on each side."""
    return [run(lambda name="", side=side: module(side, name)) for side in SIDES]


def compare(run, **tolerance):
    theirs, ours = both(run)
    check(theirs, ours, **tolerance)


def check(theirs, ours, **tolerance):
    if isinstance(theirs, dict):
        assert list(theirs) == list(ours)
        theirs, ours = list(theirs.values()), list(ours.values())
    if isinstance(theirs, (list, tuple)):
        assert len(theirs) == len(ours)
        for one, other in zip(theirs, ours, strict=True):
            check(one, other, **tolerance)
        return
    assert onp.shape(theirs) == onp.shape(ours)
    onp.testing.assert_allclose(ours, theirs, **{"rtol": 1e-9, "atol": 1e-12, **tolerance})


X = onp.random.RandomState(0).randn(4)
MATRIX = onp.random.RandomState(1).randn(4, 4)

FUNCTIONS = {
    "products": lambda np, x: np.dot(np.tanh(x), x) + np.sum(np.outer(x, x) ** 2),
    "indexing": lambda np, x: np.sum(x[1:] * x[:-1]) + x[[0, 0, 2]].sum() + x[-1] ** 3,
    "reductions": lambda np, x: np.std(x) * np.mean(x) + np.prod(x) + np.max(x) - np.min(x) + np.var(x),
    "linalg": lambda np, x: np.linalg.slogdet(MATRIX * x + 3 * np.eye(4))[1] + np.linalg.norm(MATRIX @ x),
    "shapes": lambda np, x: np.sum(np.concatenate([np.reshape(x, (2, 2)), np.tile(x, 2).reshape(4, 2)]) ** 2),
    "where": lambda np, x: np.sum(np.where(x > 0, np.exp(x), x**2)) + np.sum(np.maximum(x, 0.1)),
    "complex": lambda np, x: np.sum(np.abs(np.fft.fft(x)) ** 2) + np.real(np.sum(np.exp(1j * x))),
    "einsum": lambda np, x: np.einsum("i,ij,j->", x, MATRIX, x) + np.tensordot(x, MATRIX, 1).sum(),
    "array": lambda np, x: np.sum(np.array([[x[0], x[1]], [x[2] * x[3], 1.0]]) ** 2),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients_and_second_derivatives_are_equal(name):
    def run(side):
        np, autograd = side("numpy"), side()

        def f(x):
            return FUNCTIONS[name](np, x)

        return [
            f(X),
            autograd.grad(f)(X),
            autograd.hessian(f)(X),
            autograd.hessian_vector_product(f)(X, X[::-1].copy()),
            autograd.value_and_grad(f)(X),
            autograd.make_vjp(f)(X)[0](2.0),
        ]

    compare(run)


def test_jacobians_and_directions_are_equal():
    def run(side):
        np, autograd = side("numpy"), side()

        def f(x):
            return np.stack([np.sin(x) * x[0], np.exp(x) / (1 + x[1] ** 2)])

        return [
            autograd.jacobian(f)(X),
            autograd.make_jvp(f)(X)(X),
            autograd.elementwise_grad(np.tanh)(X),
            autograd.deriv(np.sin)(X),
            autograd.tensor_jacobian_product(f)(X, MATRIX[:2]),
            autograd.make_ggnvp(lambda x: np.sin(x))(X)(X),  # noqa: PLW0108 - ufuncs differ
        ]

    compare(run)


@pytest.mark.parametrize("z", [1.0 + 2.0j, onp.array([0.3 - 1j, 2.0 + 0.5j])])
def test_complex_gradients_are_equal(z):
    def run(side):
        np, autograd = side("numpy"), side()
        g = onp.full(onp.shape(z), 0.5 - 1j)
        return [
            autograd.grad(lambda z: np.sum(np.abs(z) ** 2 + np.real(z**3)))(z),
            autograd.make_vjp(lambda z: np.exp(z) * np.conj(z))(z)[0](g),
            autograd.holomorphic_grad(lambda z: np.sum(np.sin(z)))(z),
        ]

    compare(run)


def test_trees_and_arguments_are_equal():
    tree = {"w": MATRIX, "b": [X, (1.5, {"c": onp.array(2.0)})]}

    def run(side):
        np, autograd = side("numpy"), side()

        def f(params, x, scale=1.0):
            hidden = np.tanh(np.dot(params["w"], x) + params["b"][0])
            return scale * np.sum(hidden) * params["b"][1][0] ** params["b"][1][1]["c"]

        flat, unflatten = side("misc.flatten").flatten(tree)
        return [
            autograd.grad(f)(tree, X, scale=2.0),
            autograd.grad(f, (0, 1))(tree, X),
            flat,
            unflatten(flat),
        ]

    compare(run)


@pytest.mark.parametrize("name", ["sgd", "rmsprop", "adam"])
def test_optimizers_take_the_same_steps(name):
    def run(side):
        np, autograd = side("numpy"), side()
        optimizer = getattr(side("misc.optimizers"), name)
        steps = []

        def loss(params, i):
            return np.sum((np.dot(MATRIX, params[0]) - X) ** 2) + params[1] ** 2 * (i + 1)

        found = optimizer(autograd.grad(loss), (X, 1.0), lambda x, i, g: steps.append(g), num_iters=5, step_size=0.01)
        return [found, steps]

    compare(run)


def test_primitives_of_both_have_the_same_rules():
    def run(side):
        np, autograd, extend = side("numpy"), side(), side("extend")

        @extend.primitive
        def logsumexp(x):
            top = onp.max(x)
            return top + onp.log(onp.sum(onp.exp(x - top)))

        extend.defvjp(logsumexp, lambda ans, x: lambda g: np.full(x.shape, g) * np.exp(x - np.full(x.shape, ans)))
        extend.defjvp(logsumexp, lambda g, ans, x: np.sum(g * np.exp(x - ans)))
        return [
            autograd.grad(logsumexp)(X),
            autograd.hessian(logsumexp)(X),
            autograd.make_jvp(logsumexp)(X)(X),
            autograd.grad(autograd.checkpoint(lambda x: np.sum(x**3)))(X),
        ]

    compare(run)


def test_scipys_functions_are_equal():
    pytest.importorskip("scipy")
    positive = onp.abs(X) + 0.5
    inside = 1 / (1 + onp.exp(-X))

    def run(side):
        np, autograd = side("numpy"), side()
        special, stats, signal = side("scipy.special"), side("scipy.stats"), side("scipy.signal")
        egrad = autograd.elementwise_grad
        found = [egrad(getattr(special, name))(positive) for name in ("gammaln", "psi", "erf", "j0", "i0", "gamma")]
        found += [egrad(getattr(stats.norm, name), (0, 1, 2))(X, 0.5, positive) for name in ("logpdf", "cdf", "logcdf")]
        found += [
            egrad(stats.t.logpdf, (0, 1))(X, positive),
            egrad(stats.beta.logpdf, (0, 1, 2))(inside, positive, 2.0),
        ]
        found += [egrad(stats.gamma.pdf, (0, 1))(positive, positive), egrad(stats.t.cdf)(X, 3.0)]
        found.append(autograd.grad(lambda a: np.sum(signal.convolve(a, X, mode="same") ** 2))(MATRIX[0]))
        found.append(
            autograd.grad(stats.multivariate_normal.logpdf, (0, 1, 2))(X, 0 * X, MATRIX @ MATRIX.T + np.eye(4))
        )
        found.append(autograd.grad(lambda x: special.logsumexp(x))(X))  # noqa: PLW0108 - primitives differ
        return found

    compare(run, rtol=1e-7)
