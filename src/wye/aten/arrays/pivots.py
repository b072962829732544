"""Exchanged rows: what the pivots of LU factors do to the rows of a matrix."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

__all__ = ["row_order"]

_FEW: Final = 256  # pivots for which a loop over Python's numbers is quicker


def row_order(pivots: Any, rows: int) -> Any:
    """For each matrix of a batch [b, k] of pivots, counted from 0: which row of the matrix each row of ``L U`` is."""
    if pivots.size <= _FEW:
        return np.array([_exchanged(one, rows) for one in pivots.tolist()], np.int64).reshape(len(pivots), rows)
    order = np.tile(np.arange(rows), (pivots.shape[0], 1))
    which = np.arange(pivots.shape[0])
    for at in range(pivots.shape[1]):
        other = pivots[:, at]
        order[which, at], order[which, other] = order[which, other], order[which, at].copy()
    return order


def _exchanged(pivots: list[int], rows: int) -> list[int]:
    order = list(range(rows))
    for at, other in enumerate(pivots):
        order[at], order[other] = order[other], order[at]
    return order
