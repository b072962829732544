"""Indexing operators written over others."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from wye.aten.arrays.geometry import show, wrap_dim
from wye.aten.declare import Rules
from wye.call.packets import ops
from wye.schema.values import DTYPES, MEMORY_FORMATS
from wye.tensors.layout import broadcast_shapes

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()


@IMPLICIT("take_along_dim")
def _take_along_dim(self: Any, indices: Any, dim: int | None = None) -> Any:
    if indices.dtype.name != "int64":
        raise RuntimeError(f"torch.take_along_dim(): dtype of indices should be Long but got {indices.dtype}")
    if dim is None:
        return self.view([-1]).gather(0, indices.view([-1]))
    if self.dim() != indices.dim():
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, but got "
            f"{self.dim()} dimensions for input, and {indices.dim()} dimensions for indices"
        )
    dim = wrap_dim(dim, self.dim())
    shape = broadcast_shapes(_without(self.shape, dim), _without(indices.shape, dim))
    source = self.expand([*shape[:dim], self.size(dim), *shape[dim + 1 :]])
    return source.gather(dim, indices.expand([*shape[:dim], indices.size(dim), *shape[dim + 1 :]]))


def _without(shape: Sequence[int], dim: int) -> tuple[int, ...]:
    """A shape in which one dimension broadcasts to anything."""
    return (*shape[:dim], 1, *shape[dim + 1 :])


@IMPLICIT("nonzero_numpy")
def _nonzero_numpy(self: Any) -> Any:
    return ops.aten.unbind((self if self.dim() else self.unsqueeze(0)).nonzero(), 1)


@IMPLICIT("argwhere")
def _argwhere(self: Any) -> Any:
    return self.nonzero()


@IMPLICIT("fliplr")
def _fliplr(self: Any) -> Any:
    if self.dim() < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return self.flip([1])


@IMPLICIT("flipud")
def _flipud(self: Any) -> Any:
    if self.dim() < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return self.flip([0])


@EXPLICIT("rot90")
def _rot90(self: Any, k: int = 1, dims: Sequence[int] = (0, 1)) -> Any:
    ndim = self.dim()
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {ndim}")
    first, second = (wrap_dim(dim, ndim) for dim in dims)
    if first == second:
        raise RuntimeError(f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}")
    turns = k % 4
    if turns == 0:
        return self.clone(memory_format=MEMORY_FORMATS["contiguous_format"])
    if turns == 2:
        return self.flip([first, second])
    return self.flip([second if turns == 1 else first]).transpose(first, second)


@IMPLICIT("tile")
def _tile(self: Any, dims: Sequence[int]) -> Any:
    return self.repeat([*[1] * (self.dim() - len(dims)), *dims])


# ---- joining ----


@IMPLICIT("concat", "concatenate")
def _concat(tensors: Sequence[Any], dim: int = 0) -> Any:
    return ops.aten.cat(tensors, dim)


def _at_least(name: str, tensors: Sequence[Any], atleast: Any) -> list[Any]:
    if not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList")
    return [atleast(tensor) for tensor in tensors]


@IMPLICIT("hstack")
def _hstack(tensors: Sequence[Any]) -> Any:
    parts = _at_least("hstack", tensors, ops.aten.atleast_1d)
    return ops.aten.cat(parts, 0 if parts[0].dim() == 1 else 1)


@IMPLICIT("vstack", "row_stack")
def _vstack(tensors: Sequence[Any]) -> Any:
    return ops.aten.cat(_at_least("vstack", tensors, ops.aten.atleast_2d), 0)


@IMPLICIT("dstack")
def _dstack(tensors: Sequence[Any]) -> Any:
    return ops.aten.cat(_at_least("dstack", tensors, ops.aten.atleast_3d), 2)


@IMPLICIT("column_stack")
def _column_stack(tensors: Sequence[Any]) -> Any:
    return ops.aten.hstack(_at_least("column_stack", tensors, _as_column))


def _as_column(tensor: Any) -> Any:
    return tensor if tensor.dim() > 1 else tensor.reshape([tensor.numel(), 1])


@IMPLICIT("cartesian_prod")
def _cartesian_prod(tensors: Sequence[Any]) -> Any:
    for tensor in tensors:
        if tensor.dim() != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {show(tensor.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    return ops.aten.stack([grid.reshape([-1]) for grid in ops.aten.meshgrid(tensors, indexing="ij")], 1)


@IMPLICIT("combinations")
def _combinations(self: Any, r: int = 2, with_replacement: bool = False) -> Any:
    if self.dim() != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {show(self.shape)}")
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return ops.aten.empty([0], dtype=self.dtype, device=self.device)
    count = self.numel()
    order = ops.aten.arange(count, dtype=DTYPES["int64"], device=self.device)
    positions = ops.aten.meshgrid([order] * r, indexing="ij")
    mask = ops.aten.ones([count] * r, dtype=DTYPES["bool"], device=self.device)
    for before, after in pairwise(positions):
        mask = mask.logical_and(before.le(after) if with_replacement else before.lt(after))
    return ops.aten.stack([grid.masked_select(mask) for grid in ops.aten.meshgrid([self] * r, indexing="ij")], 1)


@IMPLICIT("fill_diagonal_")
def _fill_diagonal_(self: Any, fill_value: Any, wrap: bool = False) -> Any:
    if self.dim() < 2:
        raise RuntimeError("dimensions must larger than 1")
    height, width = self.size(0), self.size(1)
    if self.dim() > 2 and any(size != height for size in self.shape):
        raise RuntimeError("all dimensions of input must be of equal length")
    offset, step, length = self.storage_offset(), sum(self.stride()), min(height, width)
    self.as_strided([length], [step], offset).fill_(fill_value)
    if wrap and self.dim() == 2 and height > width + 1:
        more = -(-self.numel() // (width + 1)) - length
        self.as_strided([more], [step], offset + self.stride(0) * (width + 1)).fill_(fill_value)
    return self


# ---- gradients of indexing ----


@IMPLICIT("gather_backward")
def _gather_backward(grad: Any, self: Any, dim: int, index: Any, sparse_grad: bool) -> Any:
    return grad.new_zeros(self.shape).scatter_add_(dim, index, grad)


@IMPLICIT("index_select_backward")
def _index_select_backward(grad: Any, self_sizes: Sequence[int], dim: int, index: Any) -> Any:
    return grad.new_zeros(self_sizes).index_add_(dim, index, grad)


@IMPLICIT("masked_select_backward")
def _masked_select_backward(grad: Any, input: Any, mask: Any) -> Any:
    shape = broadcast_shapes(tuple(input.shape), tuple(mask.shape))
    return ops.aten.zeros_like(input.expand([*shape])).masked_scatter_(mask, grad)
