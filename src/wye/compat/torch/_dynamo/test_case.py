"""`torch._dynamo.test_case`: the class of tests of the compiler is that of all tests.  Aliases only."""

from __future__ import annotations

from wye.testing import TestCase, run_tests

__all__ = ["TestCase", "run_tests"]
