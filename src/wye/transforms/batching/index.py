"""Indexing with tensors, embeddings."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.transforms.batched import batched_at
from wye.transforms.batched_calls import refuse_unbatched_self, taking_calls
from wye.transforms.interpreters import lowered
from wye.transforms.rules.along import along
from wye.transforms.rules.each import each
from wye.transforms.rules.indices import Indices, place_of
from wye.transforms.rules.leading import folded
from wye.transforms.rules.moving import aten, front, logical_rank, spread

__all__ = ["BATCHING"]

BATCHING = Rules()
for _name in ("put", "masked_scatter", "nonzero_static"):
    BATCHING[_name] = each


@BATCHING("index.Tensor", "_unsafe_index.Tensor")
def _index(info: Any, in_dims: Any, self: Any, indices: Any) -> Any:
    dims = in_dims[1] or [None] * len(indices)
    if all(dim is None for dim in dims):
        ranks = [index.ndim for index in indices if index is not None]
        masks = any(index is not None and str(index.dtype).rpartition(".")[2] in ("bool", "uint8") for index in indices)
        if not masks:
            adjacent = place_of(indices) is not None
            made = info.op(front(self, in_dims[0]), [None, *indices])
            return made, 0 if adjacent else max(ranks, default=0)
    how = Indices(info.batch_size, self, in_dims[0], indices, dims)
    return how.placed(info.op(how.x, how.indices)), 0


@BATCHING("index_put", "_unsafe_index_put")
def _index_put(info: Any, in_dims: Any, self: Any, indices: Any, values: Any, accumulate: bool) -> Any:
    dims = in_dims[1] or [None] * len(indices)
    how = Indices(info.batch_size, self, in_dims[0], indices, dims)
    made = aten.index_put.default(how.x, how.indices, how.values(values, in_dims[2]), accumulate)
    return how.restored(made), 0


@BATCHING("_index_put_impl")
def _index_put_impl(info: Any, in_dims: Any, self: Any, indices: Any, values: Any, accumulate: bool, _: bool) -> Any:
    return _index_put(info, in_dims, self, indices, values, accumulate)


@BATCHING("index_put_", "_index_put_impl_")
@taking_calls
def _index_put_(interpreter: Any, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    level = interpreter._level
    values = [*args[1], *args[2:], *kwargs.values()]
    if all(batched_at(value, level) is None for value in (args[0], *values)):
        return lowered(op, *args, **kwargs)
    refuse_unbatched_self("index_put_", args[0], level, "in a vmap")
    aten.copy_.default(args[0], aten.index_put.default(*args[:4], **kwargs))
    return args[0]


@BATCHING("index_select")
def _index_select(info: Any, in_dims: Any, self: Any, dim: int, index: Any) -> Any:
    if in_dims[2] is None:
        return along(info, in_dims, self, dim, index)
    rank = logical_rank(self, in_dims[0])
    x, where = spread(self, in_dims[0], info.batch_size), front(index, in_dims[2])
    x = x if rank else x.unsqueeze(1)
    where = where if where.ndim > 1 else where.unsqueeze(1)
    place = (dim % rank if rank else 0) + 1
    x = x.movedim(place, 1)
    made = aten.index.Tensor(x, [aten.arange.default(x.size(0)).unsqueeze(1), where]).movedim(1, place)
    return (made if rank else made.squeeze(1)), 0


@BATCHING("masked_select")
@taking_calls
def _masked_select(interpreter: Any, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    level = interpreter._level
    if batched_at(args[1], level) is not None:
        raise RuntimeError(
            "vmap: Attempted to vmap over `mask` in torch.masked_select(self, mask) We cannot support this because for "
            "each batch this would return a differently shaped Tensor. Please file an issue at "
            "https://github.com/pytorch/pytorch/issues if you need this feature."
        )
    if batched_at(args[0], level) is None:
        return lowered(op, *args, **kwargs)
    both = aten.broadcast_tensors.default([args[0], args[1]])
    return aten.index.Tensor(both[0].flatten(), [both[1].flatten()])


@BATCHING("take")
def _take(info: Any, in_dims: Any, self: Any, index: Any) -> Any:
    if in_dims[0] is None:
        return info.op(self, index), in_dims[1]
    x, where = front(self, in_dims[0]), spread(index, in_dims[1], info.batch_size)
    n = x[0].numel() if x.size(0) else 0
    flat = where.reshape([where.size(0), -1]) if where.numel() else where.reshape([where.size(0), 0])
    flat = aten.where.self(flat < 0, flat + n, flat)
    return aten.gather.default(x.reshape([x.size(0), n]), 1, flat).reshape(where.shape), 0


@BATCHING("embedding")
def _embedding(info: Any, in_dims: Any, weight: Any, indices: Any, *args: Any) -> Any:
    if in_dims[0] is None:
        return info.op(weight, indices, *args), in_dims[1]
    rows, where = front(weight, in_dims[0]), spread(indices, in_dims[1], info.batch_size)
    padding_idx, *rest = args
    found = info.op(folded(rows), _in_one_table(where, rows.size(1)), -1, *rest)
    if padding_idx < 0:
        return found, 0
    is_padding = aten.eq.Scalar(where, padding_idx).unsqueeze(-1)
    return aten.where.self(is_padding, found.detach(), found), 0  # rows of the padding have no gradient


def _in_one_table(indices: Any, rows: int) -> Any:
    """Indices of a table with the rows of all examples, one example after the other."""
    numbers = aten.arange.default(indices.size(0)).view([-1, *[1] * (indices.ndim - 1)])
    return aten.add.Tensor(indices, aten.mul.Scalar(numbers, rows))


@BATCHING("embedding_dense_backward")
def _embedding_backward(
    info: Any, in_dims: Any, grad: Any, indices: Any, num_weights: int, padding_idx: int, by_frequency: bool
) -> Any:
    size = info.batch_size
    grads, where = (spread(x, dim, size) for x, dim in zip((grad, indices), in_dims, strict=False))
    if padding_idx >= 0:
        grads = aten.masked_fill.Scalar(grads, aten.eq.Scalar(where, padding_idx).unsqueeze(-1), 0)
    made = info.op(grads, _in_one_table(where, num_weights), size * num_weights, -1, by_frequency)
    return made.reshape([size, num_weights, made.size(1)]), 0
