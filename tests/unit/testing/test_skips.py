"""Decorators that skip tests where something is missing."""

import unittest

import pytest

from wye.testing import instantiate_parametrized_tests, parametrize
from wye.testing.skips import decorate_if, decorator_named, skip_exceptions, skip_if, unchanged


def function():
    return 1


def test_a_decorator_leaves_tests_alone_with_or_without_brackets():
    assert unchanged(function) is function
    assert unchanged("reason")(function) is function
    assert unchanged(msg="reason")(function) is function
    assert unchanged(True, "reason")(function) is function
    assert decorator_named("skipIfRocmArch")(("gfx",))(function) is function
    assert decorator_named("expectedFailureMeta")(function) is function
    assert decorator_named("TEST_SOME_LIBRARY") is False
    with pytest.raises(AttributeError):
        decorator_named("no_such_name")


@pytest.mark.parametrize("use", [lambda d: d(function), lambda d: d("why")(function), lambda d: d(msg="why")(function)])
def test_a_condition_skips_in_every_form(use):
    with pytest.raises(unittest.SkipTest):
        use(skip_if(True, "reason"))()
    assert use(skip_if(False, "reason"))() == 1


def test_a_decorator_for_some_arguments():
    class Case(unittest.TestCase):
        @decorate_if(unittest.expectedFailure, lambda params: params["x"] == 1)
        @decorate_if(unittest.skip("why"), lambda params: params["x"] == 2)
        @parametrize("x", [0, 1, 2])
        def test_it(self, x):
            assert x == 0

    suite = unittest.defaultTestLoader.loadTestsFromTestCase(instantiate_parametrized_tests(Case))
    result = suite.run(unittest.TestResult())
    assert result.wasSuccessful()
    assert (len(result.expectedFailures), len(result.skipped)) == (1, 1)


def test_exceptions_become_skips():
    @skip_exceptions(NotImplementedError)
    def refuse():
        raise NotImplementedError("later")

    with pytest.raises(unittest.SkipTest, match="later"):
        refuse()
