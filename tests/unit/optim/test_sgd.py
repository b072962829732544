"""Gradient descent."""

import pytest

import wye
from wye import nn, optim


def stepped(n=2, **options):
    value = nn.Parameter(wye.tensor(1.0))
    optimizer = optim.SGD([value], 0.1, **options)
    for _ in range(n):
        value.grad = wye.tensor(1.0)
        optimizer.step()
    return value.item()


def test_steps_go_down():
    assert stepped() == pytest.approx(0.8)
    assert stepped(maximize=True) == pytest.approx(1.2)
    assert stepped(momentum=0.5) == pytest.approx(1 - 0.1 - 0.15)
    assert stepped(momentum=0.5, nesterov=True) == pytest.approx(1 - 0.15 - 0.175)
    assert stepped(1, weight_decay=0.5) == pytest.approx(1 - 0.15)


def test_a_rate_may_be_a_tensor():
    value = nn.Parameter(wye.tensor(1.0))
    value.grad = wye.tensor(2.0)
    optim.SGD([value], wye.tensor(0.25)).step()
    assert value.item() == 0.5


def test_parameters_without_gradients_stay():
    value = nn.Parameter(wye.tensor(1.0))
    assert optim.SGD([value], 0.1).step(lambda: "loss") == "loss"
    assert value.item() == 1


def test_options_that_make_no_sense_are_refused():
    for options in ({"lr": -1}, {"momentum": -1}, {"weight_decay": -1}, {"nesterov": True}):
        with pytest.raises(ValueError):  # noqa: PT011 - the texts are compared with PyTorch's elsewhere
            optim.SGD([nn.Parameter(wye.ones(1))], **options)
