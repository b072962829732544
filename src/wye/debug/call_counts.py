"""Counts of calls, by name: which functions of a program ran how often."""

from __future__ import annotations

from collections import OrderedDict
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["count", "count_label", "counts"]

_P = ParamSpec("_P")
_R = TypeVar("_R")
counts: OrderedDict[str, int] = OrderedDict()  # in the order of first calls


def count_label(label: str) -> None:
    """Count one more of a label."""
    counts[label] = counts.get(label, 0) + 1


def count(fn: Callable[_P, _R]) -> Callable[_P, _R]:
    """A decorator that counts the calls of a function, by its qualified name.

    >>> @count
    ... def double(x):
    ...     return 2 * x
    >>> double(1), double(2), counts["double"]
    (2, 4, 2)
    """

    @wraps(fn)
    def counted(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        count_label(fn.__qualname__)
        return fn(*args, **kwargs)

    return counted
