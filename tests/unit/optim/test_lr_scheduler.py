"""Schedules of learning rates.  Their values are compared with PyTorch's in tests/conformance/optim."""

import gc
import weakref

import pytest

import wye
from wye import nn, optim
from wye.optim import lr_scheduler


def rates(make, n=6):
    optimizer = optim.SGD([nn.Parameter(wye.ones(1))], 1.0)
    schedule = make(optimizer)
    found = [optimizer.param_groups[0]["lr"]]
    for _ in range(n):
        optimizer.step()
        schedule.step()
        found.append(optimizer.param_groups[0]["lr"])
    return found


def test_rates_follow_the_schedule():
    assert rates(lambda o: lr_scheduler.StepLR(o, 2, 0.5)) == [1, 1, 0.5, 0.5, 0.25, 0.25, 0.125]
    assert rates(lambda o: lr_scheduler.LambdaLR(o, lambda n: 1 / (n + 1)), 2) == [1, 1 / 2, 1 / 3]
    assert rates(lambda o: lr_scheduler.CosineAnnealingLR(o, 2), 4) == pytest.approx([1, 0.5, 0, 0.5, 1])
    assert rates(lambda o: lr_scheduler.MultiStepLR(o, [1, 3], 0.1), 3) == pytest.approx([1, 0.1, 0.1, 0.01])


def test_a_schedule_before_its_optimizer_is_warned_about():
    schedule = lr_scheduler.StepLR(optim.SGD([nn.Parameter(wye.ones(1))], 1.0), 2)
    with pytest.warns(UserWarning, match=r"before `optimizer.step\(\)`"):
        schedule.step()


def test_a_schedule_is_saved_and_loaded():
    optimizer = optim.SGD([nn.Parameter(wye.ones(1))], 1.0)
    schedule = lr_scheduler.StepLR(optimizer, 2)
    optimizer.step()
    schedule.step()
    other = lr_scheduler.StepLR(optimizer, 9)
    other.load_state_dict(schedule.state_dict())
    assert (other.step_size, other.last_epoch) == (2, 1)


def test_an_optimizer_with_a_schedule_goes_with_its_last_reference():
    optimizer = optim.SGD([nn.Parameter(wye.ones(1))], 1.0)
    lr_scheduler.StepLR(optimizer, 2)
    seen = weakref.ref(optimizer)
    del optimizer
    gc.collect()
    assert seen() is None
