"""Advanced indexing: elements at positions given by tensors.

A kernel given MetaArrays stops where the elements would be touched, so it is its own fake kernel; what depends on the
values of masks is refused there.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from wye.aten.arrays.allocation import allocate, cast_number, store
from wye.aten.arrays.geometry import show, view_strides
from wye.aten.declare import Rules, shortcut
from wye.aten.kernels.factory import KERNELS as FACTORIES
from wye.aten.kernels.view import KERNELS as VIEWS
from wye.aten.outputs import check_apart, check_no_overlap, warn_of_overlap
from wye.schema.symbolic import expected
from wye.schema.values import DTYPES
from wye.tensors.dtypes import name_of, title_of
from wye.tensors.layout import broadcast_shapes, own_strides, pointwise_strides, steps_of, wrap_dim
from wye.tensors.meta_array import MetaArray, describe, restride

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["KERNELS", "as_one_dim", "check_positions", "extremes", "needs_values"]

KERNELS = Rules()

_clone = FACTORIES["clone"]
_FEW_ROWS = 16  # of an embedding, which are added one by one


def needs_values(name: str) -> NotImplementedError:
    """The error of an operator on `meta` if the shape of its result depends on elements."""
    return NotImplementedError(
        f"aten::{name}: the shape of the result depends on the elements, and tensors on 'meta' have none; "
        "compute it on another device"
    )


def _names_positions(dtype: Any) -> bool:
    return dtype.char in "lqi" and dtype.itemsize >= 4  # making names is slow


def _positions_of_mask(self: Any, mask: Any, dim: int) -> list[Any]:
    """A mask as one index per dimension that it covers."""
    for at, size in enumerate(mask.shape):
        if dim + at >= self.ndim or size != self.shape[dim + at]:
            raise IndexError(
                f"The shape of the mask {show(mask.shape)} at index {at} does not match the shape of the indexed "
                f"tensor {show(self.shape)} at index {dim + at}"
            )
    if type(mask) is MetaArray:
        raise needs_values("index.Tensor")
    return list(np.nonzero(mask))


def _expand_masks(self: Any, indices: Sequence[Any]) -> list[Any]:
    """One index of positions, or None, for each dimension."""
    if len(indices) > self.ndim:
        raise IndexError(f"too many indices for tensor of dimension {self.ndim} (got {len(indices)})")
    found: list[Any] = []
    for index in indices:
        if index is None or _names_positions(index.dtype):
            found.append(index)
        elif index.dtype.char in "?B":
            if index.dtype.char == "B":
                old, new = DTYPES["uint8"], DTYPES["bool"]
                text = f"indexing with dtype {old} is now deprecated, please use a dtype {new} instead."
                warnings.warn(text, stacklevel=2)
            found.extend(_positions_of_mask(self, index, len(found)))
        else:
            raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    if len(found) > self.ndim:
        raise IndexError(f"too many indices for tensor of dimension {self.ndim} (got {len(found)})")
    return found + [None] * (self.ndim - len(found))


def _common_shape(indices: Sequence[Any]) -> tuple[int, ...]:
    shapes = [tuple(index.shape) for index in indices]
    try:
        return broadcast_shapes(*shapes)
    except RuntimeError:
        raise IndexError(
            "shape mismatch: indexing tensors could not be broadcast together with shapes "
            + ", ".join(show(shape) for shape in shapes)
        ) from None


_known_steps: dict[Any, tuple[int, ...]] = {}  # by what a source and its indices look like: computing them is slow
_MOST_KNOWN = 1024


class _Plan:
    """Where an indexed result's dimensions come from."""

    __slots__ = ("before", "common", "indices", "shape")

    def __init__(self, array: Any, indices: Sequence[Any]) -> None:
        self.indices = _expand_masks(array, indices)
        given = [dim for dim, index in enumerate(self.indices) if index is not None]
        self.common = _common_shape([self.indices[dim] for dim in given])
        # Indices side by side leave their dimensions in place; others come first.
        together = bool(given) and given[-1] - given[0] + 1 == len(given)
        self.before = given[0] if together else 0
        rest = [size for size, index in zip(array.shape, self.indices, strict=True) if index is None]
        self.shape = (*rest[: self.before], *self.common, *rest[self.before :])
        if 0 not in self.common and any(array.shape[dim] == 0 for dim in given):
            raise IndexError("index is out of bounds for dimension with size 0")

    def key(self) -> tuple[Any, ...]:
        """The index as NumPy takes it."""
        return tuple(slice(None) if index is None else index for index in self.indices)

    def steps(self, array: Any) -> tuple[int, ...]:
        """The result's strides, in elements: as an elementwise one of the source and the indices in its shape."""
        if type(array) is MetaArray:  # its sizes may be symbols
            return self._steps(array)
        looks = tuple([None if one is None else (one.shape, one.strides, one.dtype) for one in self.indices])
        key = (array.shape, array.strides, array.dtype, looks)
        found = _known_steps.get(key)
        if found is None:
            if len(_known_steps) >= _MOST_KNOWN:
                _known_steps.clear()
            found = _known_steps[key] = self._steps(array)
        return found

    def _steps(self, array: Any) -> tuple[int, ...]:
        rest = [step for step, index in zip(steps_of(array), self.indices, strict=True) if index is None]
        gap = len(self.common)
        source = (*rest[: self.before], *[0] * gap, *rest[self.before :])
        operands = [MetaArray(self.shape, array.dtype, source)]
        around = (*[1] * self.before, *self.common, *[1] * (len(rest) - self.before))
        for index in self.indices:
            if index is not None:
                common = MetaArray(self.common, index.dtype, self._broadcast(index))
                operands.append(MetaArray(around, index.dtype, view_strides(common, around)))
        return pointwise_strides(self.shape, 1, operands)

    def _broadcast(self, index: Any) -> tuple[int, ...]:
        """The steps of an index that is expanded to the shape of all."""
        return steps_of(VIEWS["expand"](describe(index), self.common))


