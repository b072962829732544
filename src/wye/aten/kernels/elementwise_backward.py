"""NumPy kernels: gradients of elementwise functions.

Each is one operator where its formula would be several; the formula stands in its docstring.
"""

from __future__ import annotations

from math import pi, sqrt
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.arrays.elementwise_apply import FLOAT32, FLOAT64, ONE, apply
from wye.aten.arrays.programs import Number, Program, program
from wye.aten.arrays.results import computing
from wye.aten.declare import Rules
from wye.aten.kernels.elementwise_activations import check_noise, erf_of, gelu_for, halves
from wye.aten.pointwise import TYPINGS, check_parameters

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["KERNELS", "SLOPES"]

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
        return _above(grad, x, x.dtype.type(threshold))

    return _computed("threshold_backward", kept, grad_output, self)


def _above(grad: Any, x: Any, threshold: Any) -> Any:
    return np.where(x <= threshold, grad.dtype.type(0), grad)


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


_gelu_tanh_in_steps = Program(_gelu_tanh, (TYPINGS["gelu_backward"],), ("grad", "x")).compiled(_gelu_tanh)


@KERNELS("gelu_backward")
def gelu_backward(grad_output: Any, self: Any, *, approximate: str = "none") -> Any:
    """The gradient times the normal distribution below an element, plus the element times its density."""
    gelu_for(approximate)
    return _computed("gelu_backward", _gelu if approximate == "none" else _gelu_tanh_in_steps, grad_output, self)


