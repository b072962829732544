"""The TestCase that dispatcher tests are written against."""

import random
import unittest
import warnings
from typing import ClassVar

import numpy as np
import pytest

import wye
import wye.process_settings as settings
from wye.testing import TestCase, instantiate_parametrized_tests, parametrize, subtest
from wye.testing.cases import reparametrize
from wye.testing.devices import dtypes, instantiate_device_type_tests
from wye.testing.op_info import OpInfo, ops
from wye.warn_always import warn_once


class Plain(TestCase):
    def runTest(self):  # noqa: N802 - unittest's name
        pass


def test_tensors_are_equal_by_shape_dtype_and_value():
    equal = Plain().assertEqual
    equal(wye.tensor([1.0, 2.0]), wye.tensor([1.0, 2.0]))
    for other in (wye.tensor([1.0, 3.0]), wye.tensor([[1.0, 2.0]]), wye.tensor([1, 2])):
        with pytest.raises(AssertionError):
            equal(wye.tensor([1.0, 2.0]), other)
    with pytest.raises(AssertionError):
        equal(1, 2)


def test_an_expected_text_stands_in_the_test():
    Plain().assertExpectedInline("a\nb", "a\nb")
    with pytest.raises(AssertionError):
        Plain().assertExpectedInline("a\nb", "a\nc")


def test_a_parametrized_method_becomes_one_method_for_each_run():
    seen = []

    @instantiate_parametrized_tests
    class Many(TestCase):
        @parametrize("x", [1, 2])
        @parametrize("y, z", [("a", "b"), subtest(("c", "d"), name="named")])
        def test_it(self, x, y, z):
            seen.append((x, y, z))

    suite = unittest.defaultTestLoader.loadTestsFromTestCase(Many)
    names = sorted(test.id().rpartition(".")[2] for test in suite)
    assert names == ["test_it_x_1_named", "test_it_x_1_y_a_z_b", "test_it_x_2_named", "test_it_x_2_y_a_z_b"]
    assert suite.run(unittest.TestResult()).wasSuccessful()
    assert sorted(seen) == [(1, "a", "b"), (1, "c", "d"), (2, "a", "b"), (2, "c", "d")]


def test_a_truth_value_of_numpy_is_compared_whatever_the_dtype():
    Plain().compare_with_numpy(wye.all, np.all, wye.tensor([1, 2], dtype=wye.uint8))
    with pytest.raises(AssertionError):
        Plain().compare_with_numpy(wye.all, np.any, wye.tensor([0, 1], dtype=wye.uint8))


def test_a_warning_that_is_given_once_per_process_is_seen_each_time():
    for _ in range(2):
        with Plain().assertWarnsOnceRegex(UserWarning, "once"):
            warn_once("a topic of this test", "only once")


def test_a_call_is_checked_for_alerts_about_what_is_not_deterministic():
    def refused():
        words = "f does not have a deterministic implementation, but you set"
        if settings.is_deterministic_algorithms_warn_only_enabled():
            warnings.warn(words, UserWarning, stacklevel=1)
        elif settings.are_deterministic_algorithms_enabled():
            raise RuntimeError(words)

    Plain().check_nondeterministic_alert(refused, "f")
    Plain().check_nondeterministic_alert(lambda: None, "f", should_alert=False)
    with pytest.raises((AssertionError, RuntimeError)):
        Plain().check_nondeterministic_alert(refused, "f", should_alert=False)
    with pytest.raises(AssertionError):
        Plain().check_nondeterministic_alert(lambda: None, "f")


def test_values_of_runs_are_given_by_pytorchs_names():
    class Named(TestCase):
        seen: ClassVar[list[int]] = []

        @parametrize(arg_str="n", arg_values=[subtest(arg_values=3, name="three", decorators=None), 4])
        def test_it(self, n):
            self.seen.append(n)

    instantiate_parametrized_tests(Named)
    unittest.defaultTestLoader.loadTestsFromTestCase(Named).run(unittest.TestResult())
    assert sorted(Named.seen) == [3, 4]
    assert hasattr(Named, "test_it_three")