def _out_of_bounds(error: IndexError) -> IndexError:
    return IndexError(str(error).replace("axis", "dimension"))


def _columns(self: Any, index: Any) -> Any:
    """Columns of a row-major array at several positions; None: it is another case."""
    if index.dtype.char not in "lq" or index.ndim != 1 or index.size < 2:
        return None
    try:
        return self.take(index, 1)
    except IndexError as error:
        raise _out_of_bounds(error) from None


def _rows(self: Any, index: Any) -> Any:
    """The common case: rows of a row-major array, or elements under a mask of its shape; None: it is another case."""
    kind = index.dtype.kind
    if kind == "b":
        if index.shape == self.shape:
            return self[index]
        return self.take(index.nonzero()[0], 0) if index.shape == self.shape[:1] else None
    if kind != "i" or index.ndim != 1 or not index.size:
        return None
    if not _names_positions(index.dtype):
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    try:
        return self.take(index, 0)
    except IndexError as error:
        raise _out_of_bounds(error) from None


@KERNELS("index.Tensor")
@shortcut("index")
def _index(self: Any, indices: Sequence[Any]) -> Any:
    if len(indices) == 1 and type(self) is np.ndarray and self.ndim and indices[0] is not None and _is_plain(self):
        found = _rows(self, indices[0])
        if found is not None:
            return found
    elif len(indices) == 2 and indices[0] is None and type(self) is np.ndarray and self.ndim > 1 and _is_plain(self):
        found = None if indices[1] is None else _columns(self, indices[1])
        if found is not None:
            return found
    plan = _Plan(self, indices)
    if type(self) is MetaArray or 0 in plan.shape:
        return allocate(self, plan.shape, self.dtype, plan.steps(self))
    try:
        found = self[plan.key()]
    except IndexError as error:
        raise _out_of_bounds(error) from None
    steps = plan.steps(self)
    if steps_of(found) == steps and found.base is not self:
        return found
    made = allocate(self, plan.shape, self.dtype, steps)
    store(made, found)
    return made


@KERNELS("_unsafe_index.Tensor")
def _unsafe_index(self: Any, indices: Sequence[Any]) -> Any:
    for index in indices:
        if index is not None and not _names_positions(index.dtype):
            raise RuntimeError(f"_unsafe_index found unexpected index type {title_of(index.dtype)}")
    return _index(self, indices)


def _is_plain(array: Any) -> bool:
    """Row-major, and no dimension whose stride does not matter."""
    return bool(array.flags.c_contiguous) and 1 not in array.shape and 0 not in array.shape


