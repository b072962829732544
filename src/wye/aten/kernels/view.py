"""View operators: the same elements in another shape.

Pure geometry over `restride`, which knows arrays and MetaArrays, so that a function is both kernel and fake kernel.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from wye._engine import engine
from wye.aten.arrays.geometry import check_pieces, infer_size, is_negative, show, view_strides, wrap_dims
from wye.aten.declare import Rules, shortcut
from wye.schema.symbolic import at_most, expected, least, sym_max, sym_min
from wye.tensors.dtypes import from_numpy_dtype, name_of, title_of, to_numpy_dtype
from wye.tensors.layout import own_strides, steps_of, wrap_dim
from wye.tensors.meta_array import MetaArray, restride, strides_of
from wye.tensors.promotion import to_complex, to_real

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["KERNELS", "ON_ARRAYS", "as_strided"]

KERNELS = Rules()
ON_ARRAYS = Rules()  # for plain arrays; tensors have rules of their own


@ON_ARRAYS("_unsafe_view")
@KERNELS("view")
@shortcut("view")
def _view(self: Any, size: Sequence[int]) -> Any:
    if type(self) is np.ndarray and self.flags.c_contiguous:
        old = self.shape
        if size and 0 not in old and 1 not in old and min(size) > -2:  # then NumPy's strides are PyTorch's
            try:
                return self.reshape(size)
            except ValueError:
                infer_size(size, self.size)  # builds the error message
    shape = infer_size(size, self.size)
    strides = view_strides(self, shape)
    if strides is None:
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
            "contiguous subspaces). Use .reshape(...) instead."
        )
    return restride(self, shape, strides, 0)


def _check_dtype_view(self: Any, dtype: Any) -> None:
    """Can the last dimension be cut into elements of another size, or be put together?"""
    old, new, strides = self.dtype.itemsize, dtype.itemsize, steps_of(self)
    names = f"{title_of(self.dtype)} as {title_of(dtype)} (different element sizes)"
    if not self.ndim:
        raise RuntimeError(f"self.dim() cannot be 0 to view {names}")
    ratio = max(new // old, 1)
    if self.shape[-1] % ratio:
        raise RuntimeError(f"self.size(-1) must be divisible by {ratio} to view {names}, but got {self.shape[-1]}")
    if ratio > 1 and _start(self) % new:
        raise RuntimeError(f"self.storage_offset() must be divisible by {ratio} to view {names}")
    if strides[-1] != 1:
        raise RuntimeError(f"self.stride(-1) must be 1 to view {names}, but got {strides[-1]}")
    for dim, stride in enumerate(strides[:-1]):
        if stride % ratio:
            raise RuntimeError(f"self.stride({dim}) must be divisible by {ratio} to view {names}, but got {stride}")


def _start(self: Any) -> Any:
    """Where an array begins, in bytes: in its storage, or in memory."""
    return self.byte_offset if type(self) is MetaArray else self.__array_interface__["data"][0]


def _reinterpret(self: Any, dtype: Any, shape: tuple[int, ...], steps: tuple[int, ...]) -> Any:
    """The same bytes as elements of another dtype, in a shape and strides (in those elements) that are known to fit."""
    if type(self) is MetaArray:
        return MetaArray(shape, dtype, steps, _rescaled(self, self.offset, dtype))
    old, strides = self.dtype.itemsize, tuple([step * dtype.itemsize for step in steps])
    if old != dtype.itemsize:  # NumPy changes the size of one flat element at a time
        self = restride(self, (max(1, dtype.itemsize // old) if self.size else 0,), (old,), 0)
    return restride(self.view(dtype), shape, strides, 0)


def _rescaled(self: Any, count: Any, dtype: Any) -> Any:
    """A number of elements as a number of elements of another dtype, in the same bytes."""
    old, new = self.dtype.itemsize, dtype.itemsize
    return count * (old // new) if old >= new else count // (new // old)


def _is_plain_view(self: Any, dtype: Any) -> bool:
    """Does NumPy give the same view of these elements?"""
    old, new = self.dtype.itemsize, dtype.itemsize
    if old == new:
        return True
    if self.ndim != 1 or not self.flags.c_contiguous:
        return False
    return bool(old > new or (self.nbytes % new == 0 and engine.data_ptr(self) % new == 0))


@KERNELS("view.dtype")
def _view_dtype(self: Any, dtype: Any) -> Any:
    to = to_numpy_dtype(dtype)
    if type(self) is np.ndarray and self.size and _is_plain_view(self, to):
        return self.view(to)
    steps = steps_of(self)
    if self.dtype.itemsize == to.itemsize:
        return _reinterpret(self, to, self.shape, steps)
    _check_dtype_view(self, to)
    shape = (*self.shape[:-1], _rescaled(self, self.shape[-1], to))
    return _reinterpret(self, to, shape, (*[_rescaled(self, step, to) for step in steps[:-1]], 1))


@KERNELS("view_as_real")
def _view_as_real(self: Any) -> Any:
    if self.dtype.kind != "c":
        raise RuntimeError("view_as_real is only supported for complex tensors")
    part = to_real(self.dtype)
    if type(self) is np.ndarray and self.ndim and self.size and self.flags.c_contiguous and 1 not in self.shape:
        return self.view(part).reshape((*self.shape, 2))
    return _reinterpret(self, part, (*self.shape, 2), (*[2 * step for step in steps_of(self)], 1))


@KERNELS("view_as_complex")
def _view_as_complex(self: Any) -> Any:
    if name_of(self.dtype) not in ("float32", "float64"):
        raise RuntimeError(
            "view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: "
            f"{from_numpy_dtype(self.dtype)}"
        )
    if not self.ndim:
        raise RuntimeError("Input tensor must have one or more dimensions")
    if self.shape[-1] != 2:
        raise RuntimeError("Tensor must have a last dimension of size 2")
    to = to_complex(self.dtype)
    plain = type(self) is np.ndarray and self.ndim > 1 and self.size and self.flags.c_contiguous
    if plain and 1 not in self.shape and engine.data_ptr(self) % to.itemsize == 0:
        return self.view(to).reshape(self.shape[:-1])
    *steps, last = steps_of(self)
    if last != 1:
        raise RuntimeError("Tensor must have a last dimension with stride 1")
    if any(step % 2 and size != 1 for step, size in zip(steps, self.shape, strict=False)):
        raise RuntimeError("Tensor must have a stride divisible by 2 for all but last dimension")
    if _start(self) % to.itemsize:
        raise RuntimeError("Tensor must have a storage_offset divisible by 2")
    return _reinterpret(self, to, self.shape[:-1], tuple([step // 2 for step in steps]))


@KERNELS("_reshape_alias")
def _reshape_alias(self: Any, size: Sequence[int], stride: Sequence[int]) -> Any:
    unit = own_strides(self)[1]
    return restride(self, tuple(size), tuple([step * unit for step in stride]), 0)


def as_strided(self: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Any:
    """A view with these sizes and strides (in elements) of the storage that ``self`` starts with.

    Raises:
        RuntimeError: sizes and strides do not belong together, or one of them is negative.
    """
    if len(size) != len(stride):
        raise RuntimeError(f"mismatch in length of strides and shape: {len(stride)} strides for {len(size)} sizes")
    if any(step < 0 for step in stride):
        raise RuntimeError(f"as_strided: Negative strides are not supported at the moment, got strides: {show(stride)}")
    if any(one < 0 for one in size):
        raise RuntimeError(f"as_strided: sizes are not negative, got {show(size)}")
    offset = 0 if storage_offset is None else storage_offset
    if offset < 0:
        raise RuntimeError(f"Tensor: invalid storage offset {storage_offset}")
    unit = own_strides(self)[1]
    return restride(self, tuple(size), tuple([step * unit for step in stride]), offset * unit)


def _not_expandable(self: Any, size: Sequence[int], dim: int) -> RuntimeError:
    """Why one dimension cannot be expanded to the requested size."""
    gap = len(size) - self.ndim
    if size[dim] == -1:
        return RuntimeError(
            f"The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension {dim}"
        )
    return RuntimeError(
        f"The expanded size of the tensor ({size[dim]}) must match the existing size ({self.shape[dim - gap]}) at "
        f"non-singleton dimension {dim}.  Target sizes: {show(size)}.  Tensor sizes: {show(self.shape)}"
    )


@KERNELS("expand")
@shortcut("expand")
def _expand(self: Any, size: Sequence[int], *, implicit: bool = False) -> Any:
    old_shape, old_strides = self.shape, strides_of(self)
    gap = len(size) - len(old_shape)
    if gap < 0:
        raise RuntimeError(
            f"expand({from_numpy_dtype(self.dtype)}{{{show(self.shape)}}}, size={show(size)}): the number of sizes "
            f"provided ({len(size)}) must be greater or equal to the number of dimensions in the tensor ({self.ndim})"
        )
    shape, strides = list(size), [0] * len(size)
    for dim in range(len(size) - 1, -1, -1):
        wanted = size[dim]
        if dim < gap:
            if wanted < 0:
                raise _not_expandable(self, size, dim)
            if wanted == 1 and dim + 1 < len(size):
                strides[dim] = shape[dim + 1] * strides[dim + 1]
        elif wanted in (-1, old_shape[dim - gap]):
            shape[dim], strides[dim] = old_shape[dim - gap], old_strides[dim - gap]
        elif old_shape[dim - gap] != 1 or wanted < 0:
            raise _not_expandable(self, size, dim)
    return restride(self, tuple(shape), tuple(strides), 0)


@KERNELS("permute")
@shortcut("permute")
def _permute(self: Any, dims: Sequence[int]) -> Any:
    ndim = self.ndim
    if len(dims) != ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
            f"ordering of dimensions i.e. input.dim() = {ndim} is not equal to len(dims) = {len(dims)}"
        )
    order = [wrap_dim(dim, ndim) for dim in dims]
    if len(set(order)) != ndim:
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    shape, strides = self.shape, strides_of(self)
    return restride(self, tuple([shape[dim] for dim in order]), tuple([strides[dim] for dim in order]), 0)


@KERNELS("transpose.int")
@shortcut("transpose")
def _transpose(self: Any, dim0: int, dim1: int) -> Any:
    ndim = self.ndim
    dim0, dim1 = wrap_dim(dim0, ndim), wrap_dim(dim1, ndim)
    shape, strides = list(self.shape), list(strides_of(self))
    if dim0 != dim1:
        shape[dim0], shape[dim1] = shape[dim1], shape[dim0]
        strides[dim0], strides[dim1] = strides[dim1], strides[dim0]
    return restride(self, tuple(shape), tuple(strides), 0)


@KERNELS("t")
@shortcut("t")
def _t(self: Any) -> Any:
    if self.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {self.ndim}D")
    return restride(self, tuple(self.shape[::-1]), tuple(strides_of(self)[::-1]), 0)


def _not_selectable(shape: Sequence[int], dim: int, index: int) -> IndexError:
    if not shape:
        return IndexError("select() cannot be applied to a 0-dim tensor.")
    return IndexError(f"select(): index {index} out of range for tensor of size {show(shape)} at dimension {dim}")


@KERNELS("select.int")
@shortcut("select")
def _select(self: Any, dim: int, index: int) -> Any:
    if dim == 0 and type(self) is np.ndarray:
        try:
            return self[index, ...]
        except IndexError:
            raise _not_selectable(self.shape, dim, index) from None
    shape, strides = self.shape, strides_of(self)
    if not shape:
        raise _not_selectable(shape, dim, index)
    dim = wrap_dim(dim, len(shape))
    size = shape[dim]
    if not (expected(-size <= index) and expected(index < size)):
        raise _not_selectable(shape, dim, index)
    offset = (index + size if index < 0 else index) * strides[dim]
    return restride(self, shape[:dim] + shape[dim + 1 :], strides[:dim] + strides[dim + 1 :], offset)


@KERNELS("slice.Tensor")
@shortcut("slice")
def _slice(self: Any, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1) -> Any:
    shape = self.shape
    if not shape:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    if step <= 0:
        raise RuntimeError(f"slice step must be positive, not {step}")
    if dim == 0 and type(self) is np.ndarray:
        made = self[start:end:step]
        if made.size:  # where nothing is left, NumPy and PyTorch start at different places
            return made
    strides, dim = strides_of(self), wrap_dim(dim, len(shape))
    start, length = slice_bounds(shape[dim], start, end, step)
    return restride(
        self,
        (*shape[:dim], length, *shape[dim + 1 :]),
        (*strides[:dim], strides[dim] * step, *strides[dim + 1 :]),
        start * strides[dim],
    )


def slice_bounds(size: int, start: int | None, end: int | None, step: int) -> tuple[int, int]:
    """The first position and the length of a slice of a dimension."""
    start = 0 if start is None else start + size if is_negative(start) else start
    end = size if end is None else end + size if is_negative(end) else end
    start = 0 if is_negative(start) else least(start, size)
    has_some = at_most(start, end)
    end = start if has_some is False else least(end, size)
    end = sym_max(start, end) if has_some is None else end
    return start, (end - start + step - 1) // step


@KERNELS("squeeze")
@shortcut("squeeze")
def _squeeze(self: Any) -> Any:
    kept = [dim for dim, size in enumerate(self.shape) if size != 1]
    return _keep(self, kept)


def _keep(self: Any, kept: Sequence[int]) -> Any:
    shape, strides = self.shape, strides_of(self)
    return restride(self, tuple([shape[dim] for dim in kept]), tuple([strides[dim] for dim in kept]), 0)


@KERNELS("squeeze.dim")
@shortcut("squeeze_dim")
def _squeeze_dim(self: Any, dim: int) -> Any:
    dim = wrap_dim(dim, self.ndim)
    return _keep(self, [one for one, size in enumerate(self.shape) if one != dim or size != 1])


@KERNELS("squeeze.dims")
def _squeeze_dims(self: Any, dim: Sequence[int]) -> Any:
    dims = wrap_dims(dim, self.ndim)
    return _keep(self, [one for one, size in enumerate(self.shape) if one not in dims or size != 1])


@KERNELS("unsqueeze")
@shortcut("unsqueeze")
def _unsqueeze(self: Any, dim: int) -> Any:
    shape, (strides, unit) = self.shape, own_strides(self)
    dim = wrap_dim(dim, len(shape) + 1)
    stride = shape[dim] * strides[dim] if dim < len(shape) else unit
    return restride(self, (*shape[:dim], 1, *shape[dim:]), (*strides[:dim], stride, *strides[dim:]), 0)


@KERNELS("diagonal")
@shortcut("diagonal")
def _diagonal(self: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    first, second = wrap_dim(dim1, self.ndim), wrap_dim(dim2, self.ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    shape, strides = self.shape, strides_of(self)
    least, most = (min, max) if type(self) is np.ndarray else (sym_min, sym_max)
    if offset >= 0:
        length, skip = least(shape[first], shape[second] - offset), offset * strides[second]
    else:
        length, skip = least(shape[first] + offset, shape[second]), -offset * strides[first]
    length = most(length, 0)
    start = (skip if length else 0) if type(length) is int else skip * sym_min(length, 1)
    if len(shape) == 2:
        return restride(self, (length,), (strides[first] + strides[second],), start)
    rest = [dim for dim in range(len(shape)) if dim not in (first, second)]
    return restride(
        self,
        (*[shape[dim] for dim in rest], length),
        (*[strides[dim] for dim in rest], strides[first] + strides[second]),
        start,
    )


def _cut(self: Any, sizes: Sequence[int], dim: int) -> list[Any]:
    """Neighbouring pieces of these sizes along a dimension."""
    shape, strides, start, pieces = self.shape, tuple(strides_of(self)), 0, []
    for size in sizes:
        pieces.append(restride(self, (*shape[:dim], size, *shape[dim + 1 :]), strides, start * strides[dim]))
        start += size
    return pieces


@ON_ARRAYS("unsafe_split.Tensor")
@KERNELS("split.Tensor")
@shortcut("split")
def _split(self: Any, split_size: int, dim: int = 0) -> list[Any]:
    if not self.ndim:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    if split_size < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={split_size}")
    dim = wrap_dim(dim, self.ndim)
    size = self.shape[dim]
    if split_size == 0 and size:
        raise RuntimeError(f"split_size can only be 0 if dimension size is 0, but got dimension size of {size}")
    count = index((size + split_size - 1) // split_size) if split_size else 0
    check_pieces("split", count)
    full = max(count - 1, 0)
    rest = size - split_size * full
    if not expected(rest >= 0):
        raise RuntimeError(f"split expects pieces inside of the dimension of size {size}")
    return _cut(self, [split_size] * full + [rest], dim)


@ON_ARRAYS("unsafe_split_with_sizes")
@KERNELS("split_with_sizes")
@shortcut("split_with_sizes")
def _split_with_sizes(self: Any, split_sizes: Sequence[int], dim: int = 0) -> list[Any]:
    if not self.ndim:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    dim = wrap_dim(dim, self.ndim)
    if not all(expected(size >= 0) for size in split_sizes):
        raise RuntimeError(
            "split_with_sizes expects split_sizes have only non-negative entries, but got "
            f"split_sizes={show(split_sizes)}"
        )
    if not expected(sum(split_sizes) == self.shape[dim]):
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {self.shape[dim]} (input tensor's size at "
            f"dimension {dim}), but got split_sizes={show(split_sizes)}"
        )
    return _cut(self, split_sizes, dim)


@KERNELS("unbind.int")
@shortcut("unbind")
def _unbind(self: Any, dim: int = 0) -> list[Any]:
    shape, strides = self.shape, strides_of(self)
    if not shape:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    dim = wrap_dim(dim, len(shape))
    count = index(shape[dim])
    check_pieces("unbind", count)
    rest, steps = shape[:dim] + shape[dim + 1 :], strides[:dim] + strides[dim + 1 :]
    return [restride(self, rest, steps, at * strides[dim]) for at in range(count)]


@KERNELS("unfold")
def _unfold(self: Any, dimension: int, size: int, step: int) -> Any:
    shape, strides = self.shape, strides_of(self)
    dim = wrap_dim(dimension, len(shape))
    length, stride = (shape[dim], strides[dim]) if shape else (1, own_strides(self)[1])
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    if size > length:
        raise RuntimeError(f"maximum size for tensor at dimension {dim} is {length} but size is {size}")
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    if not shape:
        return restride(self, (size,), (stride,), 0)
    count = (length - size) // step + 1
    between = stride * step
    most = (2**63 - 1) // self.itemsize * self.itemsize
    if type(between) is int and between > most and count == 1:  # no second one: NumPy need not hold how far it would be
        between = most
    return restride(
        self, (*shape[:dim], count, *shape[dim + 1 :], size), (*strides[:dim], between, *strides[dim + 1 :], stride), 0
    )


@KERNELS("alias", "detach")
@shortcut("alias")
def _alias(self: Any) -> Any:
    return restride(self, tuple(self.shape), tuple(strides_of(self)), 0)
