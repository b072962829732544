"""Copies of views, and copies of a tensor with a view of it replaced.

Written once over the view kernels, for arrays and MetaArrays.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from wye.aten.arrays.allocation import allocate, clone_keeping_strides, contiguous_clone, store
from wye.aten.arrays.geometry import infer_size, narrow_start, show
from wye.aten.declare import Rules, shortcut
from wye.aten.kernels.elementwise_copy import check_fits
from wye.aten.kernels.view import KERNELS as VIEWS
from wye.aten.kernels.view import as_strided
from wye.aten.kernels.view_in_place import refusing
from wye.tensors.layout import wrap_dim
from wye.tensors.meta_array import MetaArray

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["KERNELS", "ON_ARRAYS"]

KERNELS = Rules()
ON_ARRAYS = Rules()  # for plain arrays; tensors have rules of their own
_SMALL = 1 << 12  # elements that are made before it is known whether they fit


def _copying(view: Callable[..., Any]) -> Callable[..., Any]:
    """The operator that copies the result of a view operator."""

    def copy(self: Any, *args: Any, **kwargs: Any) -> Any:
        seen = view(self, *args, **kwargs)
        return [contiguous_clone(one) for one in seen] if isinstance(seen, list) else contiguous_clone(seen)

    return copy


for _name in (
    "view.dtype", "expand", "permute", "transpose.int", "t", "select.int", "slice.Tensor", "squeeze", "squeeze.dim",
    "squeeze.dims", "unsqueeze", "diagonal", "split.Tensor", "split_with_sizes", "unbind.int", "unfold", "alias",
    "detach", "view_as_real", "view_as_complex",
):  # fmt: skip
    _base, _dot, _overload = _name.partition(".")
    KERNELS[f"{_base}_copy{_dot}{_overload}"] = _copying(VIEWS[_name])
shortcut("select_copy")(KERNELS["select_copy.int"])


@KERNELS("view_copy", "_reshape_copy")
def _view_copy(self: Any, size: Sequence[int]) -> Any:
    made = allocate(self, infer_size(size, self.size), self.dtype)
    if type(made) is not MetaArray:
        store(made, self.reshape(made.shape))
    return made


@KERNELS("narrow_copy")
def _narrow_copy(self: Any, dim: int, start: int, length: int) -> Any:
    start = narrow_start(self.shape, dim, start, length)
    return contiguous_clone(VIEWS["slice.Tensor"](self, dim, start, start + length))


def _replace(self: Any, src: Any, view: Callable[..., Any], *args: Any) -> Any:
    """A copy of ``self`` in which what the view shows is ``src``."""
    made = clone_keeping_strides(self)
    seen = view(made, *args)
    if tuple(seen.shape) != tuple(src.shape):
        raise RuntimeError(
            "expected src to have a size equal to the slice of self. "
            f"src size = {show(src.shape)}, slice size = {show(seen.shape)}"
        )
    store(seen, src)
    return made


for _name in ("as_strided_copy", "as_strided_scatter"):
    ON_ARRAYS[_name] = refusing(_name)


@ON_ARRAYS("select_scatter")
def _select_scatter(self: Any, src: Any, dim: int, index: int) -> Any:
    return _replace(self, src, VIEWS["select.int"], dim, index)


@ON_ARRAYS("slice_scatter")
def _slice_scatter(
    self: Any, src: Any, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Any:
    return _replace(self, src, VIEWS["slice.Tensor"], dim, start, end, step)


@ON_ARRAYS("diagonal_scatter")
def _diagonal_scatter(self: Any, src: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    return _replace(self, src, VIEWS["diagonal"], offset, dim1, dim2)


@KERNELS("diag_embed")
def _diag_embed(self: Any, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any:
    if type(self) is np.ndarray and self.ndim == 1 and (dim1, dim2) == (-2, -1):
        size = abs(offset) + self.size
        made = np.zeros((size, size), self.dtype)
        start = offset if offset >= 0 else -offset * size
        made.reshape(-1)[start : start + self.size * (size + 1) : size + 1] = self
        return made
    ndim = self.ndim + 1
    first, second = wrap_dim(dim1, ndim), wrap_dim(dim2, ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    size = abs(offset) + self.shape[-1]
    shape = list(self.shape[:-1])
    for dim in sorted((first, second)):
        shape.insert(dim, size)
    made = allocate(self, tuple(shape), self.dtype, None, np.zeros)
    store(VIEWS["diagonal"](made, offset, first, second), self)
    return made


def _into(shape: Sequence[int], grad: Any, view: Callable[..., Any], *args: Any) -> Any:
    """Zeros of a shape in which what the view shows is ``grad``."""
    sizes = tuple(shape)
    if type(grad) is np.ndarray and sizes and 0 < prod(sizes) <= _SMALL and min(sizes) > 0:
        made = np.zeros(sizes, grad.dtype)
        seen = view(made, *args)
        if seen.shape != grad.shape:
            check_fits(grad.shape, seen.shape)
        seen[...] = grad
        return made
    planned = MetaArray(sizes, grad.dtype)
    check_fits(tuple(grad.shape), tuple(view(planned, *args).shape))  # before memory is taken
    made = allocate(grad, sizes, grad.dtype, None, np.zeros)
    store(view(made, *args), grad)
    return made


@KERNELS("select_backward")
@shortcut("select_backward")
def _select_backward(grad_output: Any, input_sizes: Sequence[int], dim: int, index: int) -> Any:
    return _into(input_sizes, grad_output, VIEWS["select.int"], dim, index)


@KERNELS("slice_backward")
@shortcut("slice_backward")
def _slice_backward(grad_output: Any, input_sizes: Sequence[int], dim: int, start: int, end: int, step: int) -> Any:
    return _into(input_sizes, grad_output, VIEWS["slice.Tensor"], dim, start, end, step)


@KERNELS("diagonal_backward")
def _diagonal_backward(grad_output: Any, input_sizes: Sequence[int], offset: int, dim1: int, dim2: int) -> Any:
    return _into(input_sizes, grad_output, VIEWS["diagonal"], offset, dim1, dim2)


@KERNELS("unfold_backward")
def _unfold_backward(grad_in: Any, input_sizes: Sequence[int], dim: int, size: int, step: int) -> Any:
    if step <= 0:
        raise ValueError(f"step is {step} but must be > 0")
    dim = wrap_dim(dim, len(input_sizes))
    if step >= size:  # windows that do not overlap
        return _into(input_sizes, grad_in, VIEWS["unfold"], dim, size, step)
    made = allocate(grad_in, tuple(input_sizes), grad_in.dtype, None, np.zeros)
    if type(made) is MetaArray:
        return made
    if not input_sizes:
        made += grad_in.sum(dtype=made.dtype)
        return made
    if grad_in.ndim != made.ndim + 1:
        raise RuntimeError(f"unfold_backward(): expected a gradient of {made.ndim + 1} dimensions, got {grad_in.ndim}")
    length, last = made.shape[dim], made.ndim - 1
    order = [*range(dim), *range(dim + 1, last + 1), dim]  # the dimension moves to the end
    there, windows = (made, grad_in) if dim == last else (made.transpose(order), grad_in.transpose(*order, last + 1))
    check_fits(windows.shape[:-2], there.shape[:-1])
    if not made.size:
        return made
    # Windows overlap, the elements at one place in them do not; elements past the end are dropped.  An element meets
    # earlier windows with its later places: so they are added first, as PyTorch rounds.
    for at in reversed(range(min(size, windows.shape[-1]))):
        count = max(0, min(windows.shape[-2], -((at - length) // step)))
        there[..., at : at + count * step : step][..., :count] += windows[..., :count, at]
    return made


def as_strided_copy(self: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Any:
    """A row-major copy of what `as_strided` shows; ``self`` starts with the storage, as there."""
    return contiguous_clone(as_strided(self, size, stride, storage_offset))
