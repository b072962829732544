"""Derivatives of views, and of what copies like one."""

from __future__ import annotations

from typing import Any

from wye.autograd.formulas import zeros_of
from wye.autograd.rules import NOT_DIFFERENTIABLE, Derivative, derivative
from wye.autograd.views import Geometry, spread
from wye.call.packets import ops
from wye.schema.symbolic import or_false

__all__ = ["DERIVATIVES"]

_END = (1 << 63) - 1


def reshaped(grad: Any, shape_of_self: Any) -> Any:
    """A gradient in the shape of the argument."""
    return grad.reshape(shape_of_self)


def unsqueezed(grad: Any, shape_of_self: Any) -> Any:
    """A gradient with the dimensions of size 1 again."""
    for place, size in enumerate(shape_of_self):
        if or_false(size == 1):
            grad = grad.unsqueeze(place)
    return grad


def unsqueezed_at(grad: Any, shape_of_self: Any, dim: Any) -> Any:
    """A gradient with some dimensions again, those of size 1."""
    n = len(shape_of_self)
    if not n:
        return grad
    if type(dim) is int:
        return grad.unsqueeze(dim % n) if or_false(shape_of_self[dim] == 1) else grad
    for place in sorted(one % n for one in dim):
        if or_false(shape_of_self[place] == 1):
            grad = grad.unsqueeze(place)
    return grad


def permuted(grad: Any, dims: Any) -> Any:
    """A gradient with its dimensions where they came from."""
    n = grad.ndim
    back = [0] * n
    for place, dim in enumerate(dims):
        back[dim % n] = place
    return grad.permute(back)


def selected(grad: Any, shape_of_self: Any, dim: int, index: int) -> Any:
    """Zeros, and the gradient at one index."""
    return ops.aten.select_backward.default(grad, list(shape_of_self), dim, index)


def sliced(grad: Any, shape_of_self: Any, dim: int, start: Any, end: Any, step: int) -> Any:
    """Zeros, and the gradient in a slice."""
    start, end = 0 if start is None else start, _END if end is None else end
    return ops.aten.slice_backward.default(grad, list(shape_of_self), dim, start, end, step)


def on_diagonal(grad: Any, shape_of_self: Any, offset: int, dim1: int, dim2: int) -> Any:
    """Zeros, and the gradient on a diagonal."""
    return ops.aten.diagonal_backward.default(grad, list(shape_of_self), offset, dim1, dim2)


def folded(grad: Any, shape_of_self: Any, dimension: int, size: int, step: int) -> Any:
    """The sum of the windows, each in its place."""
    return ops.aten.unfold_backward.default(grad, list(shape_of_self), dimension, size, step)


def spread_out(grad: Any, geometry_of_self: Geometry, size: Any, stride: Any, storage_offset: Any) -> Any:
    """The gradient, each element where it was taken from."""
    offset = geometry_of_self.offset if storage_offset is None else storage_offset
    return spread(grad, Geometry.at(size, stride, offset), geometry_of_self)


def joined(grads: Any, shape_of_self: Any, sizes: list[int], dim: int) -> Any:
    """The gradients of parts, one after the other."""
    some = next(grad for grad in grads if grad is not None)
    parts = []
    for grad, size in zip(grads, sizes, strict=True):
        shape = list(shape_of_self)
        shape[dim] = size
        parts.append(zeros_of(some, shape) if grad is None else grad)
    return ops.aten.cat.default(parts, dim)


def split(grads: Any, shape_of_self: Any, split_size: int, dim: int) -> Any:
    """As `joined`, for parts of one size; the last may be smaller."""
    total = shape_of_self[dim]
    sizes = (
        [min(split_size, total - start) for start in range(0, total, split_size)] if split_size else [0] * len(grads)
    )
    return joined(grads, shape_of_self, sizes or [0], dim)


def split_with_sizes(grads: Any, shape_of_self: Any, split_sizes: Any, dim: int) -> Any:
    """As `joined`."""
    return joined(grads, shape_of_self, list(split_sizes), dim)


def unbound(grads: Any, shape_of_self: Any, dim: int) -> Any:
    """The gradients of slices, stacked."""
    shape = [size for place, size in enumerate(shape_of_self) if place != dim % len(shape_of_self)]
    some = next(grad for grad in grads if grad is not None)
    missing = zeros_of(some, []).expand(shape) if any(grad is None for grad in grads) else None
    return ops.aten.stack.default([missing if grad is None else grad for grad in grads], dim)


def as_complex(grad: Any) -> Any:
    """Pairs of real numbers as complex ones."""
    return ops.aten.view_as_complex.default(grad.contiguous())


def as_real(grad: Any) -> Any:
    """Complex numbers as pairs."""
    return ops.aten.view_as_real.default(grad.resolve_conj())


def _linear(node: str | None = None, /, **formulas: Any) -> Derivative:
    """A derivative of an operator that moves elements: it moves tangents the same way."""
    return derivative(node=node, forward="joint", **formulas)


DERIVATIVES: dict[str, Derivative] = {
    "view": _linear(self=reshaped),
    "view.dtype": NOT_DIFFERENTIABLE,
    "_unsafe_view": _linear(self=reshaped),
    "_reshape_alias": _linear(self=reshaped),
    "expand": _linear(self=lambda grad: grad),
    "permute": _linear(self=permuted),
    "transpose.int": _linear(self=lambda grad, dim0, dim1: grad.transpose(dim0, dim1)).writes_as("TransposeBackward1"),
    "t": _linear(self=lambda grad: grad.t()).writes_as("TBackward1"),
    "select.int": _linear(self=selected),
    "slice.Tensor": _linear(self=sliced),
    "squeeze": _linear(self=unsqueezed).writes_as("SqueezeBackward3"),
    "squeeze.dim": _linear("SqueezeBackward1", self=unsqueezed_at).writes_as("SqueezeBackward4"),
    "squeeze.dims": _linear("SqueezeBackward2", self=unsqueezed_at).writes_as("SqueezeBackward5"),
    "unsqueeze": _linear(self=lambda grad, dim: grad.squeeze(dim)).writes_as("UnsqueezeBackward1"),
    "diagonal": _linear(self=on_diagonal),
    "split.Tensor": _linear(self=split),
    "split_with_sizes": _linear(self=split_with_sizes),
    "unbind.int": _linear(self=unbound),
    "unfold": _linear(self=folded),
    "alias": _linear(self=lambda grad: grad),
    "detach": NOT_DIFFERENTIABLE,
    "view_as_real": _linear(self=as_complex),
    "view_as_complex": _linear(self=as_real),
    "unsafe_split.Tensor": _linear(self=split),
    "unsafe_split_with_sizes": _linear(self=split_with_sizes),
}
