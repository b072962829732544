"""Checks of operators: does one do what its schema, its fake kernel and its autograd kernel say?

arguments (copies of sample inputs) -> schema, registration, fake, aot (one check each) -> run (`opcheck`: some of them
on one call) -> report (`opcheck_all`: all operators of a namespace; samples) -> failures, generate (tests made of other
tests).
"""

from __future__ import annotations

from wye.testing.operator_checks.run import ALL_TEST_UTILS, DEFAULT_TEST_UTILS, opcheck

__all__ = ["ALL_TEST_UTILS", "DEFAULT_TEST_UTILS", "opcheck"]
