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


@IMPLICIT("special_ndtr")
def special_ndtr(self: Any) -> Any:
    """The probability that a normal variable is less."""
    scaled = ops.aten.erf.default(ops.aten.mul.Scalar(self, 0.7071067811865476))
    return ops.aten.mul.Scalar(ops.aten.add.Scalar(scaled, 1), 0.5)
