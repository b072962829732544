"""One number for every dimension, or one for all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["repeated"]


def repeated(value: Any, n: int) -> tuple[Any, ...]:
    """``value`` for each of ``n`` dimensions; what has several values already stays as it is.

    >>> repeated(3, 2), repeated([1, 2], 2)
    ((3, 3), (1, 2))
    """
    return tuple(value) if isinstance(value, Iterable) else (value,) * n
