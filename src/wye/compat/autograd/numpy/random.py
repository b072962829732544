"""`numpy.random`, as it is: no gradient passes a random number."""

from __future__ import annotations

from typing import Any

import numpy.random as _theirs

__all__ = sorted(_theirs.__all__)  # noqa: PLE0605 - NumPy's names are read off NumPy
globals().update({_name: getattr(_theirs, _name) for _name in __all__})


def __getattr__(name: str) -> Any:
    return getattr(_theirs, name)
