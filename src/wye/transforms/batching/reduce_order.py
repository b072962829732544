"""Sorting, medians, searches."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
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


@BATCHING("searchsorted.Tensor")
def _searchsorted(info: Any, in_dims: Any, sequence: Any, self: Any, **kwargs: Any) -> Any:
    rank = logical_rank(sequence, in_dims[0])
    if in_dims[0] is None and rank == 1 and kwargs.get("sorter") is None:
        return info.op(sequence, self, **kwargs), in_dims[1]
    if kwargs.get("sorter") is not None:
        kwargs["sorter"] = spread(kwargs["sorter"], None, info.batch_size)
    where, values = (spread(x, dim, info.batch_size) for x, dim in zip((sequence, self), in_dims, strict=True))
    return _search(where, values, rank, **kwargs), 0


@BATCHING("searchsorted.Scalar")
def _searchsorted_number(info: Any, in_dims: Any, sequence: Any, self: Any, **kwargs: Any) -> Any:
    x = front(sequence, in_dims[0])
    if kwargs.get("sorter") is not None:
        kwargs["sorter"] = spread(kwargs["sorter"], None, info.batch_size)
    value = aten.full.default([info.batch_size, 1], self, device=x.device)
    value = value.to(x.dtype) if not isinstance(self, float) else value
    return aten.searchsorted.Tensor(x, value, **kwargs).squeeze(1), 0


@BATCHING("bucketize.Tensor")
def _bucketize(info: Any, in_dims: Any, self: Any, boundaries: Any, **kwargs: Any) -> Any:
    if in_dims[1] is None:
        return info.op(self, boundaries, **kwargs), in_dims[0]
    return _search(front(boundaries, in_dims[1]), spread(self, in_dims[0], info.batch_size), 1, **kwargs), 0


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
