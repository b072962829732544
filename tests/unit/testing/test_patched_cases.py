"""Test classes made of others, and tensors with given strides."""

import unittest

import wye
import wye.fake.config as config
from wye.testing.patched_cases import strided, with_settings


class Original(unittest.TestCase):
    __test__ = False
    helper = 3

    def test_setting(self):
        self.seen = config.cse

    def test_broken(self):
        raise RuntimeError

    test_broken.expected_to_fail = True


def test_tests_run_while_settings_have_other_values():
    made = with_settings(Original, "Other", "_changed", (config, "cse", False), xfail_prop="expected_to_fail")
    assert made.__name__ == "OtherOriginal"
    assert made.helper == 3
    assert not hasattr(made, "test_setting")
    case = made("test_setting_changed")
    case.test_setting_changed()
    assert case.seen is False
    assert config.cse is True
    result = made("test_broken_changed").run()
    assert result.wasSuccessful()
    assert result.expectedFailures


def test_random_tensors_have_the_strides_that_are_asked_for():
    made = strided((2, 3), (1, 4), extra_size=5)
    assert made.stride() == (1, 4)
    assert made.untyped_storage().nbytes() == (10 + 5) * 4
    assert strided((2,), (1,), wye.int64).dtype is wye.int64
