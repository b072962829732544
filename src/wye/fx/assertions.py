"""Assertions that stay in graphs."""

from __future__ import annotations

from typing import Any

from wye.fx.node import has_side_effect

__all__ = ["_assert"]


@has_side_effect
def _assert(condition: Any, message: str) -> None:
    """``assert condition, message`` as a function, which graphs keep.

    Raises:
        AssertionError: it is not true.
    """
    if not condition:
        raise AssertionError(message)
