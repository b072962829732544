"""Checks of operators: does one do what its schema, its fake kernel and its autograd kernel say?

arguments (copies of sample inputs) -> schema, registration, fake, aot (one check each) -> run (`opcheck`: some of them
on one call) -> report (`opcheck_all`: all operators of a namespace; samples) -> failures, generate (tests made of other
tests).
"""

from __future__ import annotations

from wye.testing.operator_checks.report import OpCheckReport, opcheck_all
from wye.testing.operator_checks.run import ALL_TEST_UTILS, DEFAULT_TEST_UTILS, opcheck
from wye.testing.operator_checks.samples import opcheck_samples

__all__ = ["ALL_TEST_UTILS", "DEFAULT_TEST_UTILS", "OpCheckReport", "opcheck", "opcheck_all", "opcheck_samples"]
