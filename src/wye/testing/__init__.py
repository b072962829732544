"""Layer 13: testing. May import everything below; only compat imports it.

cases: a TestCase that knows tensors, and parametrized tests for unittest classes.
"""

from __future__ import annotations

from wye.testing.cases import TestCase, assert_close, instantiate_parametrized_tests, parametrize, run_tests, subtest

__all__ = ["TestCase", "assert_close", "instantiate_parametrized_tests", "parametrize", "run_tests", "subtest"]
