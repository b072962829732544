"""Derivatives of pooling."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

import numpy as np

from wye._engine import engine
from wye.autograd.formulas import zeros
from wye.autograd.rules import Derivative, derivative
from wye.autograd.separable import transposed
from wye.call.packets import ops

__all__ = ["DERIVATIVES", "at_places", "from_places"]


def at_places(grad: Any, shape_of_self: Any, indices: Any, n: int) -> Any:
    """The gradient at the elements that were chosen; ``indices`` count in the last n dimensions."""
    outer, inner = list(shape_of_self[:-n]), prod(shape_of_self[-n:])
    flat = [*outer, prod(indices.shape[-n:])]
    found = grad.new_zeros([*outer, inner]).scatter_add(-1, indices.reshape(flat), grad.reshape(flat))
    return found.reshape(list(shape_of_self))


def from_places(value: Any, indices: Any, n: int) -> Any:
    """The elements that were chosen."""
    outer = list(value.shape[:-n])
    flat = value.reshape([*outer, prod(value.shape[-n:])])
    return flat.gather(-1, indices.reshape([*outer, prod(indices.shape[-n:])])).reshape(list(indices.shape))


def chosen(n: int, node: str | None = None) -> Derivative:
    """A derivative of an operator that chooses elements of windows, and also returns their places."""
    return derivative(
        self=lambda grad, shape_of_self, result1: at_places(grad, shape_of_self, result1, n),
        forward=lambda self_t, result1: (from_places(self_t, result1, n), None),
        node=node,
    )


def _max(n: int) -> Derivative:
    def back(
        grad: Any, self: Any, kernel_size: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool, result1: Any
    ) -> Any:
        backward = getattr(ops.aten, f"max_pool{n}d_with_indices_backward").default
        return backward(grad, self, kernel_size, stride, padding, dilation, ceil_mode, result1)

    return derivative(self=back, forward=lambda self_t, result1: (from_places(self_t, result1, n), None))


def _max_again(n: int) -> Derivative:
    return derivative(
        grad_output=lambda grad, indices: from_places(grad, indices, n),
        self=zeros_of_self,
        forward=lambda grad_output_t, shape_of_self, indices: at_places(grad_output_t, shape_of_self, indices, n),
    )


def zeros_of_self(grad: Any) -> Any:
    """No change: only the shape of ``self`` matters."""
    return zeros(grad)


def _adaptive(n: int) -> Derivative:
    def back(grad: Any, self: Any) -> Any:
        return getattr(ops.aten, f"_adaptive_avg_pool{n}d_backward").default(grad, self)

    return derivative(self=back, forward="joint", node=f"AdaptiveAvgPool{n}DBackward0")


def _adaptive_again(n: int) -> Derivative:
    return derivative(
        grad_output=lambda grad, shape_of_grad_output: getattr(ops.aten, f"_adaptive_avg_pool{n}d").default(
            grad, list(shape_of_grad_output[-n:])
        ),
        self=zeros_of_self,
        forward=lambda grad_output_t, self: getattr(ops.aten, f"_adaptive_avg_pool{n}d_backward").default(
            grad_output_t, self
        ),
        node=f"AdaptiveAvgPool{n}DBackwardBackward0",
    )


def _avg_again(
    grad_output_t: Any, self: Any, kernel_size: Any, stride: Any, padding: Any, ceil_mode: bool,
    count_include_pad: bool, divisor_override: int | None,
) -> Any:  # fmt: skip
    return ops.aten.avg_pool2d_backward.default(
        grad_output_t, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
    )


def _spread(grad: Any, shape: Any, sizes: list[int], steps: list[int]) -> Any:
    """The same share of its gradient for each place in a window; windows lie inside."""
    if not grad.size:
        return None
    share = grad / grad.dtype.type(prod(sizes))
    lead, counts = grad.shape[:-3], grad.shape[-3:]
    if sizes == steps and tuple(shape[-3:]) == tuple(n * k for n, k in zip(counts, sizes, strict=True)):
        (a, b, c), (i, j, k) = counts, sizes  # each place is in one window
        tiles = np.empty((*lead, a, i, b, j, c, k), grad.dtype)
        tiles[...] = share.reshape(*lead, a, 1, b, 1, c, 1)
        return tiles.reshape(shape)
    found = np.zeros(shape, grad.dtype)
    if prod(counts) < prod(sizes):  # by windows
        for at in product(*map(range, counts)):
            spans: Any = [slice(i * step, i * step + n) for i, n, step in zip(at, sizes, steps, strict=True)]
            window = found[(..., *spans)]
            window += share[(..., *at, None, None, None)]
        return found
    for tap in product(*map(range, sizes)):
        spans = [slice(i, i + (n - 1) * step + 1, step) for i, n, step in zip(tap, counts, steps, strict=True)]
        found[(..., *spans)] += share
    return found


def _avg_3d(
    grad: Any, shape_of_self: Any, kernel_size: Any, stride: Any, padding: Any, ceil_mode: bool,
    count_include_pad: bool, divisor_override: int | None,
) -> Any:  # fmt: skip
    sizes, steps, edges = (_three(value) for value in (kernel_size, stride or kernel_size, padding))
    if not ceil_mode and divisor_override is None and edges == [0, 0, 0]:
        found = engine.compute_unseen(_spread, grad, shape_of_self, sizes, steps)
        if found is not None:
            return found

    def along(units: Any, number: int) -> Any:
        at = [[value[i] if i == number else rest for i in range(3)] for value, rest in
              ((sizes, 1), (steps, 1), (edges, 0))]  # fmt: skip
        divisor = None if divisor_override is None else 1
        return ops.aten.avg_pool3d.default(units, *at, ceil_mode, count_include_pad, divisor)

    found = transposed(grad, shape_of_self, 3, along)
    return found if divisor_override is None else found / divisor_override


def _three(value: Any) -> list[int]:
    given = [value] if isinstance(value, int) else list(value)
    return given * 3 if len(given) == 1 else given


DERIVATIVES: dict[str, Derivative] = {
    "max_pool2d_with_indices": _max(2),
    "max_pool3d_with_indices": _max(3),
    "max_pool2d_with_indices_backward": _max_again(2),
    "max_pool3d_with_indices_backward": _max_again(3),
    "adaptive_max_pool2d": chosen(2),
    "adaptive_max_pool3d": chosen(3),
    "_adaptive_avg_pool2d": _adaptive(2),
    "_adaptive_avg_pool3d": _adaptive(3),
    "_adaptive_avg_pool2d_backward": _adaptive_again(2),
    "_adaptive_avg_pool3d_backward": _adaptive_again(3),
    "avg_pool2d": derivative(
        self=lambda grad, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override: (
            ops.aten.avg_pool2d_backward.default(
                grad, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
            )
        ),
        forward="joint",
    ),
    "avg_pool2d_backward": derivative(
        grad_output=lambda grad, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override: (
            ops.aten.avg_pool2d.default(
                grad, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
            )
        ),
        self=zeros_of_self,
        forward=_avg_again,
    ),
    "avg_pool3d": derivative(self=_avg_3d, forward="joint"),
}
