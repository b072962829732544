"""Indexing operators written over others."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, combinations_with_replacement, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from wye.aten.arrays.geometry import show
from wye.aten.composite_outputs import into
from wye.aten.declare import Rules
from wye.aten.metadata import (
    device_of,
    dtype_of,
    handled_in_python,
    ndim_of,
    numel_of,
    offset_of,
    reuse,
    size_of,
    stride_of,
)
from wye.call.packets import ops
from wye.schema.dtype_table import ROWS
from wye.schema.symbolic import sym_min
from wye.schema.values import DTYPES, LAYOUTS, MEMORY_FORMATS
from wye.tensors import Tensor
from wye.tensors.dense import CPU
from wye.tensors.layout import broadcast_shapes, wrap_dim

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten
_FEW = 1 << 12  # combinations whose places are kept


@IMPLICIT("take_along_dim")
def _take_along_dim(self: Any, indices: Any, dim: int | None = None, *, out: Any = None) -> Any:
    if dtype_of(indices).name not in (("int64", "int32") if dim is None else ("int64",)):
        raise RuntimeError(
            f"torch.take_along_dim(): dtype of indices should be Long but got {ROWS[dtype_of(indices).name].title}"
        )
    if dim is None:
        if out is None:
            return aten.gather.default(aten.view.default(self, [-1]), 0, aten.view.default(indices, [-1]))
        places = aten.view.default(indices, [-1])
        return into(out, aten.gather.default, aten.view.default(self, [-1]), 0, places)
    if ndim_of(self) != ndim_of(indices):
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, but got "
            f"{ndim_of(self)} dimensions for input, and {ndim_of(indices)} dimensions for indices"
        )
    dim = wrap_dim(dim, ndim_of(self))
    shape = broadcast_shapes(_without(self.shape, dim), _without(indices.shape, dim))
    places = aten.expand.default(indices, [*shape[:dim], size_of(indices, dim), *shape[dim + 1 :]])
    source = aten.expand.default(self, [*shape[:dim], size_of(self, dim), *shape[dim + 1 :]])
    return into(out, aten.gather.default, source, dim, aten.remainder.Scalar(places, size_of(source, dim)))


def _without(shape: Sequence[int], dim: int) -> tuple[int, ...]:
    """A shape in which one dimension broadcasts to anything."""
    return (*shape[:dim], 1, *shape[dim + 1 :])


@IMPLICIT("nonzero_numpy")
def _nonzero_numpy(self: Any) -> Any:
    return aten.unbind(aten.nonzero(self if ndim_of(self) else aten.unsqueeze.default(self, 0)), 1)


@IMPLICIT("argwhere")
def _argwhere(self: Any) -> Any:
    return aten.nonzero(self)


@IMPLICIT("fliplr")
def _fliplr(self: Any) -> Any:
    if ndim_of(self) < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return aten.flip(self, [1])


@IMPLICIT("flipud")
def _flipud(self: Any) -> Any:
    if ndim_of(self) < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return aten.flip(self, [0])


@EXPLICIT("rot90")
def _rot90(self: Any, k: int = 1, dims: Sequence[int] = (0, 1)) -> Any:
    ndim = ndim_of(self)
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {ndim}")
    first, second = (wrap_dim(dim, ndim) for dim in dims)
    if first == second:
        raise RuntimeError(f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}")
    turns = k % 4
    if turns == 0:
        return aten.clone.default(self, memory_format=MEMORY_FORMATS["contiguous_format"])
    if turns == 2:
        return aten.flip(self, [first, second])
    return aten.transpose.int(aten.flip(self, [second if turns == 1 else first]), first, second)


@IMPLICIT("tile")
def _tile(self: Any, dims: Sequence[int]) -> Any:
    return aten.repeat(self, [*[1] * (ndim_of(self) - len(dims)), *dims])


# ---- joining ----


@IMPLICIT("concat", "concatenate")
def _concat(tensors: Sequence[Any], dim: int = 0, *, out: Any = None) -> Any:
    return into(out, aten.cat.default, tensors, dim)


def _at_least(name: str, tensors: Sequence[Any], atleast: Any) -> list[Any]:
    if not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList")
    return [atleast(tensor) for tensor in tensors]


@IMPLICIT("hstack")
def _hstack(tensors: Sequence[Any], *, out: Any = None) -> Any:
    parts = _at_least("hstack", tensors, aten.atleast_1d)
    return into(out, aten.cat.default, parts, 0 if ndim_of(parts[0]) == 1 else 1)


@IMPLICIT("vstack", "row_stack")
def _vstack(tensors: Sequence[Any], *, out: Any = None) -> Any:
    return into(out, aten.cat.default, _at_least("vstack", tensors, aten.atleast_2d), 0)


@IMPLICIT("dstack")
def _dstack(tensors: Sequence[Any], *, out: Any = None) -> Any:
    return into(out, aten.cat.default, _at_least("dstack", tensors, aten.atleast_3d), 2)


@IMPLICIT("column_stack")
def _column_stack(tensors: Sequence[Any], *, out: Any = None) -> Any:
    return into(out, aten.hstack.default, _at_least("column_stack", tensors, _as_column))


def _as_column(tensor: Any) -> Any:
    return tensor if ndim_of(tensor) > 1 else aten.reshape.default(tensor, [numel_of(tensor), 1])


@IMPLICIT("cartesian_prod")
def _cartesian_prod(tensors: Sequence[Any]) -> Any:
    for tensor in tensors:
        if ndim_of(tensor) != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {show(tensor.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    return aten.stack.default([aten.flatten.using_ints(grid) for grid in aten.meshgrid.default(tensors)], 1)


@lru_cache(64)
def _chosen(count: int, r: int, with_replacement: bool) -> Any:
    """The places of each combination's first elements, of their second ones, and so on."""
    choose = combinations_with_replacement if with_replacement else combinations
    return np.array(list(choose(range(count), r)), np.int64).reshape(-1, r).T.copy()


