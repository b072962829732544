"""Descriptions of optimizers: they make what they describe, and tests are drawn from them under PyTorch's names."""

from __future__ import annotations

import unittest
from typing import Any

import pytest

import wye
from wye.testing import TestCase, parametrize
from wye.testing.devices import instantiate_device_type_tests
from wye.testing.optimizer_cases import OPTIMIZERS, TensorTracker, inputs_with_implementations, optims
from wye.testing.optimizer_errors import OptimizerErrorEnum


@pytest.mark.parametrize("info", OPTIMIZERS, ids=lambda info: info.formatted_name)
def test_every_description_makes_an_optimizer_that_steps(info: Any) -> None:
    for given in inputs_with_implementations("cpu", wye.float32, info, skip=("differentiable",)):
        parameter = wye.nn.Parameter(wye.ones(2, 2))
        made = info.optim_cls([parameter], **given.kwargs)
        parameter.grad = wye.full((2, 2), 0.5)
        made.step((lambda: 1.0) if info.step_requires_closure else None)
        assert not wye.isnan(parameter).any()


@pytest.mark.parametrize("info", OPTIMIZERS, ids=lambda info: info.formatted_name)
def test_what_is_described_as_refused_is_refused(info: Any) -> None:
    for one in info.optim_error_inputs_func(device="cpu", dtype=wye.float32):
        given = one.optimizer_error_input
        is_warning = issubclass(one.error_type, Warning)
        expected = (pytest.warns if is_warning else pytest.raises)(one.error_type, match=one.error_regex)
        if one.error_on is OptimizerErrorEnum.CONSTRUCTION_ERROR:
            with expected:
                info.optim_cls(given.params, **given.kwargs)
        else:
            made = info.optim_cls(given.params, **given.kwargs)
            with expected:
                made.step()


@pytest.mark.parametrize("info", OPTIMIZERS, ids=lambda info: info.formatted_name)
def test_schedules_that_are_described_run(info: Any) -> None:
    for makers in info.scheduler_inputs:
        made = info.optim_cls([wye.nn.Parameter(wye.ones(2, 2))], lr=0.1)
        schedules = [make(made) for make in makers]
        made.step(lambda: 1.0)
        for schedule in schedules:
            schedule.step(*([1.0] if type(schedule).__name__ == "ReduceLROnPlateau" else []))
        assert made.param_groups[0]["lr"] > 0


def test_the_name_of_an_optimizer_stands_where_its_decorator_does() -> None:
    class TestIt(TestCase):
        @parametrize("flag", [True])
        @optims([OPTIMIZERS[0]])
        def test_outside(self, device: str, dtype: Any, optim_info: Any, flag: bool) -> None:
            assert (dtype, optim_info, flag) == (wye.float32, OPTIMIZERS[0], True)

        @optims([OPTIMIZERS[0]])
        @parametrize("flag", [True])
        def test_inside(self, device: str, dtype: Any, optim_info: Any, flag: bool) -> None:
            pass

    scope: dict[str, Any] = {}
    instantiate_device_type_tests(TestIt, scope)
    made = scope["TestItCPU"]
    assert {name for name in dir(made) if name.startswith("test")} == {
        "test_outside_flag_True_Adadelta_cpu_float32",
        "test_inside_Adadelta_flag_True_cpu_float32",
    }
    result = unittest.TestResult()
    made("test_outside_flag_True_Adadelta_cpu_float32").run(result)
    assert result.wasSuccessful()


def test_a_tracker_compares_in_order_and_writes_what_it_kept() -> None:
    tracker, value = TensorTracker(), wye.tensor([1.0 + 1e-9])
    tracker.add(wye.tensor([1.0]))
    tracker.pop_check_set(value, TestCase())
    assert tracker.all_popped()
    assert value.item() == 1.0
    tracker.add(wye.tensor([2.0]))
    with pytest.raises(AssertionError):
        tracker.pop_check_set(value, TestCase())
