"""The examples of gradients and transforms: they compute what they say, and print within 80 columns."""

import importlib

import pytest
from examples import custom_operator, hessian_vector_product, maml, neural_ode, per_sample_gradients

import wye
from wye import nn


@pytest.mark.parametrize("name", ["custom_operator", "hessian_vector_product", "per_sample_gradients"])
def test_an_example_prints_within_eighty_columns(name, capsys):
    importlib.import_module(f"examples.{name}").main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 12
    assert max(map(len, lines)) <= 80


def test_per_sample_gradients_are_those_of_a_loop():
    points, labels = per_sample_gradients.samples()
    model = per_sample_gradients.make_model()
    grads = per_sample_gradients.per_sample_gradients(model, points, labels)
    for place in (0, 5, 23):
        model.zero_grad()
        nn.functional.cross_entropy(model(points[place]), labels[place]).backward()
        for name, value in model.named_parameters():
            assert wye.allclose(grads[name][place], value.grad, atol=1e-6), name


def test_a_hessian_vector_product_is_that_of_the_hessian():
    x, v = wye.linspace(-1, 1, 6, dtype=wye.float64), wye.arange(6, dtype=wye.float64)
    f = hessian_vector_product.rosenbrock
    assert wye.allclose(hessian_vector_product.hvp(f, x, v), wye.hessian(f)(x) @ v)
    found, values = hessian_vector_product.minimize(f, x[:3], 40)
    assert values[-1] < 1e-15
    assert wye.allclose(found, wye.ones_like(found))


def test_the_solution_by_scan_is_that_of_a_loop_and_learns():
    times = wye.linspace(0, 2, 9)
    truth = neural_ode.spiral(times)
    matrix, x = wye.tensor([[-0.25, 2.0], [-2.0, -0.25]]), truth[0]
    for place in range(1, 9):
        x = x + 0.25 * (matrix @ (x + 0.125 * (matrix @ x)))
        assert wye.allclose(truth[place], x, atol=1e-5)
    wye.manual_seed(0)
    losses = neural_ode.train(neural_ode.Field(), times, truth, 20)
    assert losses[-1] < losses[0] / 3


def test_maml_learns_to_adapt():
    wye.manual_seed(0)
    _, losses = maml.train(30)
    assert sum(losses[-5:]) < 0.7 * sum(losses[:5])


def test_meta_gradients_are_those_of_a_loop():
    wye.manual_seed(1)
    xs, ys = maml.tasks(2)
    weights = {name: value.detach().double() for name, value in maml.model.named_parameters()}
    grads = wye.grad(maml.meta_loss)(weights, xs.double(), ys.double())
    leaves = {name: value.clone().requires_grad_() for name, value in weights.items()}
    total = 0
    for x, y in zip(xs.double(), ys.double(), strict=True):
        inner = wye.autograd.grad(maml.loss(leaves, x[:10], y[:10]), [*leaves.values()], create_graph=True)
        stepped = {name: value - maml.RATE * g for (name, value), g in zip(leaves.items(), inner, strict=True)}
        total = total + maml.loss(stepped, x[10:], y[10:]) / 2
    total.backward()
    for name, leaf in leaves.items():
        assert wye.allclose(grads[name], leaf.grad), name


def test_a_custom_operator_goes_through_every_transform():
    x = wye.linspace(-2, 2, 5, dtype=wye.float64)
    ours = custom_operator.results(custom_operator.bump, x)
    for name, value in custom_operator.results(custom_operator.formula, x).items():
        assert wye.allclose(ours[name], value), name
