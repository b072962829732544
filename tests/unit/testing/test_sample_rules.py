"""Rules about single samples."""

import unittest

import pytest

import wye
from wye.testing.op_info import OpInfo, SampleInput
from wye.testing.sample_rules import SkipRule, XFailRule, sample_skips_and_xfails

OP = OpInfo(
    "sin",
    dtypes=(wye.float32,),
    sample_inputs_func=lambda *_: [SampleInput(wye.ones(n)) for n in (1, 2, 3)],
)


def of_size(n):
    return {
        "op_match_fn": lambda device, op: device == "cpu",
        "sample_match_fn": lambda _, sample: len(sample.input) == n,
    }


def run(rules, fails=()):
    seen = []

    class Case(unittest.TestCase):
        @sample_skips_and_xfails(rules)
        def test_all(self):
            for sample, subtest, expected in OP.sample_inputs("cpu", wye.float32, use_subtests=True):
                with subtest(self), expected(self):
                    seen.append(len(sample.input))
                    if len(sample.input) in fails:
                        raise ValueError("no such size")

    result = unittest.TestResult()
    Case("test_all").run(result)
    return seen, len(result.failures) + len(result.errors), len(result.skipped)


def test_a_sample_may_fail_or_be_skipped():
    rules = [XFailRule(error_type=ValueError, error_msg="no such", **of_size(2)), SkipRule(**of_size(3))]
    assert run(rules, fails=[2]) == ([1, 2], 0, 1)


def test_a_sample_that_should_fail_and_does_not_is_a_failure():
    assert run([XFailRule(**of_size(2))]) == ([1, 2, 3], 1, 0)


def test_rules_need_subtests():
    with pytest.raises(RuntimeError, match="use_subtests=True"):
        sample_skips_and_xfails([SkipRule(**of_size(1))])(lambda: OP.sample_inputs("cpu", wye.float32))()
    assert [len(sample.input) for sample in OP.sample_inputs("cpu", wye.float32)] == [1, 2, 3]


def test_a_rule_needs_to_say_for_which_operators():
    with pytest.raises(ValueError, match="op_match_fn"):
        XFailRule()
