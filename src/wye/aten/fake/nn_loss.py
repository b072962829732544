"""Fake kernels of losses."""

from __future__ import annotations

from typing import Any

from wye.aten.arrays.windows import new, refuse, text
from wye.aten.declare import Rules
from wye.tensors.dtypes import name_of, title_of
from wye.tensors.layout import broadcast_shapes, pointwise_strides
from wye.tensors.meta_array import MetaArray
from wye.tensors.promotion import can_cast, result_type

__all__ = ["FAKES"]

FAKES = Rules()


def pointwise(self: Any, target: Any, reduction: int, name: str, allowed: str) -> Any:
    """One loss per element, or (reduction 1: mean, 2: sum) one number."""
    shape, dtype = broadcast_shapes(self.shape, target.shape), result_type(self, target)
    refuse(dtype, allowed, name)
    if reduction in (1, 2):
        return new((), dtype)
    return MetaArray(shape, dtype, pointwise_strides(shape, 1, [self, target]))


def _check_reduction(name: str, reduction: int) -> None:
    if reduction not in (0, 1, 2):
        raise RuntimeError(f"{name}: reduction should be 0 (none), 1 (mean) or 2 (sum), but got {reduction}")


@FAKES("mse_loss")
def mse_loss(self: Any, target: Any, reduction: int = 1) -> Any:
    """Squared differences."""
    _check_reduction("mse_loss", reduction)
    return pointwise(self, target, reduction, "mse_cpu", "fh")


@FAKES("smooth_l1_loss")
def smooth_l1_loss(self: Any, target: Any, reduction: int = 1, beta: float = 1.0) -> Any:
    """Squared differences near zero, absolute differences farther away."""
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    _check_reduction("smooth_l1_loss", reduction)
    return pointwise(self, target, reduction, "smooth_l1_cpu", "fh")


@FAKES("huber_loss")
def huber_loss(self: Any, target: Any, reduction: int = 1, delta: float = 1.0) -> Any:
    """Huber loss: squared differences near zero, linear farther away."""
    if not delta > 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    meta = pointwise(self, target, reduction, "huber_cpu", "fh")
    if not can_cast(meta.dtype, self.dtype):
        raise RuntimeError(
            f"result type {title_of(meta.dtype)} can't be cast to the desired output type {title_of(self.dtype)}"
        )
    return MetaArray(meta.shape, self.dtype, meta.steps)


@FAKES("binary_cross_entropy")
def binary_cross_entropy(self: Any, target: Any, weight: Any = None, reduction: int = 1) -> Any:
    """Binary cross-entropy of the targets, given probabilities."""
    if self.dtype != target.dtype:
        raise RuntimeError(f"Found dtype {title_of(target.dtype)} but expected {title_of(self.dtype)}")
    refuse(self.dtype, "fh", "binary_cross_entropy")
    shape = broadcast_shapes(self.shape, target.shape)
    if reduction:
        return new((), self.dtype)
    return MetaArray(shape, self.dtype, pointwise_strides(shape, 1, [self, target]))


def _check_classes(self: Any, target: Any, weight: Any, classes: int) -> None:
    if name_of(target.dtype) not in ("int64", "uint8"):
        raise RuntimeError(f"expected scalar type Long but found {title_of(target.dtype)}")
    if weight is not None and weight.shape != (classes,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no classes but got weight tensor of "
            f"shape: {text(weight.shape)}"
        )
    if weight is not None and weight.dtype != self.dtype:
        raise RuntimeError(f"expected scalar type {title_of(self.dtype)} but found {title_of(weight.dtype)}")
    refuse(self.dtype, "fh", "nll_loss_out_frame")


@FAKES("nll_loss_forward")
def nll_loss_forward(self: Any, target: Any, weight: Any, reduction: int, ignore_index: int) -> Any:
    """Minus the values at the target classes, and the total weight."""
    if self.ndim not in (1, 2):
        raise RuntimeError("input tensor should be 1D or 2D")
    if target.ndim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if self.ndim == 2 and target.shape != self.shape[:1] and not (self.ndim == 1 and target.ndim == 0):
        raise RuntimeError(f"size mismatch (got input: {text(self.shape)}, target: {text(target.shape)})")
    if self.ndim == 1 and target.ndim == 1 and target.shape[0] != 1:
        raise RuntimeError(f"For 1D input, 1D target must have size 1, but got target size: {target.shape[0]}")
    _check_classes(self, target, weight, self.shape[-1])
    shape = self.shape[:1] if reduction == 0 and self.ndim == 2 else ()
    return new(shape, self.dtype), new((), self.dtype)


@FAKES("nll_loss2d_forward")
def nll_loss2d_forward(self: Any, target: Any, weight: Any, reduction: int, ignore_index: int) -> Any:
    """The loss of `nll_loss_forward` for each pixel."""
    if target.ndim != 3:
        raise RuntimeError(
            f"only batches of spatial targets supported (3D tensors) but got targets of dimension: {target.ndim}"
        )
    if self.ndim != 4:
        raise RuntimeError(
            f"only batches of spatial inputs supported (4D tensors), but got input of size: {text(self.shape)}"
        )
    if (self.shape[0], *self.shape[2:]) != target.shape:
        raise RuntimeError(f"size mismatch (got input: {text(self.shape)} , target: {text(target.shape)}")
    _check_classes(self, target, weight, self.shape[1])
    return new(target.shape if reduction == 0 else (), self.dtype), new((), self.dtype)


@FAKES("nll_loss_backward")
def nll_loss_backward(
    grad_output: Any, self: Any, target: Any, weight: Any, reduction: int, ignore_index: int, total_weight: Any
) -> Any:
    """The gradient of `nll_loss_forward`."""
    nll_loss_forward(self, target, weight, reduction, ignore_index)
    return new(self.shape, self.dtype)


@FAKES("nll_loss2d_backward")
def nll_loss2d_backward(
    grad_output: Any, self: Any, target: Any, weight: Any, reduction: int, ignore_index: int, total_weight: Any
) -> Any:
    """The gradient of `nll_loss2d_forward`."""
    nll_loss2d_forward(self, target, weight, reduction, ignore_index)
    return new(self.shape, self.dtype)
