"""Gradients of losses."""

from __future__ import annotations

from math import prod
from typing import Any

from wye.aten.declare import Rules
from wye.transforms.rules.moving import logical_rank, padded, spread

__all__ = ["BATCHING"]

BATCHING = Rules()
_NONE, _MEAN = 0, 1


@BATCHING(
    "mse_loss_backward", "smooth_l1_loss_backward", "huber_loss_backward", "soft_margin_loss_backward",
    "binary_cross_entropy_backward",
)  # fmt: skip
def _loss(info: Any, in_dims: Any, *args: Any) -> Any:
    """The gradient of each element; a mean is over the elements of one example."""
    place = [argument.name for argument in info.op.schema.arguments].index("reduction")
    made = list(args)
    rank = max(logical_rank(x, d) for x, d in zip(args[:place], in_dims, strict=False) if x is not None)
    for i in range(place):
        if args[i] is not None:
            made[i] = padded(spread(args[i], in_dims[i], info.batch_size), rank)
    if args[place] == _MEAN:
        made[0] = made[0] / prod(made[1].shape[1:])
    made[place] = _NONE
    return info.op(*made), 0
