"""Derivatives of joining, repeating and moving parts."""

from __future__ import annotations

from typing import Any

from wye.autograd.formulas import zeros_of
from wye.autograd.rules import NOT_DIFFERENTIABLE, Derivative, derivative
from wye.call.packets import ops
from wye.schema.symbolic import or_false

__all__ = ["DERIVATIVES"]


def _linear(node: str | None = None, /, **formulas: Any) -> Derivative:
    return derivative(node=node, forward="joint", **formulas)


def _rolled_back(grad: Any, shifts: Any, dims: Any) -> Any:
    return grad.roll([-shift for shift in shifts], dims)


def _repeated(grad: Any, shape_of_self: Any, repeats: Any) -> Any:
    extra = len(repeats) - len(shape_of_self)
    if not repeats:
        return grad
    split: list[int] = []
    summed: list[int] = []
    for place, times in enumerate(repeats):
        if not or_false(times == 1):
            summed.append(len(split))
            split.append(times)
        if place >= extra:
            split.append(shape_of_self[place - extra])
    if 0 in repeats:
        return zeros_of(grad, shape_of_self)
    whole = grad.reshape(split)
    return whole.sum(summed) if summed else whole


def _parts(grad: Any, shape_of_tensors: Any, dim: int) -> list[Any]:
    """The part of a gradient that belongs to each of the tensors that were joined."""
    parts = []
    start = 0
    for shape in shape_of_tensors:
        if shape == (0,):  # joined with anything, for the sake of old programs
            parts.append(zeros_of(grad, [0]))
            continue
        parts.append(ops.aten.slice.Tensor(grad, dim, start, start + shape[dim], 1))
        start += shape[dim]
    return parts


def _blocks(grad: Any, shape_of_tensors: Any) -> list[Any]:
    parts = []
    row = column = 0
    for shape in shape_of_tensors:
        height, width = (1, 1) if not shape else (1, shape[0]) if len(shape) == 1 else shape
        parts.append(grad.narrow(0, row, height).narrow(1, column, width).reshape(shape))
        row, column = row + height, column + width
    return parts


def _unstacked(grad: Any, dim: int) -> list[Any]:
    return [grad.select(dim, index) for index in range(grad.shape[dim])]


DERIVATIVES: dict[str, Derivative] = {
    "cat": _linear(tensors=_parts),
    "stack": _linear(tensors=_unstacked),
    "_stack": _linear(tensors=_unstacked),
    "block_diag": _linear(tensors=_blocks),
    "flip": _linear(self=lambda grad, dims: grad.flip(dims)),
    "roll": _linear(self=_rolled_back),
    "repeat": _linear(self=_repeated),
    "repeat_interleave.Tensor": NOT_DIFFERENTIABLE,
}
