"""Gathering and scattering along a dimension."""

from __future__ import annotations

from typing import Any

from wye._engine import engine
from wye.aten.declare import Rules
from wye.transforms.batched import batched_at
from wye.transforms.batched_calls import refuse_unbatched_self, taking_calls
from wye.transforms.interpreters import lowered
from wye.transforms.rules.along import dims_behind_batch
from wye.transforms.rules.each import each
from wye.transforms.rules.moving import aten, logical_rank, spread

__all__ = ["BATCHING"]

BATCHING = Rules()


@BATCHING("gather", "scatter.value", "scatter.src", "scatter.reduce", "scatter.value_reduce", "scatter_add",
          "scatter_reduce.two")  # fmt: skip
def _scatter(info: Any, in_dims: Any, self: Any, dim: int, *rest: Any, **kwargs: Any) -> Any:
    rank = logical_rank(self, in_dims[0])
    args: list[Any] = [self, dims_behind_batch(dim, rank), *rest]
    for place, value in enumerate(args):
        if isinstance(value, engine.TensorBase):
            x = spread(value, in_dims[place], info.batch_size)
            args[place] = x.unsqueeze(1) if x.ndim == 1 else x
    made = info.op(*args, **kwargs)
    is_scalar = (logical_rank(rest[0], in_dims[2]) if info.op is aten.gather.default else rank) == 0
    return (made.squeeze(1) if is_scalar else made), 0


@BATCHING("index_add", "index_copy", "index_reduce", "index_fill.int_Scalar", "index_fill.int_Tensor")
def _at_index(info: Any, in_dims: Any, self: Any, dim: int, index: Any, *rest: Any, **kwargs: Any) -> Any:
    rank = logical_rank(self, in_dims[0])
    is_fill = info.op.name().startswith("aten::index_fill")
    if in_dims[2] is not None or not rank or (is_fill and in_dims[3] is not None):
        return each(info, in_dims, self, dim, index, *rest, **kwargs)
    args: list[Any] = [spread(self, in_dims[0], info.batch_size), dims_behind_batch(dim, rank), index, *rest]
    if not is_fill:
        source = spread(rest[0], in_dims[3], info.batch_size)
        args[3] = source.unsqueeze(1) if source.ndim == 1 else source
    return info.op(*args, **kwargs), 0


@BATCHING("index_add_")
@taking_calls
def _index_add_(interpreter: Any, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    level = interpreter._level
    if all(batched_at(value, level) is None for value in args):
        return lowered(op, *args, **kwargs)
    refuse_unbatched_self("index_add_", args[0], level, "in a vmap")
    aten.copy_.default(args[0], aten.index_add.default(*args, **kwargs))
    return args[0]
