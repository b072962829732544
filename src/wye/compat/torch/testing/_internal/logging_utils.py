"""`torch.testing._internal.logging_utils`: tests of what is logged.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.testing.log_records import LoggingTestCase
from wye.testing.log_records import logging_test as make_logging_test

__all__ = ["LoggingTestCase", "make_logging_test"]

__getattr__ = names_of(__name__)