def test_words_of_a_test_stand_below_those_of_the_error():
    case = Plain()
    same = case.assertEqual
    with pytest.raises(AssertionError, match=r"!= 'b'\nmine"):
        same("a", "b", msg="mine")
    case.longMessage = False
    with pytest.raises(AssertionError, match=r"^mine$"):
        same("a", "b", msg="mine")


def test_decorators_of_one_run_are_not_those_of_the_others():
    class Case(TestCase):
        @parametrize("x", [1, subtest(2, decorators=[unittest.expectedFailure]), 3])
        @parametrize("", [])
        def test_two(self, x):
            assert x != 2

    instantiate_parametrized_tests(Case)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Case).run(result)
    assert (result.testsRun, len(result.expectedFailures), result.failures, result.unexpectedSuccesses) == (
        3,
        1,
        [],
        [],
    )


def test_runs_can_be_named_anew_and_left_out():
    def even(name, given):
        yield None if given["x"] % 2 else (f"{name}_even", {**given, "half": given["x"] // 2})

    seen = []

    @instantiate_parametrized_tests
    class Case(TestCase):
        @reparametrize(parametrize("x", range(4)), even)
        def test_it(self, x, half):
            seen.append((x, half))

    suite = unittest.defaultTestLoader.loadTestsFromTestCase(Case)
    assert sorted(test.id().rpartition(".")[2] for test in suite) == ["test_it_x_0_even", "test_it_x_2_even"]
    assert suite.run(unittest.TestResult()).wasSuccessful()
    assert sorted(seen) == [(0, 0), (2, 1)]


def test_arguments_have_values_from_one_decorator():
    class Twice(TestCase):
        @parametrize("x", range(3))
        @parametrize("x", range(5))
        def test_it(self, x): ...

    with pytest.raises(RuntimeError, match="multiple parametrization decorators"):
        instantiate_parametrized_tests(Twice)

    class Nothing(TestCase):
        @parametrize("x", iter(()))
        def test_it(self, x): ...

    with pytest.raises(ValueError, match="An empty arg_values was passed"):
        instantiate_parametrized_tests(Nothing)

    class Operators(TestCase):
        @ops([OpInfo("sin", op=wye.sin)])
        def test_it(self, op): ...

    with pytest.raises(RuntimeError, match="intended to be used in a device-specific context"):
        instantiate_parametrized_tests(Operators)

    class Dtypes(TestCase):
        @dtypes(wye.float32, wye.float64)
        @parametrize("dtype", [wye.int32])
        def test_it(self, dtype): ...

    with pytest.raises(RuntimeError, match="handled multiple times"):
        instantiate_device_type_tests(Dtypes, {})

    class Both(TestCase):
        @dtypes(wye.float32, wye.float64)
        @ops([OpInfo("sin", op=wye.sin, dtypes=(wye.float32,))])
        def test_it(self, op, dtype): ...

    with pytest.raises(RuntimeError, match="handled multiple times"):
        instantiate_device_type_tests(Both, {})


def test_each_test_draws_the_same_random_numbers_and_leaves_gradients_as_they_were():
    drawn = []

    class Drawing(TestCase):
        def test_one(self):
            drawn.append((wye.rand(()).item(), random.random(), np.random.rand()))
            wye.set_grad_enabled(False)

        test_two = test_one

    assert unittest.defaultTestLoader.loadTestsFromTestCase(Drawing).run(unittest.TestResult()).wasSuccessful()
    assert drawn[0] == drawn[1]
    assert wye.is_grad_enabled()


def test_a_program_runs_in_a_process_of_its_own():
    out, errors = TestCase.run_process_no_exception("import sys; print('a'); sys.stderr.write('b')")
    assert (out.strip(), errors) == (b"a", b"b")
    assert "7" in TestCase.runWithPytorchAPIUsageStderr("raise SystemExit('7')")
