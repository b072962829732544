"""Copies of a tensor with a view of it replaced, and of views by storage; they lie in memory as the tensor does.

They work on tensors: an array knows neither its storage nor its version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wye._engine import engine
from wye.aten.arrays.geometry import show
from wye.aten.composites.view_in_place import seen_from_start
from wye.aten.declare import Rules, shortcut
from wye.aten.metadata import dtype_of, stride_of
from wye.call.guards import below_ad_inplace_or_view
from wye.call.packets import ops
from wye.schema.values import MEMORY_FORMATS
from wye.tensors import Tensor
from wye.tensors.dense import CPU, keys_for_device
from wye.tensors.dtypes import c_name_of, to_numpy_dtype
from wye.tensors.layout import contiguous_strides, has_internal_overlap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["EXPLICIT"]

EXPLICIT = Rules()
aten: Any = ops.aten
_CONTIGUOUS = MEMORY_FORMATS["contiguous_format"]
_PLAIN = keys_for_device(CPU)
_ALL = slice(None)


def _is_whole(self: Any) -> bool:
    """Is it an array in row-major order that has its storage for itself, so that a plain copy lies as it does?"""
    data = self._data
    if type(data) is not np.ndarray or not data.flags.c_contiguous or not 0 < data.nbytes == self._storage.nbytes():
        return False
    return 1 not in data.shape or data.strides == contiguous_strides(data.shape, data.itemsize)


def _clone_of_storage(self: Any) -> Any:
    """A copy with the same strides and storage offset; a plain one where elements overlap."""
    if not isinstance(self, Tensor) or _is_whole(self) or has_internal_overlap(self.shape, self.stride()):
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
    if type(made) is Tensor and made._base is not None:
        made = Tensor._view_of(made, made._data, is_view=False)  # all of its memory is new
    if isinstance(made, Tensor):
        made._version_counter = None
    return made


@EXPLICIT("_reshape_alias_copy")
def _reshape_alias_copy(self: Any, size: Sequence[int], stride: Sequence[int]) -> Any:
    return aten.clone.default(aten._reshape_alias.default(self, size, stride), memory_format=_CONTIGUOUS)


@EXPLICIT("as_strided_scatter")
def _as_strided_scatter(
    self: Any, src: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None
) -> Any:
    return _replace(self, src, lambda made: aten.as_strided.default(made, size, stride, storage_offset))


def _place_along(self: Any, src: Any, dim: int, at: Any) -> Any:
    """A copy of a plain array in which one part along a dimension is ``src``; None: the operators have to do it."""
    made = _placed(self, src, dim, at)
    if made is not None:
        return made
    if self._keys != _PLAIN or src._keys != _PLAIN or not _is_whole(self):
        return None
    data, new = self._data, src._data
    n = data.ndim
    if not -n <= dim < n or type(new) is not np.ndarray or new.dtype != data.dtype:
        return None
    if type(at) is int and not -data.shape[dim] <= at < data.shape[dim]:
        return None
    made = data.copy()
    seen = made[(*(_ALL,) * (dim % n), at, ...)]
    if seen.shape != new.shape:
        return None
    seen[...] = new
    return Tensor._over(made, CPU)


def _placed(self: Any, src: Any, dim: int, at: Any) -> Any:
    """The same, where the engine can do it."""
    shape = self.shape
    if type(dim) is not int or not -len(shape) <= dim < len(shape) or 0 in shape or 1 in shape:
        return None  # copies keep the strides of dimensions of these sizes, too
    size = shape[dim]
    if type(at) is int:
        return engine.place_along(self, src, dim, at + size if at < 0 else at, -1, 1)
    if type(size) is not int:
        return None
    places = range(*at.indices(size))
    return engine.place_along(self, src, dim, places.start, len(places), places.step)


@EXPLICIT("select_scatter")
@shortcut("select_scatter")
def _select_scatter(self: Any, src: Any, dim: int, index: int) -> Any:
    if type(self) is Tensor and type(src) is Tensor:
        made = _place_along(self, src, dim, index)
        if made is not None:
            return made
    return _replace(self, src, lambda made: aten.select.int(made, dim, index))


@EXPLICIT("slice_scatter")
@shortcut("slice_scatter")
def _slice_scatter(
    self: Any, src: Any, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Any:
    if type(self) is Tensor and type(src) is Tensor and step > 0:
        made = _place_along(self, src, dim, slice(start, end, step))
        if made is not None:
            return made
    return _replace(self, src, lambda made: aten.slice.Tensor(made, dim, start, end, step))


@EXPLICIT("diagonal_scatter")
@shortcut("diagonal_scatter")
def _diagonal_scatter(self: Any, src: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    if type(self) is Tensor and type(src) is Tensor and self._keys == src._keys == _PLAIN and _is_whole(self):
        data, new = self._data, src._data
        if data.ndim == 2 and {dim1, dim2} == {0, 1} and type(new) is np.ndarray and new.dtype == data.dtype:
            made = data.copy()
            seen = made.diagonal(offset, dim1, dim2)
            if seen.shape == new.shape:
                seen.flags.writeable = True  # NumPy gives it out as read-only; it shows a new array
                seen[...] = new
                return Tensor._over(made, CPU)
    return _replace(self, src, lambda made: aten.diagonal.default(made, offset, dim1, dim2))


@EXPLICIT("as_strided_copy")
def _as_strided_copy(self: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Any:
    seen = aten.as_strided.default(self, size, stride, storage_offset)
    return aten.clone.default(seen, memory_format=MEMORY_FORMATS["contiguous_format"])


# ---- copies of several views ----


def _store_parts(name: str, parts: Any, out: Sequence[Any], *, resize: bool = True) -> None:
    """Copy each part into its output."""
    if len(parts) != len(out):
        raise RuntimeError(f"{name} expected an out= argument of size {len(parts)}, got size {len(out)}")
    for target, part in zip(out, parts, strict=True):
        if resize and tuple(target.shape) != tuple(part.shape):
            aten.resize_.default(target, list(part.shape))
        aten.copy_.default(target, part)


@EXPLICIT("split_copy.Tensor_out")
def split_copy_into(self: Any, split_size: int, dim: int = 0, *, out: Sequence[Any]) -> None:
    """Copy the parts of one size into ``out``."""
    _store_parts("split_copy_Tensor_out", aten.split.Tensor(self, split_size, dim), out, resize=False)


@EXPLICIT("split_with_sizes_copy.out")
def split_with_sizes_copy_into(self: Any, split_sizes: Sequence[int], dim: int = 0, *, out: Sequence[Any]) -> None:
    """Copy the parts of these sizes into ``out``, which gets their shapes."""
    parts = aten.split_with_sizes.default(self, split_sizes, dim)
    for target in out if len(out) == len(parts) else ():
        if dtype_of(target) is not dtype_of(self):
            wanted, found = (c_name_of(to_numpy_dtype(dtype_of(one))) for one in (self, target))
            raise RuntimeError(f"Expected out tensor to have dtype {wanted}, but got {found} instead")
    _store_parts("split_with_sizes_copy_out", parts, out)


@EXPLICIT("unbind_copy.int_out")
def unbind_copy_into(self: Any, dim: int = 0, *, out: Sequence[Any]) -> None:
    """Copy the slices along a dimension into ``out``, which gets their shape."""
    _store_parts("unbind_copy_int_out", aten.unbind.int(self, dim), out)
