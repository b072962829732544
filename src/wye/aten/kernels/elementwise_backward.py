"""NumPy kernels: gradients of elementwise functions.

Each is one operator where its formula would be several; the formula stands in its docstring.
"""

from __future__ import annotations

from math import pi, sqrt
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.arrays.elementwise_apply import FLOAT32, FLOAT64, apply
from wye.aten.declare import Rules
from wye.aten.kernels.elementwise_activations import erf_of, gelu_for
from wye.aten.pointwise import TYPINGS, check_parameters

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["KERNELS"]

KERNELS = Rules()


def _computed(name: str, fn: Callable[[Any, Any], Any], grad: Any, other: Any) -> Any:
    """``fn`` of both; at once where there is nothing to promote, broadcast or lay out."""
    kind = grad.dtype
    if (
        (kind is FLOAT32 or kind is FLOAT64)
        and other.dtype is kind
        and grad.shape == other.shape
        and grad.flags.c_contiguous
        and other.flags.c_contiguous
    ):
        return fn(grad, other)
    return apply(fn, TYPINGS[name], (grad, other))


def _times(grad: Any, slope: Any) -> Any:
    """The product, in the memory of ``slope`` where it fits."""
    if slope.dtype.kind == "c":
        np.conjugate(slope, slope)
    return np.multiply(grad, slope, out=slope if grad.shape == slope.shape else None)


def _new(x: Any) -> Any:
    return np.empty_like(x)  # an array, also where NumPy would make a scalar


@KERNELS("threshold_backward")
def threshold_backward(grad_output: Any, self: Any, threshold: Any) -> Any:
    """The gradient, and 0 where an element is not above the threshold."""
    check_parameters(TYPINGS["threshold_backward"], self, threshold)

    def kept(grad: Any, x: Any) -> Any:
        return np.where(x <= x.dtype.type(threshold), grad.dtype.type(0), grad)

    return _computed("threshold_backward", kept, grad_output, self)


def _tanh(grad: Any, output: Any) -> Any:
    slope = np.multiply(output, output, out=_new(output))
    return _times(grad, np.subtract(slope.dtype.type(1), slope, out=slope))


@KERNELS("tanh_backward")
def tanh_backward(grad_output: Any, output: Any) -> Any:
    """``grad * (1 - output * output)``."""
    return _computed("tanh_backward", _tanh, grad_output, output)


def _sigmoid(grad: Any, output: Any) -> Any:
    slope = np.subtract(output.dtype.type(1), output, out=_new(output))
    return _times(grad, np.multiply(slope, output, out=slope))


@KERNELS("sigmoid_backward")
def sigmoid_backward(grad_output: Any, output: Any) -> Any:
    """``grad * (1 - output) * output``."""
    return _computed("sigmoid_backward", _sigmoid, grad_output, output)


def _silu(grad: Any, x: Any) -> Any:
    one = x.dtype.type(1)
    sigmoid = np.negative(x, out=_new(x))
    np.exp(sigmoid, sigmoid)
    np.add(sigmoid, one, sigmoid)
    np.reciprocal(sigmoid, sigmoid)
    slope = np.subtract(one, sigmoid, out=_new(x))
    np.multiply(slope, x, slope)
    np.add(slope, one, slope)
    np.multiply(slope, sigmoid, slope)
    return np.multiply(grad, slope, out=slope if grad.shape == slope.shape else None)  # not conjugated, as in PyTorch


@KERNELS("silu_backward")
def silu_backward(grad_output: Any, self: Any) -> Any:
    """``grad * sigmoid(x) * (1 + x * (1 - sigmoid(x)))``."""
    return _computed("silu_backward", _silu, grad_output, self)


_DENSITY: Final = 1 / sqrt(2 * pi)


def _gelu(grad: Any, x: Any) -> Any:
    kind = x.dtype.type
    density = np.multiply(x, x, out=_new(x))
    np.multiply(density, kind(-0.5), density)
    np.exp(density, density)
    np.multiply(density, x, density)
    np.multiply(density, kind(_DENSITY), density)
    slope = erf_of(x)  # twice the probability to be below, less 1
    np.add(slope, kind(1), slope)
    np.multiply(slope, kind(0.5), slope)
    return _times(grad, np.add(slope, density, out=slope))


def _gelu_tanh(grad: Any, x: Any) -> Any:
    beta, kappa = sqrt(2 / pi), 0.044715
    square = x * x
    tanh = np.tanh(beta * (x + kappa * x * square))
    slope = 0.5 * (1 + tanh) + 0.5 * x * (1 - tanh * tanh) * beta * (1 + 3 * kappa * square)
    return np.multiply(grad, slope.astype(x.dtype, copy=False))


@KERNELS("gelu_backward")
def gelu_backward(grad_output: Any, self: Any, *, approximate: str = "none") -> Any:
    """The gradient times the normal distribution below an element, plus the element times its density."""
    gelu_for(approximate)
    return _computed("gelu_backward", _gelu if approximate == "none" else _gelu_tanh, grad_output, self)
