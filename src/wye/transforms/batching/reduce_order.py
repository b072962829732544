"""Sorting, medians, searches."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.transforms.batched_calls import take_apart, taking_calls, wrap_results
from wye.transforms.interpreters import lowered
from wye.transforms.rules.along import along, over_all, reduction
from wye.transforms.rules.leading import parts
from wye.transforms.rules.moving import aten, front, logical_rank, spread

__all__ = ["BATCHING"]

BATCHING = Rules()
for _name in ("median.dim", "nanmedian.dim", "mode", "kthvalue"):
    BATCHING[_name] = reduction
for _name in ("sort", "sort.stable", "topk"):
    BATCHING[_name] = along
BATCHING["median"] = over_all(lambda x, dim: aten.median.dim(x, dim)[0])
BATCHING["nanmedian"] = over_all(lambda x, dim: aten.nanmedian.dim(x, dim)[0])


def _search(sequence: Any, values: Any, rank: int, **kwargs: Any) -> Any:
    """Search in the last dimension of a batch of sequences of ``rank`` dimensions each."""
    if rank > 1:
        return aten.searchsorted.Tensor(sequence, values, **kwargs)
    flat = values.reshape([values.size(0), -1] if values.numel() else [values.size(0), 0])
    return aten.searchsorted.Tensor(sequence, flat, **kwargs).reshape(values.shape)


@BATCHING("searchsorted.Tensor", "searchsorted.Scalar")
@taking_calls
def _searchsorted(interpreter: Any, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """``sorter`` is an argument by name, and may be batched, too."""
    level = interpreter._level
    plain, dims, found = take_apart((*args, kwargs.get("sorter")), level)
    if not found:
        return lowered(op, *args, **kwargs)
    more = {name: value for name, value in kwargs.items() if name != "sorter"}

    def run() -> Any:
        size, (sequence, values, sorter) = interpreter._batch_size, plain
        rank = logical_rank(sequence, dims[0])
        if sorter is not None:
            more["sorter"] = spread(sorter, dims[2], size)
        elif op is aten.searchsorted.Tensor and dims[0] is None and rank == 1:
            return op(sequence, values, **more), dims[1]
        where = spread(sequence, dims[0], size)
        if op is aten.searchsorted.Scalar:
            return _search_number(where, values, size, **more), 0
        return _search(where, spread(values, dims[1], size), rank, **more), 0

    results, where = lowered(run)
    return wrap_results(results, where, level)


def _search_number(sequence: Any, number: Any, size: int, **kwargs: Any) -> Any:
    value = aten.full.default([size, 1], number, device=sequence.device)
    value = value.to(sequence.dtype) if not isinstance(number, float) else value
    return aten.searchsorted.Tensor(sequence, value, **kwargs).squeeze(1)


@BATCHING("bucketize.Tensor")
def _bucketize(info: Any, in_dims: Any, self: Any, boundaries: Any, **kwargs: Any) -> Any:
    if in_dims[1] is None:
        return info.op(self, boundaries, **kwargs), in_dims[0]
    return _search(front(boundaries, in_dims[1]), spread(self, in_dims[0], info.batch_size), 1, **kwargs), 0


@BATCHING("bucketize.Scalar")
def _bucketize_number(info: Any, in_dims: Any, self: Any, boundaries: Any, **kwargs: Any) -> Any:
    return _search_number(front(boundaries, in_dims[1]), self, info.batch_size, **kwargs), 0


@BATCHING("isin.Tensor_Tensor")
@parts
def _isin(elements: Any, test_elements: Any, *, assume_unique: bool = False, invert: bool = False) -> Any:
    found = aten.any.dim(aten.eq.Tensor(elements.unsqueeze(-1), test_elements.flatten()), -1)
    return aten.logical_not.default(found) if invert else found


@BATCHING("isin.Scalar_Tensor")
@parts
def _isin_number(element: Any, test_elements: Any, *, assume_unique: bool = False, invert: bool = False) -> Any:
    found = aten.any.default(aten.eq.Scalar(test_elements, element))
    return aten.logical_not.default(found) if invert else found


@BATCHING("isin.Tensor_Scalar")
def _isin_one(info: Any, in_dims: Any, elements: Any, test_element: Any, **kwargs: Any) -> Any:
    return info.op(elements, test_element, **kwargs), in_dims[0]
