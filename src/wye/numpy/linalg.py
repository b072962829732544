"""`numpy.linalg` over the table."""

from __future__ import annotations

from typing import Any

import numpy.linalg as theirs

from wye.numpy.namespace import named


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = named(name, theirs)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *theirs.__all__})
