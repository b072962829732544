"""Derivatives of views that copy, of writes into a part of a copy, and of the backward of views."""

from __future__ import annotations

from typing import Any

from wye.autograd.derivatives.view import (
    as_complex,
    as_real,
    folded,
    on_diagonal,
    permuted,
    reshaped,
    selected,
    sliced,
    split,
    split_with_sizes,
    spread_out,
    unbound,
)
from wye.autograd.rules import NO_FORMULA, NOT_DIFFERENTIABLE, Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]


def _linear(node: str | None = None, /, **formulas: Any) -> Derivative:
    return derivative(node=node, forward="joint", **formulas)


def _zeros(grad: Any, shape: Any) -> Any:
    return grad.new_zeros(list(shape))


def _slice(grad: Any, dim: int, start: Any, end: Any, step: int) -> Any:
    return ops.aten.slice.Tensor(grad, dim, start, end, step)


DERIVATIVES: dict[str, Derivative] = {
    "diagonal_scatter": _linear(
        self=lambda grad, shape_of_src, offset, dim1, dim2: ops.aten.diagonal_scatter.default(
            grad, _zeros(grad, shape_of_src), offset, dim1, dim2
        ),
        src=lambda grad, offset, dim1, dim2: grad.diagonal(offset, dim1, dim2),
    ),
    "select_scatter": _linear(
        self=lambda grad, shape_of_src, dim, index: ops.aten.select_scatter.default(
            grad, _zeros(grad, shape_of_src), dim, index
        ),
        src=lambda grad, dim, index: grad.select(dim, index),
    ),
    "slice_scatter": _linear(
        self=lambda grad, shape_of_src, dim, start, end, step: ops.aten.slice_scatter.default(
            grad, _zeros(grad, shape_of_src), dim, start, end, step
        ),
        src=_slice,
    ),
    "as_strided_scatter": _linear(
        self=lambda grad, shape_of_src, size, stride, storage_offset: ops.aten.as_strided_scatter.default(
            grad.contiguous(), _zeros(grad, shape_of_src), size, stride, storage_offset
        ),
        src=lambda grad, size, stride, storage_offset: grad.contiguous().as_strided(size, stride, storage_offset),
    ),
    "diag_embed": _linear(self=lambda grad, offset, dim1, dim2: grad.diagonal(offset, dim1, dim2)),
    "narrow_copy": _linear(
        "NarrowCopyBackward0",
        self=lambda grad, shape_of_self, dim, start, length: sliced(grad, shape_of_self, dim, start, start + length, 1),
    ),
    "view_copy": _linear(self=reshaped),
    "view_copy.dtype": NOT_DIFFERENTIABLE,
    "_reshape_copy": _linear("ReshapeCopyBackward0", self=reshaped),
    "_reshape_alias_copy": _linear(self=reshaped),
    "expand_copy": _linear(self=lambda grad: grad),
    "permute_copy": _linear(self=permuted),
    "transpose_copy.int": _linear(self=lambda grad, dim0, dim1: grad.transpose(dim0, dim1)),
    "t_copy": _linear(self=lambda grad: grad.t()),
    "select_copy.int": _linear(self=selected),
    "slice_copy.Tensor": _linear(self=sliced),
    "squeeze_copy": _linear(self=reshaped),
    "squeeze_copy.dim": _linear("SqueezeBackward1_copy", self=reshaped),
    "squeeze_copy.dims": _linear("SqueezeBackward2_copy", self=reshaped),
    "unsqueeze_copy": _linear(self=lambda grad, dim: grad.squeeze(dim)),
    "as_strided_copy": _linear(self=spread_out),
    "diagonal_copy": _linear(self=on_diagonal),
    "split_copy.Tensor": _linear(self=split),
    "split_with_sizes_copy": _linear(self=split_with_sizes),
    "unbind_copy.int": _linear(self=unbound),
    "unfold_copy": _linear(self=folded),
    "alias_copy": _linear(self=lambda grad: grad),
    "detach_copy": NO_FORMULA,
    "view_as_real_copy": _linear(self=as_complex),
    "view_as_complex_copy": _linear(self=as_real),
    "select_backward": _linear(grad_output=lambda grad, dim, index: grad.select(dim, index)),
    "slice_backward": _linear(grad_output=_slice),
    "diagonal_backward": _linear(grad_output=lambda grad, offset, dim1, dim2: grad.diagonal(offset, dim1, dim2)),
    "unfold_backward": _linear(grad_in=lambda grad, dim, size, step: grad.unfold(dim, size, step)),
}
