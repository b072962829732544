"""Composites: activations."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.pointwise import check_number
from wye.call.guards import below_ad_inplace_or_view
from wye.call.packets import ops
from wye.tensors.promotion import dtype_named

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()

# Chosen so that layers of self-normalizing networks keep mean 0 and variance 1.
_SELU_ALPHA = 1.6732632423543772848170429916717
_SELU_SCALE = 1.0507009873554804934193349852946


@IMPLICIT("relu6")
def relu6(self: Any) -> Any:
    """Keep elements between 0 and 6."""
    return ops.aten.hardtanh.default(self, 0, 6)


@IMPLICIT("relu6_")
def relu6_in_place(self: Any) -> Any:
    """Bring elements between 0 and 6."""
    return ops.aten.hardtanh_.default(self, 0, 6)


@IMPLICIT("selu")
def selu(self: Any) -> Any:
    """`elu` with the constants of self-normalizing networks."""
    return ops.aten.elu.default(self, _SELU_ALPHA, _SELU_SCALE)


@IMPLICIT("selu_")
def selu_in_place(self: Any) -> Any:
    """`elu_` with the constants of self-normalizing networks."""
    return ops.aten.elu_.default(self, _SELU_ALPHA, _SELU_SCALE)


def _inverse(alpha: Any) -> float:
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    check_number(alpha, dtype_named("float64"))
    return 1.0 / float(alpha)


@EXPLICIT("celu")
def celu(self: Any, alpha: Any = 1.0) -> Any:
    """`elu` that is smooth for every ``alpha``."""
    return ops.aten.elu.default(self, alpha, 1.0, _inverse(alpha))


@EXPLICIT("celu_")
def celu_in_place(self: Any, alpha: Any = 1.0) -> Any:
    """`elu_` that is smooth for every ``alpha``."""
    with below_ad_inplace_or_view():  # this call has counted the write
        return ops.aten.elu_.default(self, alpha, 1.0, _inverse(alpha))


@IMPLICIT("log_sigmoid")
def log_sigmoid(self: Any) -> Any:
    """The logarithm of the sigmoid."""
    return ops.aten.log_sigmoid_forward.default(self)[0]


@IMPLICIT("prelu")
def prelu(self: Any, weight: Any) -> Any:
    """Negative elements times a weight, one for all or one per channel (dimension 1)."""
    if weight.dim() > 1:
        raise RuntimeError(f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.dim()}")
    if weight.numel() != 1:
        if self.dim() == 0:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = self.size(1) if self.dim() > 1 else 1
        if channels != weight.numel():
            raise RuntimeError(
                "Mismatch of parameter numbers and input channel size. "
                f"Found parameter numbers = {weight.numel()} and channel size = {channels}."
            )
    if self.dim() != weight.dim():
        weight = weight.reshape(
            [-1 if dim == 1 else 1 for dim in range(self.dim())] if self.dim() > 1 else [1] * self.dim()
        )
    return ops.aten._prelu_kernel.default(self, weight)
