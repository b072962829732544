"""Repeated elements, written over views and indexing."""

from __future__ import annotations

from typing import Any

from wye.aten.arrays.geometry import wrap_dim
from wye.aten.declare import Rules
from wye.call.packets import ops
from wye.schema.values import MEMORY_FORMATS

__all__ = ["IMPLICIT"]

IMPLICIT = Rules()


def _to_repeat(self: Any, dim: int | None) -> tuple[Any, int]:
    """What is repeated, and along which dimension: all elements in a row where there is none."""
    if dim is None:
        return self.reshape([-1]), 0
    if not self.dim():
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return self, wrap_dim(dim, self.dim())


@IMPLICIT("repeat_interleave.self_int")
def _repeat_interleave_int(self: Any, repeats: int, dim: int | None = None, *, output_size: int | None = None) -> Any:
    source, dim = _to_repeat(self, dim)
    if repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    total = source.size(dim) * repeats
    if output_size is not None and output_size != total:
        raise RuntimeError(f"repeat_interleave: Invalid output_size, expected {total} but got {output_size}")
    wide = source.unsqueeze(dim + 1).expand([*source.shape[: dim + 1], repeats, *source.shape[dim + 1 :]])
    return wide.clone(memory_format=MEMORY_FORMATS["contiguous_format"]).flatten(dim, dim + 1)


@IMPLICIT("repeat_interleave.self_Tensor")
def _repeat_interleave(self: Any, repeats: Any, dim: int | None = None, *, output_size: int | None = None) -> Any:
    source, dim = _to_repeat(self, dim)
    if repeats.dim() > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if repeats.dim() == 0 or repeats.size(0) == 1:
        repeats = repeats.reshape([1]).expand([source.size(dim)])
    elif repeats.size(0) != source.size(dim):
        raise RuntimeError(
            f"repeats must have the same size as input along dim, but got repeats.size(0) = {repeats.size(0)} and "
            f"input.size({dim}) = {source.size(dim)}"
        )
    return source.index_select(dim, ops.aten.repeat_interleave.Tensor(repeats, output_size=output_size))