@KERNELS("_index_put_impl_")
def _index_put_impl_(
    self: Any, indices: Sequence[Any], values: Any, accumulate: bool = False, unsafe: bool = False
) -> Any:
    if type(self) is MetaArray and any(index is not None and not _names_positions(index.dtype) for index in indices):
        return self  # what masks select depends on their elements; the result has the layout of `self` in any case
    fills = values.size == 1 and not accumulate and _is_one_mask(self, indices)
    if type(self) is np.ndarray:
        warn_of_overlap("index_put_", self, "tensor[indices] = tensor")
        check_apart(self, *(() if fills else (values, *indices)))
    if len(indices) == 1 and _put_rows(self, indices[0], values, accumulate):
        return self
    if fills:
        values = _as_element(values, self)  # one value under a mask is converted, as masked_fill does
    plan = _Plan(self, indices)
    if not _is_expandable(values.shape, plan.shape):
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {show(values.shape)} cannot be broadcast to indexing result of "
            f"shape {show(plan.shape)}"
        )
    if values.dtype != self.dtype:
        raise RuntimeError(
            f"Index put requires the source and destination dtypes match, got {title_of(self.dtype)} for the "
            f"destination and {title_of(values.dtype)} for the source."
        )
    if type(self) is MetaArray or 0 in plan.shape:
        return self
    try:
        if accumulate:
            _add_at(self, plan, values)
        else:
            self[plan.key()] = values
    except IndexError as error:
        raise _out_of_bounds(error) from None
    return self


def _put_rows(self: Any, index: Any, values: Any, accumulate: bool) -> bool:
    """The common case: one element, or one for each place, at positions or under a mask; False: it is another case."""
    if type(self) is not np.ndarray or not self.ndim or index is None or values.dtype is not self.dtype:
        return False
    kind, shape = index.dtype.char, index.shape
    if kind == "?":
        fits = shape == self.shape[: len(shape)] and bool(shape) and not values.ndim and not accumulate
    else:
        fits = kind in "lq" and len(shape) == 1 and index.size and values.shape in ((), shape + self.shape[1:])
    if not fits:
        return False
    try:
        if accumulate:
            np.add.at(self, index, values)
        else:
            self[index] = values
    except IndexError as error:
        raise _out_of_bounds(error) from None
    return True


def _add_at(self: Any, plan: _Plan, values: Any) -> None:
    """Add to the elements at an index; repeated positions are added repeatedly."""
    key, values = plan.key(), np.broadcast_to(values, plan.shape)
    if self.ndim == 1:  # NumPy misreads values that it would have to broadcast to an index of several dimensions
        key, values = (key[0].reshape(-1) if key[0].shape == plan.shape else key[0],), values.reshape(-1)
    np.add.at(self, key, values)


def _is_one_mask(self: Any, indices: Sequence[Any]) -> bool:
    given = [(dim, index) for dim, index in enumerate(indices) if index is not None]
    if len(given) != 1 or given[0][1].dtype.char not in "?B":
        return False
    dim, mask = given[0]
    if tuple(self.shape[dim : dim + mask.ndim]) != tuple(mask.shape):
        return False  # the plan says what does not match
    if mask.dtype.char == "B":
        raise RuntimeError("masked_fill_ only supports boolean masks, but got mask with dtype unsigned char")
    return True


def _as_element(value: Any, like: Any) -> Any:
    """The only element of an array in the dtype of another one."""
    if value.dtype == like.dtype:
        return value
    if type(like) is MetaArray:
        return MetaArray(tuple(value.shape), like.dtype)
    return np.full(value.shape, cast_number(value.item(), like.dtype), like.dtype)


def _is_expandable(shape: Sequence[int], to: Sequence[int]) -> bool:
    gap = len(to) - len(shape)
    return gap >= 0 and all(size in (1, to[gap + dim]) for dim, size in enumerate(shape))


@KERNELS("index_put_")
@shortcut("index_put_")
def _index_put_(self: Any, indices: Sequence[Any], values: Any, accumulate: bool = False) -> Any:
    return _index_put_impl_(self, indices, values, accumulate)


@KERNELS("index_put", "_unsafe_index_put")
@shortcut("index_put")
def _index_put(self: Any, indices: Sequence[Any], values: Any, accumulate: bool = False) -> Any:
    return _index_put_impl_(_clone(self), indices, values, accumulate)


@KERNELS("_index_put_impl")
def _index_put_impl(
    self: Any, indices: Sequence[Any], values: Any, accumulate: bool = False, unsafe: bool = False
) -> Any:
    return _index_put_impl_(_clone(self), indices, values, accumulate)


def check_positions(index: Any, size: int, error: str) -> None:
    """Are all positions inside a dimension?  Negative ones are not.

    Raises:
        IndexError: one is not.
    """
    if index.size:
        least, largest = extremes(index)
        if least < 0 or largest >= size:
            raise IndexError(error)


def extremes(index: Any) -> tuple[int, int]:
    """The least and the largest position of an index that has elements."""
    if index.size <= 32:  # Python takes a fraction of the time of NumPy's reductions
        positions = index.ravel().tolist()
        return min(positions), max(positions)
    return int(index.min()), int(index.max())


