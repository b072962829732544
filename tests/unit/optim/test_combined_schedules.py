"""Schedules that are made of others, and one that follows a value."""

import pytest

import wye
from wye import optim
from wye.optim import lr_scheduler as schedules


def made(lr=1.0):
    return optim.SGD([wye.ones(1, requires_grad=True)], lr)


def rates(optimizer, schedule, n):
    found = []
    for _ in range(n):
        found.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        schedule.step()
    return found


def test_one_schedule_follows_another():
    optimizer = made()
    parts = [schedules.ConstantLR(optimizer, 0.5, 2), schedules.ExponentialLR(optimizer, 0.1)]
    schedule = schedules.SequentialLR(optimizer, parts, [2])
    assert rates(optimizer, schedule, 4) == pytest.approx([0.5, 0.5, 1.0, 0.1])


def test_chained_schedules_multiply():
    optimizer = made()
    parts = [schedules.ConstantLR(optimizer, 0.5, 2), schedules.ExponentialLR(optimizer, 0.1)]
    assert rates(optimizer, schedules.ChainedScheduler(parts), 3) == pytest.approx([0.5, 0.05, 0.01])


def test_a_plateau_lowers_the_rate():
    optimizer = made()
    schedule = schedules.ReduceLROnPlateau(optimizer, patience=1, factor=0.5)
    for value in (3.0, 2.0, 2.0, 2.0):
        schedule.step(value)
    assert optimizer.param_groups[0]["lr"] == 0.5


def test_a_cosine_begins_again():
    optimizer = made()
    found = rates(optimizer, schedules.CosineAnnealingWarmRestarts(optimizer, 2), 4)
    assert found == pytest.approx([1.0, 0.5, 1.0, 0.5])


def test_schedules_of_another_optimizer_are_refused():
    with pytest.raises(ValueError, match="same optimizer"):
        schedules.SequentialLR(made(), [schedules.StepLR(made(), 1)], [])
