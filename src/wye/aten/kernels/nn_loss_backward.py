"""NumPy kernels: gradients of losses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wye.aten.arrays.results import computing, described, laid_out
from wye.aten.declare import Rules, shortcut
from wye.aten.fake import nn_loss_backward as fake

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["KERNELS"]

KERNELS = Rules()
_MEAN = 1


def _each(meta: Any, reduction: int, fn: Callable[..., Any], grad: Any, self: Any, target: Any) -> Any:
    """The gradient of each element of a loss times the slope ``fn`` there."""
    wide = computing(meta.dtype)
    g, x, y = (one.astype(wide, copy=False) for one in (grad, self, target))
    if reduction == _MEAN:
        g = g / wide.type(self.size)
    return laid_out(np.asarray(fn(x, y) * g).astype(meta.dtype, copy=False), meta)


def _are_plain(grad_output: Any, self: Any, target: Any) -> bool:
    """Are both arrays row-major with one float dtype and one shape, and the gradient one number?"""
    return (
        grad_output.ndim == 0
        and self.dtype.char in "fd"
        and grad_output.dtype is self.dtype is target.dtype
        and self.shape == target.shape
        and self.ndim > 0
        and self.size > 0
        and bool(self.flags.c_contiguous)
        and bool(target.flags.c_contiguous)
    )


@KERNELS("mse_loss_backward")
@shortcut("mse_loss_backward")
def mse_loss_backward(grad_output: Any, self: Any, target: Any, reduction: int) -> Any:
    """The gradient of the first argument of ``mse_loss``."""
    if reduction == 1 and _are_plain(grad_output, self, target):
        slope = np.subtract(self, target)
        return np.multiply(slope, grad_output * grad_output.dtype.type(2 / self.size), slope)
    meta = described(fake.mse_loss_backward, grad_output, self, target, reduction)
    return _each(meta, reduction, lambda x, y: 2 * (x - y), grad_output, self, target)


def _two_parts(limit: float, scale: float) -> Callable[..., Any]:
    """The slope of a parabola up to ``limit``, then of a line."""

    def slope(x: Any, y: Any) -> Any:
        diff = x - y
        one = diff.dtype.type
        line = np.sign(diff) * one(scale)
        return np.where(np.abs(diff) < one(limit), diff * one(scale / limit), line) if limit else line

    return slope


def _plain_two_parts(grad: Any, self: Any, target: Any, limit: float, scale: float) -> Any:
    """The gradient of a mean: the slope of the parabola, cut off at that of the line."""
    one = self.dtype.type
    slope = np.subtract(self, target)
    np.multiply(slope, one(scale / limit), slope)
    np.minimum(slope, one(scale), out=slope)
    np.maximum(slope, one(-scale), out=slope)
    return np.multiply(slope, grad / one(self.size), slope)


@KERNELS("smooth_l1_loss_backward")
@shortcut("smooth_l1_loss_backward")
def smooth_l1_loss_backward(grad_output: Any, self: Any, target: Any, reduction: int, beta: float) -> Any:
    """The gradient of the first argument of ``smooth_l1_loss``."""
    if reduction == _MEAN and beta > 0 and _are_plain(grad_output, self, target):
        return _plain_two_parts(grad_output, self, target, beta, 1.0)
    meta = described(fake.smooth_l1_loss_backward, grad_output, self, target, reduction, beta)
    return _each(meta, reduction, _two_parts(beta, 1.0), grad_output, self, target)


@KERNELS("huber_loss_backward")
@shortcut("huber_loss_backward")
def huber_loss_backward(grad_output: Any, self: Any, target: Any, reduction: int, delta: float) -> Any:
    """The gradient of the first argument of ``huber_loss``."""
    if reduction == _MEAN and delta > 0 and _are_plain(grad_output, self, target):
        return _plain_two_parts(grad_output, self, target, delta, delta)
    meta = described(fake.huber_loss_backward, grad_output, self, target, reduction, delta)
    return _each(meta, reduction, _two_parts(delta, delta), grad_output, self, target)


def _soft_margin(x: Any, y: Any) -> Any:
    z = np.exp(-y * x)
    return -y * z / (z + 1)


@KERNELS("soft_margin_loss_backward")
def soft_margin_loss_backward(grad_output: Any, self: Any, target: Any, reduction: int) -> Any:
    """The gradient of the first argument of ``soft_margin_loss``."""
    meta = described(fake.soft_margin_loss_backward, grad_output, self, target, reduction)
    return _each(meta, reduction, _soft_margin, grad_output, self, target)


@KERNELS("binary_cross_entropy_backward")
@shortcut("binary_cross_entropy_backward")
def binary_cross_entropy_backward(
    grad_output: Any, self: Any, target: Any, weight: Any = None, reduction: int = 1
) -> Any:
    """The gradient of the first argument of ``binary_cross_entropy``."""
    meta = described(fake.binary_cross_entropy_backward, grad_output, self, target, weight, reduction)
    factor = 1 if weight is None else weight.astype(computing(meta.dtype), copy=False)

    def slope(x: Any, y: Any) -> Any:
        return (x - y) / np.maximum((1 - x) * x, x.dtype.type(1e-12)) * factor

    return _each(meta, reduction, slope, grad_output, self, target)
