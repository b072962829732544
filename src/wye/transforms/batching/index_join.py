"""Joining, repeating, flipping."""

from __future__ import annotations

from math import prod
from typing import Any

from wye.aten.declare import Rules
from wye.transforms.rules.along import along, dims_behind_batch
from wye.transforms.rules.each import each
from wye.transforms.rules.moving import front, logical_rank, padded, spread, wrap

__all__ = ["BATCHING"]

BATCHING = Rules()
BATCHING["flip"] = along
BATCHING["block_diag"] = each


@BATCHING("roll")
def _roll(info: Any, in_dims: Any, self: Any, shifts: Any, dims: Any) -> Any:
    if dims:
        return along(info, in_dims, self, shifts, dims)
    x = front(self, in_dims[0])
    return info.op(x.reshape([x.size(0), prod(x.shape[1:])]), shifts, [1]).reshape(x.shape), 0


@BATCHING("repeat")
def _repeat(info: Any, in_dims: Any, self: Any, repeats: Any) -> Any:
    x = front(self, in_dims[0])
    if len(repeats) < x.ndim - 1:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    return info.op(padded(x, len(repeats)), [1, *repeats]), 0


def _is_legacy_empty(x: Any, dim: int | None) -> bool:
    return logical_rank(x, dim) == 1 and x.numel() == 0 and x.size(1 if dim == 0 else 0) == 0


@BATCHING("cat")
def _cat(info: Any, in_dims: Any, tensors: Any, dim: int) -> Any:
    pairs = list(zip(tensors, in_dims[0], strict=True))
    used = [pair for pair in pairs if not _is_legacy_empty(*pair)] or pairs  # as PyTorch: such count for nothing
    rank = logical_rank(*used[0])
    joined = [spread(x, d, info.batch_size) for x, d in used]
    if len(used) < len(pairs):  # the others add no elements, and yet the result has their history
        joined += [x.reshape([0]) for x, d in pairs if x.requires_grad and _is_legacy_empty(x, d)]
    return info.op(joined, dims_behind_batch(dim, rank)), 0


@BATCHING("stack", "_stack")
def _stack(info: Any, in_dims: Any, tensors: Any, dim: int) -> Any:
    pairs = list(zip(tensors, in_dims[0], strict=True))
    place = wrap(dim, logical_rank(*pairs[0]) + 1)
    return info.op([spread(x, d, info.batch_size) for x, d in pairs], place + 1), 0
