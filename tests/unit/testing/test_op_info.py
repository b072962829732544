"""Operators as test cases: one test for each operator and dtype."""

import unittest

import numpy as np
import pytest

import wye
from wye.testing import TestCase
from wye.testing.devices import instantiate_device_type_tests, tol, tolerance
from wye.testing.op_info import DecorateInfo, OpDTypes, OpInfo, SampleInput, ops, skip, skip_ops, xfail

SIN = OpInfo(
    "sin",
    op=wye.sin,
    dtypes=(wye.float32, wye.float64),
    sample_inputs_func=lambda info, device, dtype, grad: [SampleInput(wye.ones(2, dtype=dtype, device=device))],
)


def made(mark):
    scope = {}

    class Case(unittest.TestCase):
        @mark
        def test_run(self, device, dtype, op):
            for sample in op.sample_inputs(device, dtype):
                assert op(sample.input).dtype is dtype

    instantiate_device_type_tests(Case, scope)
    return scope["CaseCPU"]


def names(cls):
    return [name for name in dir(cls) if name.startswith("test")]


def test_each_operator_and_dtype_is_a_test():
    cls = made(ops([SIN]))
    assert names(cls) == ["test_run_sin_cpu_float32", "test_run_sin_cpu_float64"]
    assert unittest.defaultTestLoader.loadTestsFromTestCase(cls).countTestCases() == 2
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(cls).run(result)
    assert result.wasSuccessful()


def test_dtypes_can_be_left_out():
    assert names(made(ops([SIN], allowed_dtypes=(wye.float64,)))) == ["test_run_sin_cpu_float64"]
    assert names(made(ops([SIN], dtypes=OpDTypes.any_one))) == ["test_run_sin_cpu_float32"]
    assert names(made(ops([]))) == []


def test_kinds_of_dtypes():
    assert names(made(ops([SIN], dtypes=(wye.int8,)))) == ["test_run_sin_cpu_int8"]
    left_out = names(made(ops([SIN], dtypes=OpDTypes.unsupported)))
    assert "test_run_sin_cpu_int64" in left_out
    assert "test_run_sin_cpu_float32" not in left_out
    assert SIN.supported_backward_dtypes("cpu") == {wye.float32, wye.float64}
    assert OpInfo("sin", dtypes=(wye.float32,), supports_autograd=False).supported_backward_dtypes("cpu") == set()


def outcomes(cls):
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(cls).run(result)
    found = {"skip": result.skipped, "fail": result.expectedFailures, "bad": result.failures + result.errors}
    return {test.id().rpartition("_")[2]: what for what, tests in found.items() for test, _ in tests}


def test_an_operator_decorates_some_of_its_tests():
    info = OpInfo(
        "nn.functional.relu",
        dtypes=(wye.float32, wye.float64, wye.int64),
        sample_inputs_func=lambda *args: [SampleInput(wye.ones(2))],
        skips=[DecorateInfo(unittest.skip("why"), "Case", "test_run", dtypes=(wye.int64,))],
        decorators=[DecorateInfo(unittest.expectedFailure, "Case", dtypes=[wye.float64])],
    )
    assert outcomes(made(ops([info]))) == {"int64": "skip", "float64": "fail"}
    assert info.formatted_name == "nn_functional_relu"
    assert info.get_op() is wye.nn.functional.relu


def test_a_test_skips_some_of_its_operators():
    def mark(test):
        return ops([SIN])(skip_ops({skip("sin", dtypes=(wye.float64,)), xfail("cos")})(test))

    assert outcomes(made(mark)) == {"float64": "skip"}


def test_samples_are_changed_as_a_whole():
    sample = SampleInput(wye.ones(2, 2), wye.zeros(2), 3, dim=1)
    assert (sample.args[1], sample.kwargs) == (3, {"dim": 1})
    assert isinstance(sample.numpy().args[0], np.ndarray)
    assert not sample.noncontiguous().input.is_contiguous()
    assert "Size" in sample.summary() or "(2, 2)" in sample.summary()
    assert sample.with_metadata(name="one").name == "one"
    with pytest.raises(TypeError):
        sample.with_metadata(other=1)
    with pytest.raises(AssertionError):
        SampleInput(1, 2, args=(2,))


def test_an_operator_s_tolerances_hold_for_its_tests():
    loose = DecorateInfo(tolerance({wye.float32: tol(1e-1, 0)}), "Case", "test_run")
    op = OpInfo("sin", op=wye.sin, dtypes=(wye.float32,), sample_inputs_func=lambda *_: [], decorators=[loose])
    scope = {}

    class Case(TestCase):
        @ops([op])
        def test_run(self, device, dtype, op):
            self.assertEqual(wye.ones(2), wye.ones(2) + 0.05)  # noqa: PT009 - tolerances are its

    instantiate_device_type_tests(Case, scope)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(scope["CaseCPU"]).run(result)
    assert result.wasSuccessful()


def test_samples_come_one_after_the_other():
    drawn = []

    def draw(info, device, dtype, grad):
        for size in (1, 2, 3):
            drawn.append(size)
            yield SampleInput(wye.ones(size))

    info = OpInfo("sin", op=wye.sin, sample_inputs_func=draw)
    samples = info.sample_inputs("cpu", wye.float32)
    assert len(next(samples).input) == 1
    assert drawn == [1]
    assert next(info.error_inputs("cpu"), None) is None


def test_what_is_said_of_a_sample_is_said_apart_from_its_arguments():
    with pytest.raises(AssertionError, match="with_metadata"):
        SampleInput(1, 2, broadcasts_input=True)
    assert SampleInput(1, broadcasts_input=True).broadcasts_input
