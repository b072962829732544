"""The examples in plain NumPy: their gradients are those of finite differences, and they find what they look for."""

import importlib

import pytest

np = pytest.importorskip("numpy")

from examples import (  # noqa: E402
    numpy_black_scholes,
    numpy_gaussian_process,
    numpy_kalman,
    numpy_logistic_regression,
    numpy_per_sample_gradients,
    numpy_wave,
)
from examples.numpy_differences import gap  # noqa: E402

import wye  # noqa: E402

NAMES = ["logistic_regression", "black_scholes", "gaussian_process", "wave", "kalman", "per_sample_gradients"]


@pytest.mark.parametrize("name", NAMES)
def test_an_example_prints_within_eighty_columns_and_agrees_with_differences(name, capsys):
    importlib.import_module(f"examples.numpy_{name}").main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 9
    assert max(map(len, lines)) <= 80
    assert float(lines[-1].split("at most ")[1].split()[0]) < 1e-6


def test_finite_differences_tell_a_wrong_gradient():
    assert gap(lambda x: np.sum(x**2), np.array([1.0, 2.0])) < 1e-8
    assert gap(lambda x: np.sum(wye.numpy.stop_gradient(x) * x), np.array([1.0, 2.0])) > 0.4


def test_the_weights_of_a_regression_are_where_the_gradient_is_zero():
    data = numpy_logistic_regression.samples()
    weights, _ = numpy_logistic_regression.fit(*data)
    assert np.linalg.norm(wye.grad(numpy_logistic_regression.loss)(weights, *data)) < 1e-4


def test_the_greeks_are_those_of_the_formulas():
    found = numpy_black_scholes.greeks(np.array([90.0, 110.0]))
    spread = 0.25 * np.sqrt(0.5)
    d1 = (np.log(100 / np.array([90.0, 110.0])) + (0.03 + 0.25**2 / 2) * 0.5) / spread
    density = np.exp(-(d1**2) / 2) / np.sqrt(2 * np.pi)
    assert np.allclose(found["delta"], numpy_black_scholes.normal_cdf(d1), atol=1e-5)
    assert np.allclose(found["vega"], density * np.sqrt(0.5), atol=1e-4)
    assert np.allclose(found["gamma"], density / (100 * spread), atol=1e-4)


def test_likelihoods_rise():
    _, values = numpy_gaussian_process.fit(numpy_gaussian_process.START, *numpy_gaussian_process.samples(), steps=20)
    assert values[-1] > values[0] + 1
    _, values = numpy_kalman.fit(numpy_kalman.samples()[1], steps=8)
    assert values[-1] > values[0] + 1


def test_a_wave_ends_as_wanted():
    _, losses = numpy_wave.optimize(numpy_wave.target(), steps=10)
    assert losses[-1] < losses[0] / 4


def test_gradients_of_all_samples_are_those_of_a_loop():
    points, labels = numpy_per_sample_gradients.samples()
    params = numpy_per_sample_gradients.make_params()
    found = numpy_per_sample_gradients.per_sample(params, points, labels)
    for place in (0, 11):
        one = wye.grad(numpy_per_sample_gradients.loss)(params, points[place], labels[place])
        for name, value in one.items():
            assert np.allclose(found[name][place], value), name