@KERNELS("index_select")
@shortcut("index_select")
def _index_select(self: Any, dim: int, index: Any) -> Any:
    dim = wrap_dim(dim, self.ndim)
    if index.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if not _names_positions(index.dtype):
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")
    if not self.ndim and not expected(index.size == 1):
        raise RuntimeError(f"index_select(): Index to scalar can have only 1 value, got {index.size} value(s)")
    if self.ndim > 1 and not self.shape[dim] and index.size:
        raise RuntimeError("index_select(): self indexing axis dim should be positive")
    shape = (*self.shape[:dim], index.size, *self.shape[dim + 1 :]) if self.ndim else ()
    if type(self) is not MetaArray:
        check_positions(index, self.shape[dim] if self.ndim else 1, "index out of range in self")
    if type(self) is MetaArray or 0 in shape:
        return allocate(self, shape, self.dtype)
    if not self.ndim:
        return self.copy()
    return self.take(index.reshape(-1), dim)


@KERNELS("take")
@shortcut("take")
def _take(self: Any, index: Any) -> Any:
    if index.dtype.char not in "lq" or index.itemsize != 8:
        raise RuntimeError(f"take(): Expected a long tensor for index, but got {title_of(index.dtype)}")
    if not self.size and index.size:
        raise IndexError("take(): tried to take from an empty tensor")
    made = allocate(self, tuple(index.shape), self.dtype)
    if type(made) is not MetaArray and index.size:
        _check_flat(self, index)
        self.reshape(-1).take(index, out=made, mode="wrap")
    return made


def _check_flat(self: Any, index: Any) -> None:
    least, largest = extremes(index)
    if least < -self.size or largest >= self.size:
        wrong = index[(index < -self.size) | (index >= self.size)]
        raise IndexError(
            f"out of range: tried to access index {int(wrong.flat[0])} on a tensor of {self.size} elements."
        )


@KERNELS("put_")
@shortcut("put_")
def _put_(self: Any, index: Any, source: Any, accumulate: bool = False) -> Any:
    check_no_overlap(self)
    check_apart(self, index, source)
    if name_of(index.dtype) != "int64":
        raise RuntimeError(f"put_(): Expected a long tensor for index, but got {title_of(index.dtype)}")
    if self.dtype != source.dtype:
        raise RuntimeError(
            "put_(): self and source expected to have the same dtype, but got self.dtype = "
            f"{title_of(self.dtype)} and source.dtype = {title_of(source.dtype)}"
        )
    if index.size != source.size:
        raise IndexError(
            "put_(): Expected source and index to have the same number of elements, but got source.numel() = "
            f"{source.size}, index.numel() = {index.size}"
        )
    if not self.size and index.size:
        raise IndexError("put_(): Tried to put elements into an empty tensor")
    if type(self) is MetaArray or not index.size:
        return self
    _check_flat(self, index)
    target = as_one_dim(self)
    at = np.unravel_index(index.reshape(-1) % self.size, target.shape)
    if accumulate:
        np.add.at(target, at, source.reshape(-1))
    else:
        target[at] = source.reshape(-1)
    return self


@KERNELS("put")
def _put(self: Any, index: Any, source: Any, accumulate: bool = False) -> Any:
    return _put_(_clone(self), index, source, accumulate)


@KERNELS("masked_select")
def _masked_select(self: Any, mask: Any) -> Any:
    if name_of(mask.dtype) != "bool":
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    shape = broadcast_shapes(tuple(self.shape), tuple(mask.shape))
    if type(self) is MetaArray:
        raise needs_values("masked_select")
    found = np.broadcast_to(self, shape)[np.broadcast_to(mask, shape)]
    return found if found.size else allocate(None, (0,), self.dtype)


@KERNELS("masked_scatter_")
def _masked_scatter_(self: Any, mask: Any, source: Any) -> Any:
    check_no_overlap(self)
    if self.dtype != source.dtype:
        raise RuntimeError(
            "masked_scatter: expected self and source to have same dtypes but got "
            f"{title_of(self.dtype)} and {title_of(source.dtype)}"
        )
    if name_of(mask.dtype) != "bool":
        raise RuntimeError(
            f"masked_scatter_ only supports boolean masks, but got mask with dtype {title_of(mask.dtype)}"
        )
    if not _is_expandable(mask.shape, self.shape):
        raise RuntimeError(
            f"masked_scatter_: a mask of shape {show(mask.shape)} cannot be broadcast to {show(self.shape)}"
        )
    if type(self) is MetaArray:
        return self
    wanted = np.broadcast_to(mask, self.shape)
    count = int(np.count_nonzero(wanted))
    if count > source.size:
        raise RuntimeError(f"Number of elements of source < number of ones in mask: {source.size} < {count}")
    self[wanted] = source.reshape(-1)[:count]
    return self


