"""Composites: activations."""

from __future__ import annotations

from typing import Any

from wye.aten.composite_outputs import into, new_output
from wye.aten.declare import Rules
from wye.aten.metadata import ndim_of, numel_of, size_of
from wye.aten.pointwise import check_number
from wye.call.guards import below_ad_inplace_or_view
from wye.call.packets import ops
from wye.schema.values import MEMORY_FORMATS
from wye.tensors.promotion import dtype_named

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten

# Chosen so that layers of self-normalizing networks keep mean 0 and variance 1.
_SELU_ALPHA = 1.6732632423543772848170429916717
_SELU_SCALE = 1.0507009873554804934193349852946


@EXPLICIT("rrelu_with_noise_functional")
def rrelu_with_noise_functional(
    self: Any, noise: Any, lower: Any = 0.125, upper: Any = 1 / 3, training: bool = False, generator: Any = None
) -> Any:
    """Negative elements times random slopes, and these slopes."""
    slopes = aten.clone.default(noise)
    return aten.rrelu_with_noise.default(self, slopes, lower, upper, training, generator), slopes


@IMPLICIT("relu6")
def relu6(self: Any) -> Any:
    """Clamp elements to [0, 6]."""
    return aten.hardtanh.default(self, 0, 6)


@IMPLICIT("relu6_")
def relu6_in_place(self: Any) -> Any:
    """Clamp elements to [0, 6], in place."""
    return aten.hardtanh_.default(self, 0, 6)


@IMPLICIT("selu")
def selu(self: Any) -> Any:
    """`elu` with the constants of self-normalizing networks."""
    return aten.elu.default(self, _SELU_ALPHA, _SELU_SCALE)


@IMPLICIT("selu_")
def selu_in_place(self: Any) -> Any:
    """`elu_` with the constants of self-normalizing networks."""
    return aten.elu_.default(self, _SELU_ALPHA, _SELU_SCALE)


def _inverse(alpha: Any) -> float:
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    check_number(alpha, dtype_named("float64"))
    return 1.0 / float(alpha)


@EXPLICIT("celu")
def celu(self: Any, alpha: Any = 1.0) -> Any:
    """`elu` that is smooth for every ``alpha``."""
    return aten.elu.default(self, alpha, 1.0, _inverse(alpha))


@EXPLICIT("celu_")
def celu_in_place(self: Any, alpha: Any = 1.0) -> Any:
    """`elu_` that is smooth for every ``alpha``."""
    with below_ad_inplace_or_view():  # this call has counted the write
        return aten.elu_.default(self, alpha, 1.0, _inverse(alpha))


@IMPLICIT("log_sigmoid")
def log_sigmoid(self: Any, *, out: Any = None) -> Any:
    """The logarithm of the sigmoid."""
    return into(out if out is None else (out, new_output(self)), aten.log_sigmoid_forward.default, self)[0]


@IMPLICIT("prelu")
def prelu(self: Any, weight: Any) -> Any:
    """Negative elements times a weight, one for all or one per channel (dimension 1)."""
    if ndim_of(weight) > 1:
        raise RuntimeError(f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {ndim_of(weight)}")
    if numel_of(weight) != 1:
        if ndim_of(self) == 0:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = size_of(self, 1) if ndim_of(self) > 1 else 1
        if channels != numel_of(weight):
            raise RuntimeError(
                "Mismatch of parameter numbers and input channel size. "
                f"Found parameter numbers = {numel_of(weight)} and channel size = {channels}."
            )
    if ndim_of(self) != ndim_of(weight):
        # one weight for each channel, or one for all
        weight = aten.view.default(weight, [numel_of(weight) if dim == 1 else 1 for dim in range(ndim_of(self))])
    return aten._prelu_kernel.default(self, weight)


def _check_slopes(lower: Any, upper: Any) -> None:
    if lower > upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound")


@IMPLICIT("rrelu")
def rrelu(self: Any, lower: Any = 0.125, upper: Any = 1 / 3, training: bool = False, generator: Any = None) -> Any:
    """Negative elements times random slopes while training, else times the mean of the bounds."""
    _check_slopes(lower, upper)
    noise = aten.empty_like.default(self, memory_format=MEMORY_FORMATS["contiguous_format"])
    return aten.rrelu_with_noise.default(self, noise, lower, upper, training, generator)


@IMPLICIT("rrelu_")
def rrelu_(self: Any, lower: Any = 0.125, upper: Any = 1 / 3, training: bool = False, generator: Any = None) -> Any:
    """Negative elements times random slopes while training, else times the mean of the bounds, in place."""
    _check_slopes(lower, upper)
    noise = aten.empty_like.default(self, memory_format=MEMORY_FORMATS["contiguous_format"])
    return aten.rrelu_with_noise_.default(self, noise, lower, upper, training, generator)
