"""Averaged models, and the cyclic schedules that go with them."""

import pytest

import wye
from wye import nn, optim
from wye.optim import swa_utils


def test_an_averaged_model_has_the_mean_of_what_the_model_had():
    model = nn.Linear(1, 1)
    averaged = swa_utils.AveragedModel(model)
    for value in (1.0, 2.0, 6.0):
        with wye.no_grad():
            model.weight.fill_(value)
        averaged.update_parameters(model)
    assert averaged.module.weight.item() == pytest.approx(3.0)
    assert averaged.n_averaged.item() == 3


def test_statistics_are_computed_anew_for_the_averages():
    model = nn.BatchNorm1d(1)
    swa_utils.update_bn([wye.tensor([[1.0], [3.0]]), wye.tensor([[5.0], [7.0]])], model)
    assert model.running_mean.item() == pytest.approx(4.0)
    assert model.momentum == 0.1


def test_a_cyclic_schedule_rises_and_falls():
    steps = optim.SGD([wye.ones(1, requires_grad=True)], lr=0.5, momentum=0.9)
    rates = optim.lr_scheduler.CyclicLR(steps, base_lr=1.0, max_lr=2.0, step_size_up=2)
    seen = []
    for _ in range(5):
        seen.append(rates.get_last_lr()[0])
        steps.step()
        rates.step()
    assert seen == pytest.approx([1.0, 1.5, 2.0, 1.5, 1.0])
