"""Numbers that depend on data: what a check says of them is taken as given."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.schema.symbolic import constrain

__all__ = ["UNBACKED"]

UNBACKED = Rules()


@UNBACKED("sym_constrain_range")
def sym_constrain_range(mode: Any, func: Any, size: Any, *, min: Any = None, max: Any = None) -> None:
    """An integer lies between two numbers."""
    constrain(size, min, max, is_size=False)


@UNBACKED("sym_constrain_range_for_size")
def sym_constrain_range_for_size(mode: Any, func: Any, size: Any, *, min: Any = None, max: Any = None) -> None:
    """An integer is a size between two numbers."""
    constrain(size, 0 if min is None else min, max, is_size=True)
