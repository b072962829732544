"""NumPy code traced with symbolic sizes: the graph is right for arrays of another size."""

import numpy as np
import pytest

import wye
import wye.numpy as wnp

pytest.importorskip("sympy")
SMALL, LARGE = np.array([0.5, -1.0, 2.0, 0.25, -0.75, 1.5]), np.linspace(-1.0, 2.0, 9) ** 2 + 0.1


def _written(x):
    y = np.zeros(x.shape[0])
    y[1:] = x[:-1] * x.shape[0]
    y[x.shape[0] - 1] += 1.0
    y[[0, 0]] = x[:2]
    return y


def _variance(x):
    n = x.shape[0]
    return ((x - x.sum() / n) ** 2).sum() / (n - 1)


PROGRAMS = {
    "mean": lambda x: x.sum() / x.shape[0],
    "variance": _variance,
    "on the left": lambda x: x.shape[0] * x - (x.shape[0] - 1) / x,
    "size": lambda x: x.sum() / x.size + np.prod(x.shape),
    "power": lambda x: x ** x.shape[0],
    "np.mean, std, median": lambda x: np.mean(x) + np.std(x, ddof=1) + np.var(x) + np.median(x),
    "np.sqrt of a size": lambda x: x / np.sqrt(x.shape[0]) + np.log(x.size) * 2.0,
    "number of NumPy": lambda x: x.sum() * (np.float64(2.0) * x.shape[0]),
    "arange": lambda x: x * np.arange(x.shape[0]) + np.arange(1, x.shape[0] + 1, dtype=float),
    "zeros, ones, full": lambda x: x + np.zeros(x.shape[0]) + np.ones(x.shape) + np.full(x.shape, 2.0),
    "like": lambda x: x + np.zeros(x.shape[0], like=x) + np.arange(x.shape[0], like=x) + np.full(x.shape, 1.0, like=x),
    "eye": lambda x: x @ np.eye(x.shape[0], k=1) + np.identity(x.shape[0]).sum(),
    "linspace": lambda x: x * np.linspace(0, 1, x.shape[0]),
    "element": lambda x: x[x.shape[0] - 1] + x[: x.shape[0] // 2].sum(),
    "fancy": lambda x: x[np.arange(x.shape[0] - 1)] + x[np.argsort(x)][1:],
    "backwards": lambda x: x[::-1] + x[::-2][0],
    "reshape": lambda x: x.reshape(x.shape[0], 1) * np.broadcast_to(x, (2, x.shape[0])).sum(0),
    "grid": lambda x: np.meshgrid(x, x)[0] + np.triu(np.outer(x, x)),
    "repeat": lambda x: np.repeat(x, 2) + np.tile(x, 2) + np.concatenate([x, x]),
    "cov": lambda x: np.cov(x) + np.average(x),
    "interp": lambda x: np.interp(np.linspace(0, 1, 5), np.linspace(0, 1, x.shape[0]), x),
    "differences": lambda x: np.gradient(x)[1:] + np.diff(x) + np.trapezoid(x),
    "signal": lambda x: np.abs(np.fft.fft(x)) + np.convolve(x, [0.25, 0.5, 0.25], mode="same"),
    "writes": _written,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_graph_computes_arrays_of_another_size(name):
    function = PROGRAMS[name]
    graph = wye.make_fx(function, tracing_mode="symbolic")(SMALL)
    for given in (SMALL, LARGE):
        np.testing.assert_allclose(np.asarray(graph(wye.tensor(given))), function(given.copy()), rtol=1e-9, atol=1e-12)


def test_gradients_are_traced_for_other_sizes():
    def loss(x):
        return np.sum(np.sin(x) * np.linspace(0, 1, x.shape[0])) / x.shape[0] + np.mean(x**2) * np.sqrt(x.shape[0])

    graph = wye.make_fx(wye.grad(loss), tracing_mode="symbolic")(SMALL)
    np.testing.assert_allclose(np.asarray(graph(wye.tensor(LARGE))), wye.grad(loss)(LARGE))


def test_sizes_are_as_weak_as_numbers_of_python():
    small = SMALL.astype(np.float32)
    graph = wye.make_fx(lambda x: x * x.shape[0], tracing_mode="symbolic")(small)
    assert graph(wye.tensor(small)).dtype is wye.float32


def test_numpy_is_as_before_after_a_trace():
    before = np.arange, np.zeros

    def failing(x):
        assert np.arange is not before[0]
        assert np.zeros(3).tolist() == [0.0, 0.0, 0.0]
        raise KeyError("inside")

    with pytest.raises(KeyError, match="inside"):
        wye.make_fx(failing, tracing_mode="symbolic")(SMALL)
    assert (np.arange, np.zeros) == before
    assert not hasattr(wye.SymInt, "__array_ufunc__")


def test_the_namespace_makes_arrays_of_symbolic_sizes():
    graph = wye.make_fx(lambda x: x + wnp.arange(x.shape[0]), tracing_mode="symbolic")(SMALL)
    np.testing.assert_allclose(np.asarray(graph(wye.tensor(LARGE))), LARGE + np.arange(9))
