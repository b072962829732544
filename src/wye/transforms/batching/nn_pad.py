"""Padding."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.transforms.rules.leading import images
from wye.transforms.rules.moving import front, logical_rank

__all__ = ["BATCHING"]

BATCHING = Rules()
for _n in (1, 2, 3):
    BATCHING[f"reflection_pad{_n}d"] = BATCHING[f"replication_pad{_n}d"] = images(_n)


@BATCHING("constant_pad_nd")
def _constant_pad_nd(info: Any, in_dims: Any, self: Any, pad: Any, value: Any) -> Any:
    if len(pad) > 2 * logical_rank(self, in_dims[0]):
        raise RuntimeError(
            f"Length of pad should be no more than twice the number of dimensions of the input. Pad length is "
            f"{len(pad)} while the input has {logical_rank(self, in_dims[0])} dimensions."
        )
    return info.op(front(self, in_dims[0]), pad, value), 0
