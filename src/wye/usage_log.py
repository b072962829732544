"""Which parts of a library a program uses: libraries name theirs, the logger ``wye.usage`` says each once.

Cold path: called when objects are made.
"""

from __future__ import annotations

import logging
from functools import cache

__all__ = ["log_once"]

_log = logging.getLogger("wye.usage")


@cache
def log_once(event: str) -> None:
    """Log the name of what is used, at level ``DEBUG``, the first time.

    >>> log_once("mylib.Metric")
    """
    if not isinstance(event, str):
        raise TypeError(f"an event is named by a text, got {type(event).__name__}")
    _log.debug(event)
