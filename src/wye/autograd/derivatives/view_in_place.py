"""Derivatives of what changes how a tensor lies in its memory."""

from __future__ import annotations

from typing import Any

from wye.autograd.derivatives.view import spread_out
from wye.autograd.rules import NO_FORMULA, NOT_DIFFERENTIABLE, Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]


def _outside(grad: Any, shape_of_self: Any, dim: int, start: Any, end: Any, step: Any) -> Any:
    part = ops.aten.new_zeros.default(grad, shape_of_self)
    return ops.aten.slice_scatter.default(grad, part, dim, start, end, step)


DERIVATIVES: dict[str, Derivative] = {
    **{
        f"set_{kind}": NO_FORMULA
        for kind in (
            "",
            ".source_Tensor",
            ".source_Tensor_storage_offset",
            ".source_Storage",
            ".source_Storage_storage_offset",
        )
    },
    "as_strided": derivative(self=spread_out, forward="joint").writes_as("AsStridedBackward1"),
    "slice_inverse": derivative(
        self=lambda grad, dim, start, end, step: ops.aten.slice.Tensor(grad, dim, start, end, step),
        src=_outside,
        forward="joint",
    ),
    "resize_": NOT_DIFFERENTIABLE,  # which refuses tensors that require grad
    "resize_as_": NOT_DIFFERENTIABLE,
    "resize": NO_FORMULA,
    "resize_as": NO_FORMULA,
}
