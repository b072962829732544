"""Operators as test cases: one test for each operator and dtype."""

import unittest

import wye
from wye.testing.devices import instantiate_device_type_tests
from wye.testing.op_info import OpDTypes, OpInfo, SampleInput, ops

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
