"""Joined, repeated, turned and shifted: the same elements at other places of a new array."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from wye.aten.arrays.allocation import allocate, contiguous_clone, format_strides, store, suggest_memory_format
from wye.aten.arrays.geometry import show, view_strides, wrap_dims
from wye.aten.declare import Rules, shortcut
from wye.aten.kernels.factory import KERNELS as FACTORIES
from wye.aten.kernels.index import needs_values
from wye.aten.kernels.view import KERNELS as VIEWS
from wye.schema.symbolic import expected, or_false
from wye.schema.values import MEMORY_FORMATS
from wye.tensors.dtypes import name_of, not_implemented
from wye.tensors.layout import contiguous_strides, own_strides, strides_like, wrap_dim
from wye.tensors.meta_array import MetaArray, restride
from wye.tensors.promotion import result_type

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["KERNELS"]

KERNELS = Rules()

_clone, _slice, _unsqueeze = FACTORIES["clone"], VIEWS["slice.Tensor"], VIEWS["unsqueeze"]


def _joined_shape(tensors: Sequence[Any], dim: int) -> tuple[tuple[int, ...], int]:
    """The shape of a concatenation, and its dimension; of tensors that take part."""
    first = tensors[0]
    dim = wrap_dim(dim, first.ndim)
    total = 0
    for at, tensor in enumerate(tensors):
        if tensor.ndim != first.ndim:
            raise RuntimeError(f"Tensors must have same number of dimensions: got {first.ndim} and {tensor.ndim}")
        for axis, (wanted, size) in enumerate(zip(first.shape, tensor.shape, strict=True)):
            if axis != dim and not expected(size == wanted):
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {dim}. Expected size {wanted} but got size "
                    f"{size} for tensor number {at} in the list."
                )
        total += tensor.shape[dim]
    return (*first.shape[:dim], total, *first.shape[dim + 1 :]), dim


def _joined_format(tensors: Sequence[Any], ndim: int) -> Any:
    """The memory format that all of them have."""
    if ndim not in (4, 5):
        return None
    formats = {suggest_memory_format(tensor) for tensor in tensors}
    return MEMORY_FORMATS[formats.pop()] if len(formats) == 1 else None


def _join_plainly(tensors: Sequence[Any]) -> bool:
    """Are they row-major arrays of one dtype, which NumPy joins as PyTorch does?"""
    first = tensors[0]
    if type(first) is not np.ndarray or not 0 < first.ndim < 4:
        return False
    dtype = first.dtype
    for tensor in tensors:
        if tensor.dtype is not dtype or not tensor.size or not tensor.flags.c_contiguous:
            return False
    return True


@KERNELS("cat")
@shortcut("cat")
def _cat(tensors: Sequence[Any], dim: int = 0, *, out: Any = None) -> Any:
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    if out is None and _join_plainly(tensors):
        try:
            return np.concatenate(tensors, dim) if dim else np.concatenate(tensors)
        except ValueError:
            pass  # the checks below build the error message
    for at, tensor in enumerate(tensors):
        if not tensor.ndim:
            raise RuntimeError(f"zero-dimensional tensor (at position {at}) cannot be concatenated")
    # Empty 1-dim tensors can be joined with anything, as in PyTorch.
    parts = [tensor for tensor in tensors if tensor.ndim != 1 or not or_false(tensor.shape[0] == 0)]
    first = tensors[0].dtype
    dtype = first if all(tensor.dtype is first for tensor in tensors) else result_type(*tensors)
    if not parts:
        return allocate(tensors[0], (0,), dtype) if out is None else out
    shape, dim = _joined_shape(parts, dim)
    if out is None:
        out = allocate(parts[0], shape, dtype, _strides(tensors, shape, dtype))
    if type(out) is not MetaArray and out.size:
        np.concatenate(parts, dim, out=out, casting="unsafe")
    return out


def _strides(tensors: Sequence[Any], shape: tuple[int, ...], dtype: Any) -> tuple[int, ...] | None:
    memory_format = _joined_format(tensors, len(shape))
    return None if memory_format is None else format_strides(shape, memory_format)


def _stacked_strides(tensors: Sequence[Any], dim: int, shape: tuple[int, ...], dtype: Any) -> tuple[int, ...] | None:
    """A stack is a concatenation whose dimension is then split in two, or one along a new last dimension."""
    first = tensors[0]
    if dim == first.ndim:
        return _strides([_unsqueeze(tensor, dim) for tensor in tensors], shape, dtype)
    joined = (*first.shape[:dim], first.shape[dim] * len(tensors), *first.shape[dim + 1 :])
    strides = _strides(tensors, joined, dtype)
    return None if strides is None else view_strides(MetaArray(joined, dtype, strides), shape)


def _stack_plainly(first: Any, tensors: Sequence[Any]) -> bool:
    """Are they arrays of one shape and dtype, whose stack lies in rows?"""
    if type(first) is not np.ndarray or first.ndim > 2 or not first.size:
        return False
    shape, dtype = first.shape, first.dtype
    for tensor in tensors:  # noqa: SIM110 - in half the time of a generator
        if tensor.shape != shape or tensor.dtype is not dtype:
            return False
    return True


def _stacked(first: Any, tensors: Sequence[Any], dim: int) -> Any:
    shape = first.shape
    if not dim and len(tensors) < 8:
        return np.array(tensors)
    made = np.empty((*shape[:dim], len(tensors), *shape[dim:]), first.dtype)
    before: Any = (slice(None),) * dim
    for at, tensor in enumerate(tensors):
        made[(*before, at)] = tensor
    return made


@KERNELS("stack", "_stack")
@shortcut("stack")
def _stack(tensors: Sequence[Any], dim: int = 0, *, out: Any = None) -> Any:
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    first = tensors[0]
    dim = wrap_dim(dim, first.ndim + 1)
    if out is None and _stack_plainly(first, tensors):
        return _stacked(first, tensors, dim)
    for at, tensor in enumerate(tensors):
        sizes = zip(tensor.shape, first.shape, strict=False)
        if tensor.ndim != first.ndim or not all(expected(size == own) for size, own in sizes):
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {show(first.shape)} at entry 0 and "
                f"{show(tensor.shape)} at entry {at}"
            )
    if out is None:
        same = all(tensor.dtype is first.dtype for tensor in tensors)
        dtype = first.dtype if same else result_type(*tensors)
        shape = (*first.shape[:dim], len(tensors), *first.shape[dim:])
        out = allocate(first, shape, dtype, _stacked_strides(tensors, dim, shape, dtype) if len(shape) > 3 else None)
    if type(out) is not MetaArray and out.size:
        np.stack(tensors, dim, out=out, casting="unsafe")
    return out


@KERNELS("flip")
@shortcut("flip")
def _flip(self: Any, dims: Sequence[int]) -> Any:
    turned = wrap_dims(dims, self.ndim)
    made = allocate(self, tuple(self.shape), self.dtype, strides_like(self))
    if type(made) is not MetaArray:
        backwards, forwards = slice(None, None, -1), slice(None)
        store(made, self[tuple(backwards if dim in turned else forwards for dim in range(self.ndim))])
    return made


def _roll_one(self: Any, shift: int, dim: int) -> Any:
    """Both pieces of a dimension, swapped."""
    dim = wrap_dim(dim, self.ndim)
    if type(self) is MetaArray:  # where the pieces meet does not matter, and need not be decided for symbolic sizes
        return _cat([self], dim)
    start = -shift % self.shape[dim]
    return _cat([_slice(self, dim, start), _slice(self, dim, 0, start)], dim)


_FEW_DIMS = 3


def _rolled(self: Any, shifts: Sequence[int], dims: Sequence[int]) -> Any:
    """Both pieces of each dimension, swapped, in one new array."""
    made, pieces = np.empty(self.shape, self.dtype), []
    for shift, dim in zip(shifts, dims, strict=True):
        size = self.shape[dim]
        start = shift % size
        pieces.append([(dim, slice(start, None), slice(size - start)), (dim, slice(start), slice(size - start, None))])
    for chosen in product(*pieces):
        to, come = [slice(None)] * self.ndim, [slice(None)] * self.ndim
        for dim, target, source in chosen:
            to[dim], come[dim] = target, source
        made[tuple(to)] = self[tuple(come)]
    return made


@KERNELS("roll")
@shortcut("roll")
def _roll(self: Any, shifts: Sequence[int], dims: Sequence[int] = ()) -> Any:
    if not shifts:
        raise RuntimeError("`shifts` required")
    if len(shifts) != len(dims) and (dims or len(shifts) != 1):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    if not self.size:
        return _clone(self) if dims or self.ndim == 1 else allocate(self, tuple(self.shape), self.dtype)
    if type(self) is np.ndarray and self.flags.c_contiguous and self.ndim and 1 not in self.shape:
        if not dims:
            return _rolled(self.reshape(-1), shifts, [0]).reshape(self.shape)
        wrapped = [wrap_dim(dim, self.ndim) for dim in dims]
        if len(wrapped) <= _FEW_DIMS and len(set(wrapped)) == len(wrapped):
            return _rolled(self, shifts, wrapped)
    if not dims:
        flat = contiguous_clone(self)
        unit = own_strides(flat)[1]
        rolled = _roll_one(restride(flat, (flat.size,), (unit,), 0), shifts[0], 0)
        return restride(rolled, tuple(self.shape), contiguous_strides(self.shape, unit), 0)
    if not self.ndim:
        raise IndexError(f"Dimension specified as {dims[0]} but tensor has no dimensions")
    for shift, dim in zip(shifts, dims, strict=True):
        self = _roll_one(self, shift, dim)
    return self


@KERNELS("repeat")
def _repeat(self: Any, repeats: Sequence[int]) -> Any:
    gap = len(repeats) - self.ndim
    if gap < 0:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    padded = (1,) * gap + tuple(self.shape)
    shape = tuple(size * times for size, times in zip(padded, repeats, strict=True))
    if any(times < 0 for times in repeats):
        raise RuntimeError(f"Trying to create tensor with negative dimension {min(shape)}: {show(shape)}")
    made = allocate(self, shape, self.dtype)
    if type(made) is not MetaArray and made.size:
        # Each dimension is seen as (copies, size): one broadcast fills all copies.
        pairs = [part for size, times in zip(padded, repeats, strict=True) for part in (times, size)]
        ones = [part for size in padded for part in (1, size)]
        store(made.reshape(pairs), self.reshape(ones))
    return made


@KERNELS("repeat_interleave.Tensor")
def _repeat_interleave(repeats: Any, *, output_size: int | None = None) -> Any:
    if name_of(repeats.dtype) not in ("int64", "int32"):
        raise not_implemented("repeat_interleave_cpu", repeats.dtype)
    if repeats.ndim != 1:
        raise RuntimeError("repeat_interleave only accept 1D vector as repeat")
    if type(repeats) is MetaArray:
        if output_size is None:
            raise needs_values("repeat_interleave.Tensor")
        return MetaArray((output_size,), repeats.dtype)
    if not repeats.size:
        return allocate(None, (0,), repeats.dtype)
    if repeats.min() < 0:
        raise RuntimeError("repeats can not be negative")
    total = int(repeats.sum())
    if output_size is not None and output_size != total:
        raise RuntimeError(f"allocated size does not match required size: {output_size} and {total}")
    made = allocate(None, (total,), repeats.dtype)
    store(made, np.repeat(np.arange(repeats.size), repeats))
    return made


@KERNELS("block_diag")
def _block_diag(tensors: Sequence[Any]) -> Any:
    if not tensors:
        raise RuntimeError("torch.block_diag: Input list must be non-empty")
    blocks = []
    for at, tensor in enumerate(tensors):
        if tensor.ndim > 2:
            raise RuntimeError(
                "torch.block_diag: Input tensors must have 2 or fewer dimensions. "
                f"Input {at} has {tensor.ndim} dimensions"
            )
        blocks.append((1,) * (2 - tensor.ndim) + tuple(tensor.shape))
    shape = (sum(rows for rows, _ in blocks), sum(columns for _, columns in blocks))
    made = allocate(tensors[0], shape, result_type(*tensors), None, np.zeros)
    if type(made) is MetaArray:
        return made
    top = left = 0
    for tensor, (rows, columns) in zip(tensors, blocks, strict=True):
        store(made[top : top + rows, left : left + columns], tensor.reshape(rows, columns))
        top, left = top + rows, left + columns
    return made
