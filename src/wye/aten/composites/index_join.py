"""Repeated elements, written over views and indexing."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import ndim_of, size_of
from wye.call.packets import ops
from wye.schema.values import MEMORY_FORMATS
from wye.tensors.layout import wrap_dim

__all__ = ["IMPLICIT"]

IMPLICIT = Rules()
aten: Any = ops.aten


def _to_repeat(self: Any, dim: int | None) -> tuple[Any, int]:
    """The tensor to repeat, and the dimension; without a dimension, the flattened tensor."""
    if dim is None:
        return aten.flatten.using_ints(self), 0
    if not ndim_of(self):
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return self, wrap_dim(dim, ndim_of(self))


@IMPLICIT("repeat_interleave.self_int")
def _repeat_interleave_int(self: Any, repeats: int, dim: int | None = None, *, output_size: int | None = None) -> Any:
    source, dim = _to_repeat(self, dim)
    if repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    total = size_of(source, dim) * repeats
    if output_size is not None and output_size != total:
        raise RuntimeError(f"repeat_interleave: Invalid output_size, expected {total} but got {output_size}")
    wide = aten.expand.default(
        aten.unsqueeze.default(source, dim + 1), [*source.shape[: dim + 1], repeats, *source.shape[dim + 1 :]]
    )
    return aten.flatten(aten.clone.default(wide, memory_format=MEMORY_FORMATS["contiguous_format"]), dim, dim + 1)


@IMPLICIT("repeat_interleave.self_Tensor")
def _repeat_interleave(self: Any, repeats: Any, dim: int | None = None, *, output_size: int | None = None) -> Any:
    source, dim = _to_repeat(self, dim)
    if ndim_of(repeats) > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if ndim_of(repeats) == 0 or size_of(repeats, 0) == 1:
        repeats = aten.expand.default(aten.reshape.default(repeats, [1]), [size_of(source, dim)])
    elif size_of(repeats, 0) != size_of(source, dim):
        raise RuntimeError(
            f"repeats must have the same size as input along dim, but got repeats.size(0) = {size_of(repeats, 0)} and "
            f"input.size({dim}) = {size_of(source, dim)}"
        )
    return aten.index_select(source, dim, aten.repeat_interleave.Tensor(repeats, output_size=output_size))
