"""One number for every dimension, or one for all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

__all__ = ["parser", "repeated", "reverse_repeat"]


def repeated(value: Any, n: int) -> tuple[Any, ...]:
    """``value`` for each of ``n`` dimensions; what has several values already stays as it is.

    >>> repeated(3, 2), repeated([1, 2], 2)
    ((3, 3), (1, 2))
    """
    return tuple(value) if isinstance(value, Iterable) else (value,) * n


def parser(n: int, name: str = "parse") -> Callable[[Any], tuple[Any, ...]]:
    """`repeated` for so many dimensions.

    >>> parser(2)(3)
    (3, 3)
    """

    def parse(x: Any) -> tuple[Any, ...]:
        return repeated(x, n)

    parse.__name__ = name
    return parse


def reverse_repeat(t: Any, n: int) -> tuple[Any, ...]:
    """The items in reverse, each of them ``n`` times."""
    return tuple(x for x in reversed(t) for _ in range(n))
