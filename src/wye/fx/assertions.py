"""Assertions that stay in graphs."""

from __future__ import annotations

from typing import Any

from wye.fx.node import has_side_effect
from wye.overrides import handle_override, has_override
from wye.tensors import Tensor

__all__ = ["_assert"]


@has_side_effect
def _assert(condition: Any, message: str) -> None:
    """``assert condition, message`` as a function, which graphs keep; a proxy records it.

    Raises:
        AssertionError: it is not true.
    """
    if type(condition) is not Tensor and has_override((condition,)):
        handle_override(_assert, (condition,), condition, message)
    elif not condition:
        raise AssertionError(message)
