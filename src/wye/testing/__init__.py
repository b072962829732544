"""Layer 13: testing. May import everything below; only compat imports it.

comparing (equal values), closeness (`assert_close`) -> cases (unittest classes that know tensors, parametrized tests)
-> devices (one class for each device); logging_tensor, two_tensor (tensor subclasses to test with).
"""

from __future__ import annotations

from wye.testing.cases import TestCase, first_sample, instantiate_parametrized_tests, parametrize, run_tests, subtest
from wye.testing.closeness import assert_close
from wye.testing.devices import instantiate_device_type_tests
from wye.testing.operator_checks import opcheck
from wye.testing.schema_check import SchemaCheckMode

__all__ = [
    "SchemaCheckMode",
    "TestCase",
    "assert_close",
    "first_sample",
    "instantiate_device_type_tests",
    "instantiate_parametrized_tests",
    "opcheck",
    "parametrize",
    "run_tests",
    "subtest",
]
