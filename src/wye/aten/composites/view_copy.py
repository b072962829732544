"""Copies of a tensor with a view of it replaced, and of views by storage; they lie in memory as the tensor does.

They work on tensors: an array knows neither its storage nor its version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.arrays.geometry import show
from wye.aten.composites.view_in_place import seen_from_start
from wye.aten.declare import Rules
from wye.aten.metadata import stride_of
from wye.call.guards import below_ad_inplace_or_view
from wye.call.packets import ops
from wye.schema.values import MEMORY_FORMATS
from wye.tensors import Tensor
from wye.tensors.layout import has_internal_overlap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["EXPLICIT"]

EXPLICIT = Rules()
aten: Any = ops.aten


def _clone_of_storage(self: Any) -> Any:
    """A copy with the same strides and storage offset; a plain one where elements overlap."""
    if not isinstance(self, Tensor) or has_internal_overlap(self.shape, self.stride()):
        return aten.clone.default(self)
    whole = Tensor._view_of(self, seen_from_start(self))
    return aten.as_strided.default(aten.clone.default(whole), self.shape, self.stride(), self.storage_offset())


def _replace(self: Any, src: Any, view: Callable[[Any], Any]) -> Any:
    """A copy of ``self`` in which what the view shows is ``src``."""
    with below_ad_inplace_or_view():  # the result is new: its version is 0
        made = _clone_of_storage(self)
        seen = view(made)
        if tuple(seen.shape) != tuple(src.shape):
            raise RuntimeError(
                "expected src to have a size equal to the slice of self. "
                f"src size = {show(src.shape)}, slice size = {show(seen.shape)}"
            )
        if has_internal_overlap(seen.shape, stride_of(seen)):
            raise RuntimeError(
                "unsupported operation: more than one element of the written-to tensor refers to a single memory "
                "location. Please clone() the tensor before performing the operation."
            )
        aten.copy_.default(seen, src)
    if isinstance(made, Tensor):
        made._version_counter = None
    return made


@EXPLICIT("as_strided_scatter")
def _as_strided_scatter(
    self: Any, src: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None
) -> Any:
    return _replace(self, src, lambda made: aten.as_strided.default(made, size, stride, storage_offset))


@EXPLICIT("select_scatter")
def _select_scatter(self: Any, src: Any, dim: int, index: int) -> Any:
    return _replace(self, src, lambda made: aten.select.int(made, dim, index))


@EXPLICIT("slice_scatter")
def _slice_scatter(
    self: Any, src: Any, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Any:
    return _replace(self, src, lambda made: aten.slice.Tensor(made, dim, start, end, step))


@EXPLICIT("diagonal_scatter")
def _diagonal_scatter(self: Any, src: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    return _replace(self, src, lambda made: aten.diagonal.default(made, offset, dim1, dim2))


@EXPLICIT("as_strided_copy")
def _as_strided_copy(self: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Any:
    seen = aten.as_strided.default(self, size, stride, storage_offset)
    return aten.clone.default(seen, memory_format=MEMORY_FORMATS["contiguous_format"])
