"""Tensors to test with, comparing, and classes for each device."""

import unittest

import numpy as np
import pytest

import wye
from wye.library import Library
from wye.testing import TestCase, first_sample, instantiate_device_type_tests, parametrize
from wye.testing.comparing import assert_same
from wye.testing.devices import dtypes, only_on
from wye.testing.logging_tensor import (
    LoggingTensor,
    LoggingTensorMode,
    LoggingTensorReentrant,
    capture_logs,
    capture_logs_with_logging_tensor_mode,
    log_input,
    short_name,
)


@pytest.fixture(autouse=True)
def lib():
    with Library("logged", "FRAGMENT") as lib:
        lib.define("f(Tensor x, Tensor[] y, *, float s=1.0) -> Tensor[]")
        lib.impl("f", lambda x, y, *, s=1.0: [wye.tensor([s]), wye.tensor([1, 2])], "CPU")
        yield lib


LINES = [
    "$0: f32[1] = input('x')",
    "['$1: f32[1]', '$2: i64[2]'] = wye.ops.logged.f.default($0, ['$0'], s=2.0)",
]


@pytest.mark.parametrize("cls", [LoggingTensor, LoggingTensorReentrant])
def test_a_tensor_writes_down_its_calls(cls):
    with capture_logs() as logs:
        x = cls(wye.tensor([1.0]))
        log_input("x", x)
        result = wye.ops.logged.f(x, [x], s=2.0)
    assert logs == LINES
    assert [type(value) for value in result] == [cls, cls]
    assert repr(x) == f"{cls.__name__}(tensor([1.]))"
    wye.ops.logged.f(x, [x])
    assert len(logs) == 2


def test_a_mode_writes_down_all_calls():
    x = wye.tensor([1.0])
    with capture_logs_with_logging_tensor_mode() as logs:
        log_input("x", x)
        wye.ops.logged.f(x, [x], s=2.0)
    assert logs == LINES


def test_stacks_are_kept_where_they_are_wanted():
    x = wye.tensor([1.0])
    with LoggingTensorMode(), capture_logs(is_mode=True, python_tb=True) as (logs, stacks):
        wye.ops.logged.f(x, [])
    assert len(logs) == len(stacks) == 1
    assert any(frame.filename == __file__ for frame in stacks[0])


def test_dtypes_have_short_names():
    names = ["float16", "bfloat16", "int64", "uint8", "bool", "complex64"]
    assert [short_name(getattr(wye, name)) for name in names] == ["f16", "bf16", "i64", "u8", "b8", "c64"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 1),
        (1.0, 1.0 + 1e-9),
        ("a", "a"),
        ([wye.tensor([1.0]), {"a": 2}], (wye.tensor([1.0 + 1e-7]), {"a": 2})),
        (wye.tensor(3), 3),
        (wye.tensor([1, 2]), [1, 2]),
        (wye.tensor([1.0], device="meta"), wye.tensor([2.0], device="meta")),
        ({1, 2}, {2, 1}),
        (np.array([1.0, 2.0]), [1.0, 2.0]),
        (wye.tensor([1.0]), np.array([1.0])),
    ],
)
def test_equal_up_to_rounding(one, other):
    assert_same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 2),
        (1.0, 1.1),
        ([1], [1, 2]),
        ({"a": 1}, {"b": 1}),
        (wye.tensor([1.0]), wye.tensor([1.5])),
        (wye.tensor([1.0]), wye.tensor([[1.0]])),
        (wye.tensor([1.0]), wye.tensor([1])),
        (wye.tensor([1.0]), wye.tensor([1.0], device="meta")),
        (wye.tensor([1.0]), None),
        (wye.tensor([1]), "1"),
        (None, 0),
        (np.array([1.0]), np.array([2.0])),
    ],
)
def test_not_equal(one, other):
    with pytest.raises(AssertionError):
        assert_same(one, other)


def test_dtypes_and_tolerances_can_be_given():
    assert_same(wye.tensor([1.0]), wye.tensor([1]), exact_dtype=False)
    assert_same(wye.tensor([1.0]), wye.tensor([1.4]), atol=0.5, rtol=0)


class Plain(TestCase):
    def runTest(self):  # noqa: N802 - unittest's name
        pass


def test_failures_say_what_the_test_says():
    case = Plain()
    equal, differ = case.assertEqual, case.assertNotEqual
    with pytest.raises(AssertionError, match="1 != 2 : because"):
        equal(1, 2, "because")
    with pytest.raises(AssertionError, match="<1 != 2>"):
        equal(1, 2, msg=lambda words: f"<{words}>")
    differ(1, 2)
    with pytest.raises(AssertionError):
        differ(1, 1)
    case.assertExpectedRaisesInline(ValueError, int, "invalid literal for int() with base 10: 'x'", "x")


def test_the_first_sample_or_a_skip():
    assert first_sample(Plain(), iter([3, 4])) == 3
    with pytest.raises(unittest.SkipTest):
        first_sample(Plain(), [])


def test_one_class_becomes_one_for_each_device():
    seen = []

    class TestIt(TestCase):
        helper = 3

        def test_device(self, device):
            seen.append((device, self.device_type, self.helper))

        @parametrize("n", [1, 2])
        @dtypes(wye.float32, wye.int64)
        def test_dtype(self, device, dtype, n):
            seen.append((device, dtype, n))

        @only_on("cuda")
        def test_elsewhere(self, device):
            seen.append("elsewhere")

        def test_alone(self):
            seen.append("alone")

    scope = {"TestIt": TestIt}
    instantiate_device_type_tests(TestIt, scope)
    assert list(scope) == ["TestItCPU"]
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(scope["TestItCPU"])
    names = sorted(test.id().rpartition(".")[2] for test in suite)
    assert names == [
        "test_alone",
        "test_device_cpu",
        "test_dtype_n_1_cpu_float32",
        "test_dtype_n_1_cpu_int64",
        "test_dtype_n_2_cpu_float32",
        "test_dtype_n_2_cpu_int64",
        "test_elsewhere_cpu",
    ]
    result = suite.run(unittest.TestResult())
    assert result.wasSuccessful()
    assert (len(result.skipped), len(seen)) == (1, 6)
    assert ("cpu", "cpu", 3) in seen
    instantiate_device_type_tests(TestIt, empty := {}, except_for="cpu")
    instantiate_device_type_tests(TestIt, empty, only_for=("cuda",))
    assert empty == {}
