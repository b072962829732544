"""Fake kernels: gradients of elementwise functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.declare import Rules
from wye.aten.fake.elementwise import infer
from wye.aten.kernels.elementwise_activations import check_noise, gelu_for, halves
from wye.aten.kernels.elementwise_backward import SLOPES
from wye.aten.pointwise import TYPINGS, check_parameters
from wye.tensors.meta_array import MetaArray

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FAKES"]

FAKES = Rules()


@FAKES("threshold_backward")
def threshold_backward(grad_output: Any, self: Any, threshold: Any) -> Any:
    """The gradient, and 0 where an element is not above the threshold."""
    check_parameters(TYPINGS["threshold_backward"], self, threshold)
    return infer(TYPINGS["threshold_backward"], grad_output, self)


@FAKES("tanh_backward")
def tanh_backward(grad_output: Any, output: Any) -> Any:
    """``grad * (1 - output * output)``."""
    return infer(TYPINGS["tanh_backward"], grad_output, output)


@FAKES("sigmoid_backward")
def sigmoid_backward(grad_output: Any, output: Any) -> Any:
    """``grad * (1 - output) * output``."""
    return infer(TYPINGS["sigmoid_backward"], grad_output, output)


@FAKES("silu_backward")
def silu_backward(grad_output: Any, self: Any) -> Any:
    """``grad * sigmoid(x) * (1 + x * (1 - sigmoid(x)))``."""
    return infer(TYPINGS["silu_backward"], grad_output, self)


@FAKES("gelu_backward")
def gelu_backward(grad_output: Any, self: Any, *, approximate: str = "none") -> Any:
    """The gradient times the slope of `gelu`."""
    gelu_for(approximate)
    return infer(TYPINGS["gelu_backward"], grad_output, self)


def _fake(name: str) -> Callable[..., Any]:
    def fake(grad_output: Any, self: Any, *numbers: Any) -> Any:
        return infer(TYPINGS[name], grad_output, self)

    return fake


for _name in (*SLOPES, "leaky_relu_backward", "logit_backward"):
    FAKES[_name] = _fake(_name)


@FAKES("elu_backward")
def elu_backward(
    grad_output: Any, alpha: Any, scale: Any, input_scale: Any, is_result: bool, self_or_result: Any
) -> Any:
    """The gradient of the argument of ``elu``."""
    if is_result and alpha < 0:
        raise RuntimeError(
            "In-place elu backward calculation is triggered with a negative slope which is not supported. This is "
            "caused by calling in-place forward function with a negative slope, please call out-of-place version "
            "instead."
        )
    return infer(TYPINGS["elu_backward"], grad_output, self_or_result)


@FAKES("log_sigmoid_backward")
def log_sigmoid_backward(grad_output: Any, self: Any, buffer: Any) -> Any:
    """The gradient of the argument of ``log_sigmoid``."""
    return infer(TYPINGS["log_sigmoid_backward"], grad_output, self)


@FAKES("_prelu_kernel_backward")
def prelu_kernel_backward(grad_output: Any, self: Any, weight: Any) -> Any:
    """The gradients of the argument and the weight of ``_prelu_kernel``."""
    made = infer(TYPINGS["_prelu_kernel_backward"], grad_output, self, weight)
    return made, made


@FAKES("glu_backward")
def glu_backward(grad_output: Any, self: Any, dim: int) -> Any:
    """The gradient of the argument of ``glu``."""
    first, _ = halves(self, dim)
    TYPINGS["glu"](self)
    if grad_output.shape != first.shape:
        raise RuntimeError(f"glu_backward: the gradient has the shape of one half, {list(first.shape)}")
    return MetaArray(self.shape, self.dtype)


@FAKES("rrelu_with_noise_backward")
def rrelu_with_noise_backward(
    grad_output: Any, self: Any, noise: Any, lower: Any, upper: Any, training: bool, self_is_result: bool
) -> Any:
    """The gradient of the argument of ``rrelu_with_noise``."""
    if training and upper - lower > 1e-6:
        check_noise(self, noise)
        return infer(TYPINGS["leaky_relu_backward"], grad_output, noise)
    return infer(TYPINGS["leaky_relu_backward"], grad_output, self)
