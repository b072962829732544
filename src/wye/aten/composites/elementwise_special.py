"""Composites: special functions written over others."""

from __future__ import annotations

from typing import Any

from wye.aten.composite_outputs import into
from wye.aten.declare import Rules
from wye.call.packets import ops

__all__ = ["IMPLICIT"]

IMPLICIT = Rules()


@IMPLICIT("special_round")
def special_round(self: Any, *, decimals: int = 0, out: Any = None) -> Any:
    """Round half to even."""
    return into(out, ops.aten.round.decimals, self, decimals=decimals)
