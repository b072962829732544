"""The inverse of the view by size and strides.  See Note [The table of views]."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.arrays.geometry import covers
from wye.aten.declare import Rules
from wye.aten.metadata import is_contiguous, numel_of, offset_of
from wye.aten.views.view import change_copies
from wye.call.packets import ops
from wye.tensors.layout import may_overlap

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["VIEWS"]

VIEWS = Rules()
aten: Any = ops.aten


@VIEWS("slice_inverse")
def _slice_inverse(base: Any, changed: Any, src: Any, *args: Any) -> Any:
    return aten.slice.Tensor(changed, *args)


@VIEWS("as_strided")
def _as_strided(
    base: Any, changed: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None
) -> Any:
    # Where the base is all of its memory, its elements numbered lie as they do: the view shows which are seen where.
    is_whole = is_contiguous(base) and offset_of(base) == 0
    start = 0 if storage_offset is None else storage_offset
    if is_whole and may_overlap(size, stride) and start + covers(size, stride) <= numel_of(base):
        return change_copies(base, changed, lambda x: aten.as_strided.default(x, size, stride, storage_offset))
    return aten.as_strided_scatter.default(base, changed, size, stride, storage_offset)
