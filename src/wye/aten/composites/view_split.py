"""Tensors in pieces, written over slices and `split`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.arrays.geometry import check_pieces, section_start
from wye.aten.declare import Rules
from wye.aten.metadata import dtype_of, list_of, ndim_of, size_of
from wye.call.packets import ops
from wye.schema.symbolic import sym_min
from wye.tensors.dtypes import title_of
from wye.tensors.layout import wrap_dim

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["IMPLICIT"]

IMPLICIT = Rules()
aten: Any = ops.aten


def _chunk_sizes(self: Any, chunks: int, dim: int) -> tuple[int, list[int] | None]:
    """The size of a chunk, and all sizes where the last ones would be lost."""
    if not ndim_of(self):
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    size = size_of(self, dim)
    each = (size + chunks - 1) // chunks
    check_pieces("chunk", sym_min(chunks, size) if each else chunks)
    return each, [0] * chunks if each == 0 else None


@IMPLICIT("chunk")
def _chunk(self: Any, chunks: int, dim: int = 0) -> Any:
    each, sizes = _chunk_sizes(self, chunks, dim)
    return aten.split(self, each, dim) if sizes is None else aten.split_with_sizes(self, sizes, dim)


@IMPLICIT("unsafe_chunk")
def _unsafe_chunk(self: Any, chunks: int, dim: int = 0) -> Any:
    each, sizes = _chunk_sizes(self, chunks, dim)
    return aten.unsafe_split(self, each, dim) if sizes is None else aten.unsafe_split_with_sizes(self, sizes, dim)


def _pieces(self: Any, bounds: Sequence[int], dim: int) -> list[Any]:
    """The slices between neighbouring bounds; the last one goes to the end."""
    ends = [*bounds[1:], size_of(self, dim)]
    return [aten.slice(self, dim, start, end, 1) for start, end in zip(bounds, ends, strict=True)]


@IMPLICIT("tensor_split.sections")
def _tensor_split(self: Any, sections: int, dim: int = 0) -> list[Any]:
    if not ndim_of(self):
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    dim = wrap_dim(dim, ndim_of(self))
    if sections <= 0:
        raise RuntimeError(f"number of sections must be larger than 0, got {sections}")
    check_pieces("tensor_split", sections)
    return _pieces(self, [section_start(size_of(self, dim), sections, at) for at in range(sections)], dim)


@IMPLICIT("tensor_split.indices")
def _tensor_split_at(self: Any, indices: Sequence[int], dim: int = 0) -> list[Any]:
    if not ndim_of(self):
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    return _pieces(self, [0, *indices], wrap_dim(dim, ndim_of(self)))


@IMPLICIT("tensor_split.tensor_indices_or_sections")
def _tensor_split_by(self: Any, tensor_indices_or_sections: Any, dim: int = 0) -> Any:
    given = tensor_indices_or_sections
    if dtype_of(given).name != "int64":
        raise RuntimeError(
            "tensor_split expected tensor_indices_or_sections to have dtype of long, but got "
            f"{title_of(dtype_of(given))}"
        )
    if ndim_of(given) > 1:
        raise RuntimeError(
            "tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional tensor, but "
            f"got a tensor with {ndim_of(given)} dims"
        )
    if not ndim_of(given):
        return aten.tensor_split.sections(self, aten.item.default(given), dim)
    return aten.tensor_split.indices(self, list_of(given), dim)


def _along(name: str, self: Any, least: int, dim: int) -> int:
    if ndim_of(self) < least:
        raise RuntimeError(
            f"torch.{name} requires a tensor with at least {least} dimension, but got a tensor with {ndim_of(self)} "
            "dimensions!"
        )
    return dim


def _evenly(name: str, self: Any, sections: int, dim: int) -> Any:
    if sections <= 0 or size_of(self, dim) % sections:
        raise RuntimeError(
            f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension "
            f"{size_of(self, dim)} is not divisible by the split_size {sections}!"
        )
    return aten.tensor_split(self, sections, dim)


@IMPLICIT("hsplit.int")
def _hsplit(self: Any, sections: int) -> Any:
    return _evenly("hsplit", self, sections, _along("hsplit", self, 1, 0 if ndim_of(self) == 1 else 1))


@IMPLICIT("hsplit.array")
def _hsplit_at(self: Any, indices: Sequence[int]) -> Any:
    return aten.tensor_split(self, indices, _along("hsplit", self, 1, 0 if ndim_of(self) == 1 else 1))


@IMPLICIT("vsplit.int")
def _vsplit(self: Any, sections: int) -> Any:
    return _evenly("vsplit", self, sections, _along("vsplit", self, 2, 0))


@IMPLICIT("vsplit.array")
def _vsplit_at(self: Any, indices: Sequence[int]) -> Any:
    return aten.tensor_split(self, indices, _along("vsplit", self, 2, 0))


@IMPLICIT("dsplit.int")
def _dsplit(self: Any, sections: int) -> Any:
    return _evenly("dsplit", self, sections, _along("dsplit", self, 3, 2))


@IMPLICIT("dsplit.array")
def _dsplit_at(self: Any, indices: Sequence[int]) -> Any:
    return aten.tensor_split(self, indices, _along("dsplit", self, 3, 2))
