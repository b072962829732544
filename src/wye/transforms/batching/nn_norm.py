"""Normalization."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.transforms.rules.moving import aten, front, padded, spread

__all__ = ["BATCHING"]

BATCHING = Rules()


@BATCHING("native_layer_norm")
def _layer_norm(info: Any, in_dims: Any, input: Any, shape: Any, weight: Any, bias: Any, eps: float) -> Any:
    x = spread(input, in_dims[0], info.batch_size)
    if in_dims[2] is None and in_dims[3] is None:
        return info.op(x, shape, weight, bias, eps), 0
    made, mean, rstd = info.op(x, shape, None, None, eps)
    rank = x.ndim - 1
    if weight is not None:
        made = aten.mul.Tensor(made, _aligned(weight, in_dims[2], rank))
    if bias is not None:
        made = aten.add.Tensor(made, _aligned(bias, in_dims[3], rank))
    return (made, mean, rstd), 0


def _aligned(x: Any, dim: int | None, rank: int) -> Any:
    return x if dim is None else padded(front(x, dim), rank)


@BATCHING("native_group_norm")
def _group_norm(
    info: Any, in_dims: Any, input: Any, weight: Any, bias: Any, n: int, c: int, hxw: int, group: int, eps: float
) -> Any:
    size = info.batch_size
    x = spread(input, in_dims[0], size)
    shared = in_dims[1] is None and in_dims[2] is None
    flat = x.reshape([size * n, *x.shape[2:]])
    made, mean, rstd = info.op(flat, weight if shared else None, bias if shared else None, size * n, c, hxw, group, eps)
    made = made.reshape(x.shape)
    if not shared:
        channels = [1, c, *[1] * (x.ndim - 3)]
        if weight is not None:
            made = aten.mul.Tensor(made, _per_channel(weight, in_dims[1], channels))
        if bias is not None:
            made = aten.add.Tensor(made, _per_channel(bias, in_dims[2], channels))
    return (made, mean.reshape([size, n, *mean.shape[1:]]), rstd.reshape([size, n, *rstd.shape[1:]])), 0


def _per_channel(x: Any, dim: int | None, channels: list[int]) -> Any:
    return x.view(channels) if dim is None else front(x, dim).reshape([x.size(dim), *channels])
