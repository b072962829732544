"""Tests that look at what a program logs.

Cold path.  A test that is made by `logging_test` gets the records that the loggers of the named parts emitted.
"""

from __future__ import annotations

import contextlib
import functools
import logging
from typing import TYPE_CHECKING, Any

from wye.testing.cases import TestCase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["LoggingTestCase", "logging_test"]


class _Kept(logging.Handler):
    """Appends every record to a list."""

    def __init__(self, records: list[logging.LogRecord]) -> None:
        super().__init__()
        self._records = records

    def emit(self, record: logging.LogRecord) -> None:
        self._records.append(record)


@contextlib.contextmanager
def _records_of(package: str, levels: dict[str, Any]) -> Iterator[list[logging.LogRecord]]:
    """The records that loggers below a package emit while the block runs.  True as a level is `logging.DEBUG`."""
    records: list[logging.LogRecord] = []
    handler = _Kept(records)
    loggers = {logging.getLogger(f"{package}.{name}"): level for name, level in levels.items()}
    before = {logger: logger.level for logger in loggers}
    for logger, level in loggers.items():
        logger.setLevel(logging.DEBUG if level is True else level)
        logger.addHandler(handler)
    try:
        yield records
    finally:
        for logger, level in before.items():
            logger.removeHandler(handler)
            logger.setLevel(level)


def logging_test(**levels: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A decorator of a test: it is called with the list of records of ``torch``'s loggers, which grows while it runs.

    Args:
        levels: Name of a logger below ``torch`` -> its level for the test.
    """

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def run(self: Any, *args: Any, **kwargs: Any) -> None:
            with _records_of("torch", levels) as records:
                test(self, records, *args, **kwargs)

        del run.__wrapped__  # runners read the parameters: the records are none of them
        return run

    return decorate


class LoggingTestCase(TestCase):
    """A `TestCase` with questions about records."""

    def getRecord(self, records: list[logging.LogRecord], text: str) -> logging.LogRecord:  # noqa: N802
        """The one record whose message contains a text; fails if there is none, or more."""
        found = [record for record in records if text in record.getMessage()]
        self.assertEqual(len(found), 1, f"records with {text!r}")  # noqa: PT009 - this is a TestCase
        return found[0]
