"""Batching rules of view operators, which their copying forms share."""

from __future__ import annotations

from math import prod
from typing import Any

from wye.aten.declare import Rules
from wye.transforms.batching_plans import DIM, DIMS, EXPANDED, NEW_DIM, ORDER, SIZES, planned
from wye.transforms.rules.along import dims_behind_batch
from wye.transforms.rules.moving import aten, front, logical_rank, wrap

__all__ = ["VIEWS", "as_strided"]

VIEWS = Rules()


@VIEWS("view", "_unsafe_view")
@planned({"size": SIZES})
def _view(info: Any, in_dims: Any, self: Any, size: Any) -> Any:
    x = front(self, in_dims[0])
    return info.op(x, [x.size(0), *_inferred(list(size), prod(x.shape[1:]))]), 0


def _inferred(size: list[int], n: int) -> list[int]:
    """Sizes in which -1 is replaced by what is left of ``n`` elements, where that is clear."""
    rest = -prod(size)
    if size.count(-1) == 1 and rest > 0 and n % rest == 0:
        size[size.index(-1)] = n // rest
    return size


@VIEWS("_reshape_alias")
def _reshape_alias(info: Any, in_dims: Any, self: Any, size: Any, stride: Any) -> Any:
    x = front(self, in_dims[0])
    return aten.view.default(x, [x.size(0), *size]), 0


@VIEWS("expand")
@planned({"size": EXPANDED})
def _expand(info: Any, in_dims: Any, self: Any, size: Any, **kwargs: Any) -> Any:
    x = front(self, in_dims[0])
    missing = len(size) + 1 - x.ndim
    if missing > 0:
        sizes = list(x.shape)
        x = x.view([sizes[0], *[1] * missing, *sizes[1:]])
    return info.op(x, [x.size(0), *size], **kwargs), 0


@VIEWS("permute")
@planned({"dims": ORDER})
def _permute(info: Any, in_dims: Any, self: Any, dims: Any) -> Any:
    x, rank = front(self, in_dims[0]), logical_rank(self, in_dims[0])
    if len(dims) != rank:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
            f"ordering of dimensions i.e. input.dim() = {rank} is not equal to len(dims) = {len(dims)}"
        )
    return info.op(x, [0, *dims_behind_batch(list(dims), rank)]), 0


@VIEWS("transpose.int")
@planned({"dim0": DIM, "dim1": DIM})
def _transpose(info: Any, in_dims: Any, self: Any, dim0: int, dim1: int) -> Any:
    x, rank = front(self, in_dims[0]), logical_rank(self, in_dims[0])
    places = wrap(dim0, rank), wrap(dim1, rank)
    return (x if not rank else _other(info, "transpose")(x, places[0] + 1, places[1] + 1)), 0


def _other(info: Any, name: str) -> Any:
    """The operator ``name``, in the form, view or copy, that was called."""
    if "_copy" in info.op.name():
        return getattr(aten, f"{name}_copy").int
    return getattr(aten, name).int


@VIEWS("t")
def _t(info: Any, in_dims: Any, self: Any) -> Any:
    x, rank = front(self, in_dims[0]), logical_rank(self, in_dims[0])
    if rank > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {rank}D")
    return (_other(info, "transpose")(x, 1, 2) if rank == 2 else x.view(x.shape)), 0


@VIEWS("select.int")
@planned({"dim": DIM})
def _select(info: Any, in_dims: Any, self: Any, dim: int, index: int) -> Any:
    x, rank = front(self, in_dims[0]), logical_rank(self, in_dims[0])
    if not rank:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    return info.op(x, wrap(dim, rank) + 1, index), 0


@VIEWS("squeeze")
def _squeeze(info: Any, in_dims: Any, self: Any) -> Any:
    x = front(self, in_dims[0])
    return _squeeze_dims(info)(x, [dim for dim in range(1, x.ndim) if x.size(dim) == 1]), 0


