"""Fake kernels: gradients of elementwise functions."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.fake.elementwise import infer
from wye.aten.kernels.elementwise_activations import gelu_for
from wye.aten.pointwise import TYPINGS, check_parameters

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