@IMPLICIT("combinations")
def _combinations(self: Any, r: int = 2, with_replacement: bool = False) -> Any:
    if ndim_of(self) != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {show(self.shape)}")
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        options = {"dtype": dtype_of(self), "layout": LAYOUTS["strided"], "device": device_of(self)}
        return aten.empty.memory_format([0], **options)
    count, how = numel_of(self), {"layout": LAYOUTS["strided"], "device": device_of(self)}
    if count == 0 or (r > count and not with_replacement):  # the grid below would have r dimensions
        none = aten.unsqueeze.default(aten.slice.Tensor(self, 0, 0, 0), 1)
        return aten.contiguous.default(aten.expand.default(none, [0, r]))
    if type(count) is int and count**r <= _FEW and device_of(self).type == "cpu" and not handled_in_python(self):
        rows = [Tensor._over(places, CPU) for places in _chosen(count, r, with_replacement)]
        return aten.stack.default([aten.index_select.default(self, 0, one) for one in rows], 1)
    grids = aten.meshgrid.default([self] * r)
    order = aten.arange.default(count, dtype=DTYPES["int64"], **how)
    positions = aten.meshgrid.default([order] * r)
    mask = aten.full.default([count] * r, True, dtype=DTYPES["bool"], **how)
    for before, after in pairwise(positions):
        rising = aten.le.Tensor(before, after) if with_replacement else aten.lt.Tensor(before, after)
        mask = reuse(mask, "mul").Tensor(mask, rising)
    return aten.stack.default([aten.masked_select.default(grid, mask) for grid in grids], 1)


def _fill_diagonals(self: Any, fill_value: Any, *, wrap: bool) -> Any:
    """The same for arrays whose memory cannot be seen with other strides."""
    rows = size_of(self, 1) + 1 if wrap else size_of(self, 0)
    for start in range(0, size_of(self, 0), rows) if size_of(self, 0) else ():
        seen = aten.slice.Tensor(self, 0, start, start + rows)
        while ndim_of(seen) > 1:
            seen = aten.diagonal.default(seen, 0, 0, -1)
        aten.fill_.Scalar(seen, fill_value)
    return self


@IMPLICIT("fill_diagonal_")
def _fill_diagonal_(self: Any, fill_value: Any, wrap: bool = False) -> Any:
    if ndim_of(self) < 2:
        raise RuntimeError("dimensions must larger than 1")
    height, width = size_of(self, 0), size_of(self, 1)
    if ndim_of(self) > 2 and any(size != height for size in self.shape):
        raise RuntimeError("all dimensions of input must be of equal length")
    if not isinstance(self, Tensor):
        return _fill_diagonals(self, fill_value, wrap=wrap and ndim_of(self) == 2)
    offset, step, length = offset_of(self), sum(stride_of(self)), sym_min(height, width)
    aten.fill_(aten.as_strided.default(self, [length], [step], offset), fill_value)
    if wrap and ndim_of(self) == 2 and height > width + 1:
        more = -(-numel_of(self) // (width + 1)) - length
        aten.fill_(aten.as_strided.default(self, [more], [step], offset + stride_of(self, 0) * (width + 1)), fill_value)
    return self


# ---- gradients of indexing ----


@IMPLICIT("gather_backward")
def _gather_backward(grad: Any, self: Any, dim: int, index: Any, sparse_grad: bool) -> Any:
    return aten.scatter_add_(aten.new_zeros.default(grad, self.shape), dim, index, grad)


@IMPLICIT("index_select_backward")
def _index_select_backward(grad: Any, self_sizes: Sequence[int], dim: int, index: Any) -> Any:
    options = {"dtype": dtype_of(grad), "layout": LAYOUTS["strided"], "device": device_of(grad)}
    made = aten.new_zeros.default(grad, self_sizes, **options)
    if handled_in_python(grad):
        return aten.index_add.default(made, dim, index, grad)
    return aten.index_add_.default(made, dim, index, grad)


@IMPLICIT("masked_select_backward")
def _masked_select_backward(grad: Any, input: Any, mask: Any) -> Any:
    shape = broadcast_shapes(tuple(input.shape), tuple(mask.shape))
    wide = aten.expand.default(input, [*shape])
    made = aten.zeros_like.default(wide, memory_format=MEMORY_FORMATS["preserve_format"])
    if handled_in_python(grad):
        return aten.masked_scatter.default(made, mask, grad)
    return aten.masked_scatter_.default(made, mask, grad)
