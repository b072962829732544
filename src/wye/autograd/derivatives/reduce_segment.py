"""Derivatives: reductions of consecutive pieces of a dimension."""

from __future__ import annotations

from typing import Any

from wye.autograd.rules import NO_FORMULA, Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]


def _reduced(
    grad: Any, data: Any, reduce: str, lengths: Any, offsets: Any, axis: int, initial: Any, result: Any
) -> Any:
    return ops.aten._segment_reduce_backward.default(
        grad, result, data, reduce, lengths=lengths, offsets=offsets, axis=axis, initial=initial
    )


DERIVATIVES: dict[str, Derivative] = {
    "segment_reduce": derivative(data=_reduced),
    "_segment_reduce_backward": NO_FORMULA,
}
