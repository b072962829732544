"""Tensors to test with, comparing, and classes for each device."""

import unittest

import numpy as np
import pytest

import wye
from wye.library import Library
from wye.testing import TestCase, first_sample, instantiate_device_type_tests, parametrize
from wye.testing.comparing import assert_same
from wye.testing.devices import (
    count_at_least,
    dtypes,
    dtypes_on,
    large,
    only_on,
    precision,
    skip_on,
    tol,
    tolerance,
)
from wye.testing.logging_tensor import (
    LoggingTensor,
    LoggingTensorMode,
    LoggingTensorReentrant,
    capture_logs,
    capture_logs_with_logging_tensor_mode,
    log_input,
    short_name,
)
from wye.testing.make_tensor import mask_not_all_zeros
from wye.testing.op_info import SampleInput


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
    with pytest.raises(AssertionError, match="1 != 2\nbecause"):
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
        "test_alone_cpu",
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


def results_of(cls):
    scope = {}
    instantiate_device_type_tests(cls, scope)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(scope[f"{cls.__name__}CPU"])
    names = sorted(test.id().rpartition(".")[2] for test in suite)
    return names, suite.run(unittest.TestResult())


def test_dtypes_of_a_device_and_pairs_of_dtypes():
    class TestIt(TestCase):
        @dtypes_on("cuda")(wye.float16)
        @dtypes_on("cpu")(wye.float64)
        @dtypes(wye.float32, wye.int64)
        def test_own(self, device, dtype):
            assert dtype is wye.float64

        @dtypes((wye.float32, wye.bool), [wye.int8, wye.bool])
        def test_pairs(self, device, dtypes):
            assert dtypes[1] is wye.bool

    names, result = results_of(TestIt)
    assert names == ["test_own_cpu_float64", "test_pairs_cpu_float32_bool", "test_pairs_cpu_int8_bool"]
    assert result.wasSuccessful()


def test_tolerances_of_a_test():
    class TestIt(TestCase):
        @precision({wye.float32: 0.1})
        @dtypes(wye.float32, wye.float64)
        def test_near(self, device, dtype):
            self.assertEqual(wye.ones(1, dtype=dtype), wye.ones(1, dtype=dtype) + 0.05)  # noqa: PT009

        @tolerance({wye.float32: tol(atol=0, rtol=0.1)})
        @dtypes(wye.float32)
        def test_relative(self, device, dtype):
            self.assertEqual(wye.full((1,), 10.0), wye.full((1,), 10.5))  # noqa: PT009
            assert self.rel_tol == 0.1

    names, result = results_of(TestIt)
    assert len(names) == 3
    assert [test.id().rpartition("_")[2] for test, _ in result.failures + result.errors] == ["float64"]


def test_classes_for_devices_keep_their_methods():
    class TestIt(TestCase):
        def setUp(self):
            super().setUp()
            self.is_set = True

        def test_set(self, device):
            assert self.is_set
            assert (self.get_primary_device(), self.get_all_devices()) == (device, [device])

        @skip_on("cpu", True, "why")
        def test_skipped(self, device):
            raise AssertionError

        @count_at_least(1)
        def test_devices(self, devices):
            assert devices == ["cpu"]

        @count_at_least(2)
        def test_more_devices(self, devices):
            raise AssertionError

        @large("1000000GB")
        def test_much(self, device):
            raise AssertionError

        @large(1)
        def test_little(self, device):
            pass

    names, result = results_of(TestIt)
    assert len(names) == 6
    assert result.wasSuccessful()
    assert sorted(test.id().rpartition(".")[2] for test, _ in result.skipped) == [
        "test_more_devices_cpu", "test_much_cpu", "test_skipped_cpu",
    ]  # fmt: skip


def test_strides_can_be_compared():
    assert_same(wye.ones(2, 2), wye.ones(2, 2).t())
    with pytest.raises(AssertionError, match="strides"):
        assert_same(wye.ones(2, 2), wye.ones(2, 2).t(), exact_stride=True)


def test_functions_are_compared_with_those_of_arrays():
    case = Plain()
    case.compare_with_numpy(wye.sin, np.sin, wye.ones(3))
    case.compare_with_numpy(wye.sin, np.sin, [1.0], device="cpu", dtype=wye.float64)
    with pytest.raises(AssertionError):
        case.compare_with_numpy(wye.sin, np.cos, wye.ones(3))
    case.compare_with_reference(wye.sum, np.sum, SampleInput(wye.ones(3), 0))
    case.assertEqualBroadcasting(wye.ones(3), 1)
    case.assertEqualTypeString(wye.ones(3), wye.zeros(1))
    case.assertObjectIn(case, [case])
    with pytest.raises(AssertionError):
        case.assertObjectIn([], [[]])


def test_tests_of_all_devices_also_get_the_dtypes_they_are_marked_with():
    seen = []

    class Case(TestCase):
        @count_at_least(1)
        @dtypes(wye.float32, wye.float64)
        def test(self, devices, dtype):
            seen.append((devices, dtype))

    classes = {}
    instantiate_device_type_tests(Case, classes, only_for="cpu")
    (made,) = classes.values()
    unittest.defaultTestLoader.loadTestsFromTestCase(made).debug()
    assert seen == [(["cpu"], wye.float32), (["cpu"], wye.float64)]


def test_a_mask_has_at_least_one_true_element():
    assert all(mask_not_all_zeros((2, 1)).any() for _ in range(20))
    with pytest.raises(AssertionError, match="without elements"):
        mask_not_all_zeros((0, 2))


def test_every_test_of_a_device_class_ends_in_the_device():
    class Some(TestCase):
        def test_without(self):
            pass

        def test_with(self, device):
            pass

    scope = {}
    instantiate_device_type_tests(Some, scope)
    assert {name for name in dir(scope["SomeCPU"]) if name.startswith("test")} == {"test_without_cpu", "test_with_cpu"}
