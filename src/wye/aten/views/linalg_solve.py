"""The inverse of the view of matrices' diagonals.  See Note [The table of views]."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.call.packets import ops

__all__ = ["VIEWS"]

VIEWS = Rules()
aten: Any = ops.aten


@VIEWS("linalg_diagonal")
def _diagonal(A: Any, changed: Any, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any:  # noqa: N803
    return aten.diagonal_scatter.default(A, changed, offset, dim1, dim2)
