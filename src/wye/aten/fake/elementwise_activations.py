"""Fake kernels: activations."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.fake.elementwise import infer, unary
from wye.aten.kernels.elementwise_activations import (
    FUNCTIONS,
    check_hardtanh,
    check_noise,
    check_prelu,
    check_shrinkage,
    gelu_for,
    halves,
)
from wye.aten.pointwise import TYPINGS, check_number, check_parameters
from wye.tensors.meta_array import MetaArray

__all__ = ["FAKES"]

FAKES = Rules()

FAKES["relu"] = unary("relu")
for _name in FUNCTIONS:
    FAKES[_name] = unary(_name)


@FAKES("gelu")
def gelu(self: Any, *, approximate: str = "none") -> Any:
    """Each element times the standard normal cumulative distribution function at it."""
    gelu_for(approximate)
    return infer(TYPINGS["gelu"], self)


@FAKES("softplus")
def softplus(self: Any, beta: Any = 1, threshold: Any = 20) -> Any:
    """``log(1 + exp(beta * x)) / beta``."""
    check_parameters(TYPINGS["softplus"], self, beta, threshold)
    return infer(TYPINGS["softplus"], self)


@FAKES("elu")
def elu(self: Any, alpha: Any = 1, scale: Any = 1, input_scale: Any = 1) -> Any:
    """``scale * x``, and an exponential of negative elements."""
    check_parameters(TYPINGS["elu"], self, alpha, scale, input_scale)
    return infer(TYPINGS["elu"], self)


@FAKES("leaky_relu")
def leaky_relu(self: Any, negative_slope: Any = 0.01) -> Any:
    """Negative elements times a slope."""
    check_parameters(TYPINGS["leaky_relu"], self, negative_slope)
    return infer(TYPINGS["leaky_relu"], self)


@FAKES("hardtanh")
def hardtanh(self: Any, min_val: Any = -1, max_val: Any = 1) -> Any:
    """Clamp elements to two bounds."""
    for bound in check_hardtanh(self, min_val, max_val):
        check_number(bound, self.dtype)
    return infer(TYPINGS["hardtanh"], self)


@FAKES("log_sigmoid_forward")
def log_sigmoid_forward(self: Any) -> Any:
    """``log(sigmoid(x))``, and ``exp(-|x|)`` for the backward pass."""
    _, dtype = TYPINGS["log_sigmoid_forward"](self)
    return MetaArray(self.shape, dtype), MetaArray(self.shape, dtype)


@FAKES("softshrink")
def softshrink(self: Any, lambd: Any = 0.5) -> Any:
    """Move elements towards 0 by ``lambd``, stopping at 0."""
    check_shrinkage(self, lambd)
    return infer(TYPINGS["softshrink"], self)


@FAKES("hardshrink")
def hardshrink(self: Any, lambd: Any = 0.5) -> Any:
    """Elements within ``lambd`` of 0 become 0."""
    check_parameters(TYPINGS["hardshrink"], self, lambd)
    return infer(TYPINGS["hardshrink"], self)


@FAKES("threshold")
def threshold(self: Any, threshold: Any, value: Any) -> Any:
    """Replace elements up to the threshold by ``value``."""
    check_parameters(TYPINGS["threshold"], self, threshold)
    check_number(value, self.dtype)
    return infer(TYPINGS["threshold"], self)


@FAKES("_prelu_kernel")
def prelu_kernel(self: Any, weight: Any) -> Any:
    """Negative elements times a weight."""
    check_prelu(self, weight)
    return infer(TYPINGS["_prelu_kernel"], self, weight)


@FAKES("glu")
def glu(self: Any, dim: int = -1) -> Any:
    """One half of a dimension times the sigmoid of the other."""
    return infer(TYPINGS["glu"], *halves(self, dim))


@FAKES("rrelu_with_noise")
def rrelu_with_noise(
    self: Any, noise: Any, lower: Any = 0.125, upper: Any = 1 / 3, training: bool = False, generator: Any = None
) -> Any:
    """Negative elements times random slopes."""
    check_noise(self, noise)
    return FAKES["leaky_relu"](self, 0.1)
