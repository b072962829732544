"""Fake kernels: gradients of losses."""

from __future__ import annotations

from typing import Any

from wye.aten.arrays.windows import refuse
from wye.aten.declare import Rules
from wye.tensors.layout import broadcast_shapes, pointwise_strides
from wye.tensors.meta_array import MetaArray
from wye.tensors.promotion import result_type

__all__ = ["FAKES"]

FAKES = Rules()


def pointwise(name: str, grad_output: Any, *operands: Any) -> MetaArray:
    """One gradient for each element."""
    given = (*operands, grad_output)
    shape = broadcast_shapes(broadcast_shapes(*(one.shape for one in operands)), grad_output.shape)
    dtype = result_type(*given)
    refuse(dtype, "fh", name)
    return MetaArray(shape, dtype, pointwise_strides(shape, 1, list(given)))


@FAKES("mse_loss_backward")
def mse_loss_backward(grad_output: Any, self: Any, target: Any, reduction: int) -> Any:
    """The gradient of the first argument of ``mse_loss``."""
    return pointwise("mse_backward_cpu_out", grad_output, self, target)


@FAKES("smooth_l1_loss_backward")
def smooth_l1_loss_backward(grad_output: Any, self: Any, target: Any, reduction: int, beta: float) -> Any:
    """The gradient of the first argument of ``smooth_l1_loss``."""
    return pointwise("smooth_l1_backward_cpu_out", grad_output, self, target)


@FAKES("huber_loss_backward")
def huber_loss_backward(grad_output: Any, self: Any, target: Any, reduction: int, delta: float) -> Any:
    """The gradient of the first argument of ``huber_loss``."""
    return pointwise("huber_backward_cpu_out", grad_output, self, target)


@FAKES("soft_margin_loss_backward")
def soft_margin_loss_backward(grad_output: Any, self: Any, target: Any, reduction: int) -> Any:
    """The gradient of the first argument of ``soft_margin_loss``."""
    return pointwise("soft_margin_backward", grad_output, self, target)


@FAKES("binary_cross_entropy_backward")
def binary_cross_entropy_backward(
    grad_output: Any, self: Any, target: Any, weight: Any = None, reduction: int = 1
) -> Any:
    """The gradient of the first argument of ``binary_cross_entropy``."""
    refuse(self.dtype, "fh", "binary_cross_entropy_backward")
    return pointwise("binary_cross_entropy_backward", grad_output, self, target)