@KERNELS("masked_scatter")
@shortcut("masked_scatter")
def _masked_scatter(self: Any, mask: Any, source: Any) -> Any:
    shape = broadcast_shapes(tuple(self.shape), tuple(mask.shape))
    made = allocate(self, shape, self.dtype)
    store(made, self)
    return _masked_scatter_(made, mask, source)


@KERNELS("nonzero")
def _nonzero(self: Any) -> Any:
    if type(self) is MetaArray:
        raise needs_values("nonzero")
    if not self.ndim:
        count = int(bool(self))
        return allocate(None, (count, 0), np.dtype("int64"), (1, count))
    found = np.nonzero(self)
    # One dimension's positions lie behind the other's.
    all_dims = np.stack(found) if self.ndim > 1 else found[0]
    return restride(all_dims, (found[0].size, self.ndim), (8, 8 * found[0].size), 0)


@KERNELS("nonzero_static")
def _nonzero_static(self: Any, *, size: int, fill_value: int = -1) -> Any:
    if size < 0:
        raise RuntimeError(f"nonzero_static: 'size' must be an non-negative integer, got {size}")
    made = allocate(self, (size, self.ndim), np.dtype("int64"))
    if type(made) is not MetaArray:
        found = _nonzero(self)[:size]
        made[: found.shape[0]] = found
        made[found.shape[0] :] = fill_value
    return made


@KERNELS("embedding")
def _embedding(
    weight: Any, indices: Any, padding_idx: int = -1, scale_grad_by_freq: bool = False, sparse: bool = False
) -> Any:
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    if not _names_positions(indices.dtype):
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
            f"{title_of(indices.dtype)} instead (while checking arguments for embedding)"
        )
    shape = (*indices.shape, weight.shape[1])
    if type(weight) is not MetaArray:
        check_positions(indices, weight.shape[0], "index out of range in self")
        if 0 not in shape:
            return weight.take(indices, 0)
    return allocate(weight, shape, weight.dtype)


@KERNELS("embedding_renorm")
def _embedding_renorm(self: Any, indices: Any, max_norm: float, norm_type: float) -> Any:
    """A table in which the rows that are used have at most this norm."""
    if self.ndim != 2:
        raise RuntimeError("'self' must be 2-D")
    if not _names_positions(indices.dtype):
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
            f"{title_of(indices.dtype)} instead (while checking arguments for embedding_renorm_)"
        )
    made = allocate(self, self.shape, self.dtype)
    if type(made) is MetaArray:
        return made
    check_positions(indices, self.shape[0], "index out of range in self")
    made[...] = self
    rows = np.unique(indices)
    norms = np.linalg.norm(made[rows], norm_type, axis=1)
    long = norms > max_norm
    made[rows[long]] *= (max_norm / (norms[long] + 1e-7)).astype(self.dtype)[:, None]
    return made


@KERNELS("embedding_dense_backward")
def _embedding_dense_backward(
    grad_output: Any, indices: Any, num_weights: int, padding_idx: int, scale_grad_by_freq: bool
) -> Any:
    if not _names_positions(indices.dtype):
        raise RuntimeError(
            "Expected tensor for argument #2 'indices' to have one of the following scalar types: Long, Int; but got "
            f"{title_of(indices.dtype)} instead (while checking arguments for embedding_backward)"
        )
    made = allocate(grad_output, (num_weights, grad_output.shape[-1]), grad_output.dtype, None, np.zeros)
    if type(made) is MetaArray or not indices.size:
        return made
    rows, grads = indices.reshape(-1), grad_output.reshape(indices.size, grad_output.shape[-1])
    if indices.size <= _FEW_ROWS and not scale_grad_by_freq:
        for row, grad in zip(rows.tolist(), grads, strict=True):
            if 0 <= row < num_weights and row != padding_idx:
                made[row] += grad
        return made
    wanted = (rows != padding_idx) & (rows >= 0) & (rows < num_weights)
    rows, grads = rows[wanted], grads[wanted]
    if scale_grad_by_freq:
        counts = np.bincount(rows, minlength=num_weights)[rows][:, None]
        # 1 / count is rounded to the dtype first, as in PyTorch: for integers it is 0.
        grads = grads * (counts == 1) if grads.dtype.kind in "iu" else (grads / counts).astype(grads.dtype)
    np.add.at(made, rows, grads)
    return made


def as_one_dim(array: Any) -> Any:
    """An array with at least one dimension: the same memory."""
    return array if array.ndim else restride(array, (1,), (own_strides(array)[1],), 0)