def _logistic(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def _mish(g: Any, x: Any) -> Any:
    sigmoid, tanh = _logistic(x), np.tanh(np.log1p(np.exp(x)))
    return g * (tanh + x * sigmoid * (1 - tanh * tanh))


def _softplus(g: Any, x: Any, beta: Any, threshold: Any) -> Any:
    scaled = x * beta
    return np.where(scaled > threshold, g, g * _logistic(scaled))


def _leaky_relu(g: Any, x: Any, slope: Any) -> Any:
    return np.where(x > 0, g, g * slope)


def _hardtanh(g: Any, x: Any, low: Any, high: Any) -> Any:
    return np.where((x <= low) | (x >= high), 0, g)


def _hardsigmoid(g: Any, x: Any) -> Any:
    return np.where((x > -3) & (x < 3), g / 6, 0)


def _hardswish(g: Any, x: Any) -> Any:
    return np.where(x <= -3, 0, np.where(x < 3, g * (x / 3 + 0.5), g))


def _shrunk(g: Any, x: Any, lambd: Any) -> Any:
    return np.where((x >= -lambd) & (x <= lambd), 0, g)


# By name: the function of arrays, and the names of the numbers that follow them.
SLOPES: Final[dict[str, tuple[Callable[..., Any], tuple[str, ...]]]] = {
    "mish_backward": (_mish, ()),
    "softplus_backward": (_softplus, ("beta", "threshold")),
    "hardtanh_backward": (_hardtanh, ("min_val", "max_val")),
    "hardsigmoid_backward": (_hardsigmoid, ()),
    "hardswish_backward": (_hardswish, ()),
    "softshrink_backward": (_shrunk, ("lambd",)),
    "hardshrink_backward": (_shrunk, ("lambd",)),
}


def _kernel(name: str, fn: Callable[..., Any]) -> Callable[..., Any]:
    typing = TYPINGS[name]

    def kernel(grad_output: Any, self: Any, *numbers: Any, out: Any = None) -> Any:
        rounded = [np.array(number).astype(self.dtype) for number in numbers]  # numbers as the elements are
        return apply(lambda g, x: fn(g, x, *(one.astype(x.dtype) for one in rounded)), typing, (grad_output, self), out)

    return kernel


for _name, _fn, _other in (
    ("tanh_backward", _tanh, "output"),
    ("sigmoid_backward", _sigmoid, "output"),
    ("silu_backward", _silu, "self"),
    ("gelu_backward", _gelu, "self"),
):
    program(KERNELS[_name], _fn, _other, typing=TYPINGS[_name], first="grad_output")
program(
    threshold_backward, _above, "self", Number("threshold"), typing=TYPINGS["threshold_backward"], first="grad_output"
)

for _name, (_fn, _numbers) in SLOPES.items():
    KERNELS[_name] = _kernel(_name, _fn)
    KERNELS[_name].__doc__ = f"The gradient of the argument of ``{_name.removesuffix('_backward')}``."
    program(KERNELS[_name], _fn, "self", *map(Number, _numbers), typing=TYPINGS[_name], first="grad_output")


@KERNELS("leaky_relu_backward")
def leaky_relu_backward(
    grad_output: Any, self: Any, negative_slope: Any, self_is_result: bool, *, out: Any = None
) -> Any:
    """The gradient of the argument of ``leaky_relu``."""
    typing = TYPINGS["leaky_relu_backward"]
    return apply(lambda g, x: _leaky_relu(g, x, x.dtype.type(negative_slope)), typing, (grad_output, self), out)


_OF_ARGUMENT: Final = Number("is_result", low=0.0, high=0.0)  # by the argument, not by the result
program(
    leaky_relu_backward,
    lambda g, x, slope, _: _leaky_relu(g, x, slope),
    "self", Number("negative_slope"), _OF_ARGUMENT._replace(name="self_is_result"),
    typing=TYPINGS["leaky_relu_backward"], first="grad_output",
)  # fmt: skip


@KERNELS("elu_backward")
def elu_backward(
    grad_output: Any,
    alpha: Any,
    scale: Any,
    input_scale: Any,
    is_result: bool,
    self_or_result: Any,
    *,
    out: Any = None,
) -> Any:
    """The gradient of the argument of ``elu``, by the argument or by the result."""

    def of(g: Any, x: Any) -> Any:
        number = x.dtype.type
        if not is_result:
            return _elu(g, number(alpha), number(scale), number(input_scale), 0, x)
        low = g * number(input_scale) * (x + number(alpha) * number(scale))
        return np.where(x <= 0, low, g * number(scale))

    return apply(of, TYPINGS["elu_backward"], (grad_output, self_or_result), out)


def _elu(g: Any, alpha: Any, scale: Any, input_scale: Any, _: Any, x: Any) -> Any:
    """By the argument."""
    low = g * input_scale * (alpha * scale) * np.exp(x * input_scale)
    return np.where(x <= 0, low, g * scale)


program(
    elu_backward,
    _elu,
    Number("alpha"), Number("scale"), Number("input_scale"), _OF_ARGUMENT, "self_or_result",
    typing=TYPINGS["elu_backward"], first="grad_output",
)  # fmt: skip


def _logit(g: Any, x: Any) -> Any:
    slope = g / (x * (1 - x))
    ends = np.where((x == 0) | (x == 1), g * x.dtype.type(np.inf), slope)
    return np.where((x < 0) | (x > 1), x.dtype.type(np.nan), ends)


def _logit_between(g: Any, x: Any, low: Any, high: Any) -> Any:
    return np.where((x < low) | (x > high), x.dtype.type(0), g / (x * (1 - x)))


_logit_in_steps = Program(_logit, (TYPINGS["logit_backward"],), ("g", "x")).compiled(_logit)
_logit_between_in_steps = Program(
    _logit_between, (TYPINGS["logit_backward"],), ("g", "x", Number("low"), Number("high"))
).compiled(_logit_between)


@KERNELS("logit_backward")
def logit_backward(grad_output: Any, self: Any, eps: float | None = None, *, out: Any = None) -> Any:
    """The gradient of the argument of ``logit``."""
    if eps is None or eps < 0:
        return apply(_logit_in_steps, TYPINGS["logit_backward"], (grad_output, self), out)

    def of(g: Any, x: Any) -> Any:
        return _logit_between_in_steps(g, x, float(x.dtype.type(eps)), float(x.dtype.type(1 - eps)))

    return apply(of, TYPINGS["logit_backward"], (grad_output, self), out)


@KERNELS("log_sigmoid_backward")
def log_sigmoid_backward(grad_output: Any, self: Any, buffer: Any, *, out: Any = None) -> Any:
    """The gradient of the argument of ``log_sigmoid``; ``buffer`` is ``exp(-|x|)``."""
    given = buffer if buffer.size else np.exp(-np.abs(self)).astype(self.dtype)
    return apply(_log_sigmoid, TYPINGS["log_sigmoid_backward"], (grad_output, self, given), out)


def _log_sigmoid(g: Any, x: Any, small: Any) -> Any:
    part = small / (1 + small)
    return g * np.where(x < 0, 1 - part, part)


program(
    log_sigmoid_backward, _log_sigmoid, "self", "buffer", typing=TYPINGS["log_sigmoid_backward"], first="grad_output"
)


@KERNELS("_prelu_kernel_backward")
def prelu_kernel_backward(grad_output: Any, self: Any, weight: Any) -> Any:
    """The gradients of the argument and the weight of ``_prelu_kernel``."""
    typing = TYPINGS["_prelu_kernel_backward"]
    operands = (grad_output, self, weight)
    return (
        apply(lambda g, x, w: _prelu(g, x, w)[0], typing, operands),
        apply(lambda g, x, w: _prelu(g, x, w)[1], typing, operands),
    )


def _prelu(g: Any, x: Any, w: Any) -> tuple[Any, Any]:
    return np.where(x > 0, g, g * w), np.where(x > 0, 0, g * x)


program(
    prelu_kernel_backward, _prelu, "self", "weight", typing=(TYPINGS["_prelu_kernel_backward"],) * 2,
    first="grad_output",
)  # fmt: skip


def _glu(grad: Any, first: Any, second: Any, made: Any, dim: int) -> Any:
    """The same in as few steps as there are."""
    one = ONE[made.dtype.char]
    to_first, to_second = halves(made, dim)
    part = np.negative(second)
    np.exp(part, part)
    np.add(part, one, part)
    np.divide(grad, part, to_first)
    np.multiply(to_first, first, to_second)
    np.reciprocal(part, part)
    np.subtract(one, part, part)
    np.multiply(to_second, part, to_second)
    return made


@KERNELS("glu_backward")
def glu_backward(grad_output: Any, self: Any, dim: int) -> Any:
    """The gradient of the argument of ``glu``."""
    first, second = halves(self, dim)
    if self.dtype.char in "fd" and grad_output.dtype is self.dtype and grad_output.shape == first.shape and first.ndim:
        return _glu(grad_output, first, second, np.empty(self.shape, self.dtype), dim)
    wide = computing(self.dtype)
    g, a, b = (one.astype(wide, copy=False) for one in (grad_output, first, second))
    sigmoid = _logistic(b)
    made = np.empty(self.shape, self.dtype)
    to_first, to_second = halves(made, dim)
    to_first[...] = g * sigmoid
    to_second[...] = g * a * sigmoid * (1 - sigmoid)
    return made


@KERNELS("rrelu_with_noise_backward")
def rrelu_with_noise_backward(
    grad_output: Any, self: Any, noise: Any, lower: Any, upper: Any, training: bool, self_is_result: bool
) -> Any:
    """The gradient of the argument of ``rrelu_with_noise``."""
    typing = TYPINGS["leaky_relu_backward"]
    if training and upper - lower > 1e-6:
        check_noise(self, noise)
        return apply(np.multiply, typing, (grad_output, noise))
    slope = (lower + upper) / 2
    return apply(lambda g, x: _leaky_relu(g, x, x.dtype.type(slope)), typing, (grad_output, self))