def _squeeze_dims(info: Any) -> Any:
    return (aten.squeeze_copy if "_copy" in info.op.name() else aten.squeeze).dims


@VIEWS("squeeze.dim", "squeeze.dims")
@planned({"dim": DIMS})
def _squeeze_some(info: Any, in_dims: Any, self: Any, dim: Any) -> Any:
    x, rank = front(self, in_dims[0]), logical_rank(self, in_dims[0])
    if rank:
        return info.op(x, dims_behind_batch(dim, rank)), 0
    try:
        dims_behind_batch(dim, 0)
    except IndexError as error:
        raise RuntimeError(*error.args) from error  # PyTorch's, for this operator and such examples alone
    return _squeeze_dims(info)(x, []), 0


@VIEWS("unsqueeze")
@planned({"dim": NEW_DIM})
def _unsqueeze(info: Any, in_dims: Any, self: Any, dim: int) -> Any:
    x, rank = front(self, in_dims[0]), logical_rank(self, in_dims[0])
    return info.op(x, wrap(dim, rank + 1) + 1), 0


@VIEWS("unbind.int")
@planned({"dim": DIM})
def _unbind(info: Any, in_dims: Any, self: Any, dim: int) -> Any:
    x, rank = front(self, in_dims[0]), logical_rank(self, in_dims[0])
    if not rank:
        wrap(dim, 0, scalar=False)
    return info.op(x, wrap(dim, rank) + 1), 0


@VIEWS("unfold")
@planned({"dimension": DIM})
def _unfold(info: Any, in_dims: Any, self: Any, dimension: int, size: int, step: int) -> Any:
    x, rank = front(self, in_dims[0]), logical_rank(self, in_dims[0])
    if not rank:
        wrap(dimension, 0)
        return info.op(x.unsqueeze(1), 1, size, step).squeeze(1), 0
    return info.op(x, wrap(dimension, rank) + 1, size, step), 0


@VIEWS("view_as_real", "view_as_complex", "view.dtype")
def _as_other(info: Any, in_dims: Any, self: Any, *args: Any) -> Any:
    x, rank = front(self, in_dims[0]), logical_rank(self, in_dims[0])
    x = x.contiguous() if "_copy" in info.op.name() else x
    if not rank and info.op.name().startswith("aten::view_as_complex"):
        raise RuntimeError("Input tensor must have one or more dimensions")
    if not rank and not info.op.name().startswith("aten::view_as_real"):  # the sizes of the batch must not change
        return info.op(x.unsqueeze(1), *args).squeeze(1), 0
    return info.op(x, *args), 0


def as_strided(info: Any, in_dims: Any, self: Any, size: Any, stride: Any, storage_offset: int | None) -> Any:
    """The memory of each example with other sizes and strides, as if it began where the example begins."""
    if len(size) != len(stride):
        raise RuntimeError(
            "Tensor.as_strided(size, stride, ...): size and stride must have the same length! "
            f"Got size {list(size)} and stride {list(stride)}"
        )
    x = front(self, in_dims[0])
    begin = x.storage_offset()
    offset = begin if storage_offset is None else storage_offset
    wanted, own = _reach(size, stride), _reach(x.shape[1:], x.stride()[1:])
    if wanted is not None and (own is None or offset < begin or offset + wanted > begin + own):
        raise RuntimeError(
            f"result = tensor.as_strided({list(size)}, {list(stride)}, {offset}) would access memory outside of the "
            "example, which another example may have. This is not supported inside of vmap; express the function by "
            "other views"
        )
    return info.op(x, [x.size(0), *size], [x.stride(0), *stride], storage_offset), 0


def _reach(size: Any, stride: Any) -> Any:
    """How far behind the first element the last one is; None: there are none."""
    if any(n == 0 for n in size):
        return None
    return sum((n - 1) * step for n, step in zip(size, stride, strict=True))
