"""Descriptions of modules: they make what they describe, and tests are drawn from them under PyTorch's names."""

from __future__ import annotations

import unittest
from typing import Any

import pytest

import wye
from wye.testing import TestCase, assert_close, parametrize
from wye.testing.devices import instantiate_device_type_tests
from wye.testing.module_info import Case, ModuleErrorEnum, ModuleInfo, TrainEvalMode, modules
from wye.testing.module_list import MODULES
from wye.testing.surroundings import frozen_random_state
from wye.testing.watching import recorded, tensors_among

_BY_NAME = {info.module_cls.__name__: info for info in MODULES}


def _inputs(info: ModuleInfo, **options: Any) -> list[Any]:
    given = {"device": "cpu", "dtype": wye.float64, "requires_grad": False, "training": True, **options}
    return info.module_inputs_func(info, **given)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("info", MODULES, ids=lambda info: info.formatted_name)
def test_every_module_gives_what_its_formula_says(info: ModuleInfo) -> None:
    wye.manual_seed(0)
    for given in _inputs(info):
        made, called = given.constructor_input, given.forward_input
        module = info.module_cls(*made.args, **made.kwargs).double()
        with frozen_random_state():
            found = module(*called.args, **called.kwargs)
        if given.reference_fn is not None:
            with frozen_random_state():
                assert_close(found, given.reference_fn(module, *called.args, **called.kwargs))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("info", [info for info in MODULES if info.refused], ids=lambda info: info.formatted_name)
def test_what_is_described_as_refused_is_refused(info: ModuleInfo) -> None:
    for one in info.module_error_inputs_func(info, "cpu", wye.float64, requires_grad=False, training=True):
        made, called = one.module_error_input.constructor_input, one.module_error_input.forward_input
        expected = pytest.raises(one.error_type, match=one.error_regex)
        if one.error_on is ModuleErrorEnum.CONSTRUCTION_ERROR:
            with expected:
                info.module_cls(*made.args, **made.kwargs)
        else:
            module = info.module_cls(*made.args, **made.kwargs).double()
            with expected:
                module(*called.args, **called.kwargs)


def test_every_class_stands_once_among_the_modules() -> None:
    assert len(_BY_NAME) == len(MODULES)


def test_samples_are_made_on_the_device_of_the_surroundings_where_none_is_said() -> None:
    with wye.device("meta"):
        (first, *_) = _inputs(_BY_NAME["Linear"], device=None)
    assert first.forward_input.args[0].is_meta


def test_gradients_are_wanted_of_the_inputs_alone() -> None:
    (first, *_) = _inputs(_BY_NAME["MSELoss"], requires_grad=True)
    assert [one.requires_grad for one in first.forward_input.args] == [True, False]


def test_a_test_runs_in_both_modes_of_the_modules_whose_modes_differ() -> None:
    class TestIt(TestCase):
        @parametrize("flag", [True])
        @modules([_BY_NAME["Linear"], _BY_NAME["GRU"]], allowed_dtypes=[wye.float32])
        def test_outside(self, device: str, dtype: Any, module_info: Any, training: bool, flag: bool) -> None:
            assert dtype is wye.float32

        @modules([_BY_NAME["GRU"]])
        @parametrize("flag", [True])
        def test_inside(self, device: str, dtype: Any, module_info: Any, training: bool, flag: bool) -> None:
            assert isinstance(training, bool)

        @modules([_BY_NAME["GRU"]], train_eval_mode=TrainEvalMode.eval_only)
        def test_one(self, device: str, dtype: Any, module_info: Any, training: bool) -> None:
            assert training is False

    scope = {"TestIt": TestIt}
    instantiate_device_type_tests(TestIt, scope)
    names = {name for name in vars(scope["TestItCPU"]) if name.startswith("test")}
    assert {
        "test_outside_flag_True_nn_Linear_cpu_float32",
        "test_outside_flag_True_nn_GRU_train_mode_cpu_float32",
        "test_outside_flag_True_nn_GRU_eval_mode_cpu_float32",
        "test_inside_nn_GRU_train_mode_flag_True_cpu_float64",
        "test_one_nn_GRU_cpu_float32",
    } <= names
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(scope["TestItCPU"]).run(result)
    assert result.wasSuccessful(), (result.errors, result.failures)


def test_a_case_draws_its_tensors_and_keeps_its_options() -> None:
    info = ModuleInfo(wye.nn.Linear, [Case((2, 3), args=(3, 1), bias=False)])
    (made,) = _inputs(info)
    assert made.constructor_input.args == (3, 1)
    assert made.constructor_input.kwargs == {"bias": False}
    assert made.forward_input.args[0].shape == (2, 3)


def test_a_recorded_method_does_what_it_did_and_says_how_it_was_called() -> None:
    class Thing:
        def double(self, number: int) -> int:
            return 2 * number

    Thing.double = recorded(Thing.double)  # type: ignore[method-assign]
    assert Thing().double(3) == 6
    Thing.double.mock.assert_called_once_with(3)  # type: ignore[attr-defined]


def test_tensors_are_found_among_arguments() -> None:
    one, other = wye.ones(1), wye.ones(2)
    assert tensors_among((1, [one]), {"x": other}) == {one, other}
