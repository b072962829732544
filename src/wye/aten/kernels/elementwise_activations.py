"""NumPy kernels: activations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.arrays.elementwise_apply import (
    FLOAT32,
    FLOAT64,
    ONE,
    ZERO,
    apply,
    direct,
    filled_in_blocks,
    in_blocks,
    laid_out,
)
from wye.aten.arrays.programs import Number, Program, program
from wye.aten.arrays.sampling import generator_or_default
from wye.aten.declare import Rules
from wye.aten.kernels.elementwise import unary
from wye.aten.kernels.elementwise_special import erf
from wye.aten.kernels.elementwise_ternary import between, kept_between
from wye.aten.pointwise import TYPINGS, check_number, check_parameters
from wye.tensors.dtypes import from_numpy_dtype, title_of
from wye.tensors.layout import wrap_dim
from wye.tensors.limits import finfo
from wye.tensors.meta_array import restride, strides_of
from wye.tensors.promotion import category

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["KERNELS", "check_hardtanh", "check_noise", "check_prelu", "erf_of", "gelu_for", "halves"]

KERNELS = Rules()


@KERNELS("relu")
def relu(self: Any, *, out: Any = None) -> Any:
    """Replace negative elements by 0."""
    if self.dtype is FLOAT32 or self.dtype is FLOAT64:
        if out is not None:
            return np.maximum(self, 0, out=out, casting="unsafe")
        result = np.maximum(self, 0)
        if result.ndim > 1 and not self.flags.c_contiguous:
            return laid_out(result, self)
        return result
    return apply(lambda x: np.maximum(x, x.dtype.type(0)), TYPINGS["relu"], (self,), out, widen=False)


_ZEROS: Final = {char: np.zeros(1 << 15, char) for char in "fd"}


def _relu_into(x: Any, out: Any) -> None:
    np.maximum(x, _ZEROS[x.dtype.char][: x.size], out=out)


_large_relu = filled_in_blocks(_relu_into)
direct(relu, lambda x: _large_relu(x) if x.size > 1 << 15 else np.maximum(x, ZERO[x.dtype.char]))


def _silu_into(x: Any, out: Any) -> None:
    np.negative(x, out)
    np.exp(out, out)
    np.add(out, ONE[x.dtype.char], out)
    np.divide(x, out, out)


def _silu(x: Any) -> Any:
    result = np.negative(x, out=np.empty_like(x))
    np.exp(result, out=result)
    result += 1
    return np.divide(x, result, out=result)


def _mish(x: Any) -> Any:
    return x * np.tanh(np.log1p(np.exp(x)))


def _hardsigmoid(x: Any) -> Any:
    return np.minimum(np.maximum(x + 3, 0), 6) / 6


FUNCTIONS: Final[dict[str, Callable[[Any], Any]]] = {
    "silu": in_blocks(_silu),
    "mish": in_blocks(_mish),
    "hardsigmoid": in_blocks(_hardsigmoid),
    "hardswish": in_blocks(lambda x: x * np.minimum(np.maximum(x + 3, 0), 6) / 6),
}

for _name, _function in FUNCTIONS.items():
    KERNELS[_name] = unary(_name, _function)
direct(KERNELS["silu"], filled_in_blocks(_silu_into))

_HALF: Final = {char: np.array(0.5, char) for char in "fd"}
_ROOT_OF_HALF: Final = 0.7071067811865476


def _gelu_exact(x: Any) -> Any:
    if x.dtype.char != "f":
        return x * 0.5 * (1 + erf(x * _ROOT_OF_HALF))
    result = np.empty_like(x)
    _gelu_into(x, result)
    return result


# erf(x / sqrt(2)) = tanh(x P(x^2)) up to 1e-7, for P with these coefficients, highest power first; from x^2 = 32 on
# both are 1 in float32, and P only grows.  NumPy's tanh of float32 takes no longer than five multiplications.
_ERF_BY_TANH: Final = tuple(np.array(one, np.float32) for one in (
    1.75721451e-09, -1.32299849e-07, 3.9651907e-06, -5.53085602e-05, -3.25894847e-05, 0.0363330806, 0.797884939,
))  # fmt: skip


def _erf_by_tanh_into(x: Any, out: Any) -> None:
    square = np.multiply(x, x, out=np.empty(x.shape, x.dtype))
    np.multiply(square, _ERF_BY_TANH[0], out)
    np.add(out, _ERF_BY_TANH[1], out)
    for coefficient in _ERF_BY_TANH[2:]:
        np.multiply(out, square, out)
        np.add(out, coefficient, out)
    np.multiply(out, x, out)
    np.tanh(out, out)


def erf_of(x: Any) -> Any:
    """``erf(x / sqrt(2))``, as a new array."""
    if x.dtype.char != "f":
        return erf(x * _ROOT_OF_HALF)
    result = np.empty_like(x)
    _erf_by_tanh_into(x, result)
    return result


def _gelu_into(x: Any, out: Any) -> None:
    char = x.dtype.char
    if char == "f":
        _erf_by_tanh_into(x, out)
        np.add(out, ONE[char], out)
    else:
        np.add(erf(x * _ROOT_OF_HALF), ONE[char], out)
    np.multiply(out, x, out)
    np.multiply(out, _HALF[char], out)


def _gelu_tanh(x: Any) -> Any:
    return 0.5 * x * (1 + np.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))


_GELUS: Final[dict[str, Callable[[Any], Any]]] = {
    "none": in_blocks(_gelu_exact),
    "tanh": Program(_gelu_tanh, (TYPINGS["gelu"],), ("x",)).compiled(in_blocks(_gelu_tanh)),
}


def gelu_for(approximate: str) -> Callable[[Any], Any]:
    """The function with this approximation.

    Raises:
        RuntimeError: there is none.
    """
    if approximate not in _GELUS:
        raise RuntimeError(f"approximate argument must be either none or tanh, not {approximate!r}.")
    return _GELUS[approximate]


@KERNELS("gelu")
def gelu(self: Any, *, approximate: str = "none", out: Any = None) -> Any:
    """Each element times the standard normal cumulative distribution function at it."""
    return apply(gelu_for(approximate), TYPINGS["gelu"], (self,), out)


direct(gelu, filled_in_blocks(_gelu_into, 1 << 14))


@KERNELS("softplus")
def softplus(self: Any, beta: Any = 1, threshold: Any = 20, *, out: Any = None) -> Any:
    """``log(1 + exp(beta * x)) / beta``, and ``x`` itself where ``beta * x`` is above the threshold."""
    check_parameters(TYPINGS["softplus"], self, beta, threshold)

    def of(x: Any) -> Any:
        return _softplus(x, x.dtype.type(beta), threshold)

    return apply(in_blocks(of), TYPINGS["softplus"], (self,), out)


def _softplus(x: Any, beta: Any, threshold: Any) -> Any:
    scaled = x * beta
    return np.where(scaled > threshold, x, np.log1p(np.exp(scaled)) / beta)


program(softplus, _softplus, Number("beta", 1), Number("threshold", 20), typing=TYPINGS["softplus"])


@KERNELS("elu")
def elu(self: Any, alpha: Any = 1, scale: Any = 1, input_scale: Any = 1, *, out: Any = None) -> Any:
    """``scale * x``, and ``scale * alpha * (exp(input_scale * x) - 1)`` of negative elements."""
    check_parameters(TYPINGS["elu"], self, alpha, scale, input_scale)

    def of(x: Any) -> Any:
        number = x.dtype.type
        return _elu(x, number(alpha), number(scale), number(input_scale))

    return apply(in_blocks(of), TYPINGS["elu"], (self,), out)


def _elu(x: Any, alpha: Any, scale: Any, input_scale: Any) -> Any:
    return np.where(x < 0, np.expm1(x * input_scale) * (alpha * scale), x * scale)


program(elu, _elu, Number("alpha", 1), Number("scale", 1), Number("input_scale", 1), typing=TYPINGS["elu"])


@KERNELS("leaky_relu")
def leaky_relu(self: Any, negative_slope: Any = 0.01, *, out: Any = None) -> Any:
    """Negative elements times a slope."""
    check_parameters(TYPINGS["leaky_relu"], self, negative_slope)
    if 0 < negative_slope <= 1:  # the larger of x and slope * x is the result, and faster to compute
        return apply(lambda x: np.maximum(x, x * x.dtype.type(negative_slope)), TYPINGS["leaky_relu"], (self,), out)
    return apply(lambda x: _leaky_relu(x, x.dtype.type(negative_slope)), TYPINGS["leaky_relu"], (self,), out)


def _leaky_relu(x: Any, slope: Any) -> Any:
    return np.where(x > 0, x, x * slope)


program(leaky_relu, _leaky_relu, Number("negative_slope", 0.01), typing=TYPINGS["leaky_relu"])


def check_hardtanh(self: Any, min_val: Any, max_val: Any) -> tuple[Any, Any]:
    """The bounds as elements of the dtype.

    Raises:
        RuntimeError: they are invalid for it.
    """
    TYPINGS["hardtanh"](self)
    integers = category(self.dtype) == 1
    for bound in (min_val, max_val):
        check_number(bound, np.dtype("int64" if integers else "float64"))
    if not integers:
        return float(min_val), float(max_val)
    low, high = int(min_val), int(max_val)
    if self.dtype.kind == "u" and (low < 0 or high < 0):
        raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    return low, high


@KERNELS("hardtanh")
def hardtanh(self: Any, min_val: Any = -1, max_val: Any = 1, *, out: Any = None) -> Any:
    """Clamp elements to two bounds."""
    low, high = check_hardtanh(self, min_val, max_val)
    for bound in (low, high):
        check_number(bound, self.dtype)
    return apply(between(low, high), TYPINGS["hardtanh"], (self,), out, widen=False)


program(hardtanh, kept_between, Number("min_val", -1), Number("max_val", 1), typing=TYPINGS["hardtanh"])


def _log_sigmoid(x: Any) -> Any:
    return np.minimum(x, 0) - np.log1p(np.exp(-np.abs(x)))


@KERNELS("log_sigmoid_forward")
def log_sigmoid_forward(self: Any) -> Any:
    """``log(sigmoid(x))``, and ``exp(-|x|)`` for the backward pass."""
    typing, self = TYPINGS["log_sigmoid_forward"], np.asarray(self, order="C")  # the results are contiguous
    return apply(in_blocks(_log_sigmoid), typing, (self,)), apply(lambda x: np.exp(-np.abs(x)), typing, (self,))


program(
    log_sigmoid_forward,
    lambda x: (_log_sigmoid(x), np.exp(-np.abs(x))),
    typing=(TYPINGS["log_sigmoid_forward"],) * 2,
)


@KERNELS("softshrink")
def softshrink(self: Any, lambd: Any = 0.5, *, out: Any = None) -> Any:
    """Move elements towards 0 by ``lambd``, stopping at 0."""
    check_shrinkage(self, lambd)

    return apply(lambda x: _softshrink(x, x.dtype.type(lambd)), TYPINGS["softshrink"], (self,), out)


def _softshrink(x: Any, by: Any) -> Any:
    return np.where(x > by, x - by, np.where(x < -by, x + by, x * x.dtype.type(0)))


program(softshrink, _softshrink, Number("lambd", 0.5, 0.0), typing=TYPINGS["softshrink"])


def check_shrinkage(self: Any, lambd: Any) -> None:
    """Check ``lambd``: `softshrink` never moves elements away from 0.

    Raises:
        RuntimeError: ``lambd`` is negative or NaN.
    """
    check_parameters(TYPINGS["softshrink"], self, lambd)
    most = float(finfo(from_numpy_dtype(self.dtype)).max)
    if not 0 <= lambd <= most:
        raise RuntimeError(
            f"lambda must be in range [0, {most:g}] for input dtype {title_of(self.dtype)}, but found {lambd:g}"
        )


@KERNELS("hardshrink")
def hardshrink(self: Any, lambd: Any = 0.5, *, out: Any = None) -> Any:
    """Elements within ``lambd`` of 0 become 0."""
    check_parameters(TYPINGS["hardshrink"], self, lambd)

    by = np.array(lambd).astype(self.dtype)  # as the elements are: those that are the same number become 0
    return apply(lambda x: _hardshrink(x, by.astype(x.dtype)), TYPINGS["hardshrink"], (self,), out)


def _hardshrink(x: Any, by: Any) -> Any:
    return np.where((x >= -by) & (x <= by), x.dtype.type(0), x)


program(hardshrink, _hardshrink, Number("lambd", 0.5), typing=TYPINGS["hardshrink"])


@KERNELS("threshold")
def threshold(self: Any, threshold: Any, value: Any, *, out: Any = None) -> Any:
    """Replace elements up to the threshold by ``value``."""
    check_parameters(TYPINGS["threshold"], self, threshold)
    check_number(value, self.dtype)
    return apply(
        lambda x: _threshold(x, _element(threshold, x), _element(value, x)), TYPINGS["threshold"], (self,), out
    )


def _threshold(x: Any, threshold: Any, value: Any) -> Any:
    return np.where(x <= threshold, value, x)


program(threshold, _threshold, Number("threshold"), Number("value"), typing=TYPINGS["threshold"])


def _element(value: Any, of: Any) -> Any:
    return np.array(value).astype(of.dtype)


def check_prelu(self: Any, weight: Any) -> None:
    """Check dtypes: `prelu` does not promote.

    Raises:
        RuntimeError: the dtypes differ.
    """
    if self.dtype != weight.dtype:
        a, b = title_of(self.dtype), title_of(weight.dtype)
        raise RuntimeError(f"prelu: Type promoting not supported. Got {a} and {b}; convert one of them with .to()")


@KERNELS("_prelu_kernel")
def prelu_kernel(self: Any, weight: Any) -> Any:
    """Negative elements times a weight."""
    check_prelu(self, weight)
    return apply(_prelu, TYPINGS["_prelu_kernel"], (self, weight))


def _prelu(x: Any, weight: Any) -> Any:
    return np.where(x > 0, x, weight * x)


program(prelu_kernel, _prelu, "weight", typing=TYPINGS["_prelu_kernel"])


def halves(self: Any, dim: int) -> tuple[Any, Any]:
    """The two halves of a dimension, as views.

    Raises:
        RuntimeError: the dimension has no halves.
        IndexError: there is no such dimension.
    """
    if self.ndim == 0:
        raise RuntimeError("glu does not support 0-dimensional tensors")
    dim = wrap_dim(dim, self.ndim)
    size = self.shape[dim]
    if size % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size {size}")
    if type(self) is np.ndarray:
        before = (slice(None),) * dim
        return self[(*before, slice(size // 2))], self[(*before, slice(size // 2, size))]
    shape = (*self.shape[:dim], size // 2, *self.shape[dim + 1 :])
    strides = strides_of(self)
    return restride(self, shape, strides), restride(self, shape, strides, size // 2 * strides[dim])


@KERNELS("glu")
def glu(self: Any, dim: int = -1, *, out: Any = None) -> Any:
    """One half of a dimension times the sigmoid of the other."""
    first, second = halves(self, dim)
    if out is None and self.dtype.char in "fd" and self.flags.c_contiguous and self.size and 1 not in first.shape:
        divisor = np.negative(second, np.empty(second.shape, self.dtype))
        np.exp(divisor, divisor)
        np.add(divisor, ONE[self.dtype.char], divisor)
        return np.divide(first, divisor, divisor)
    return apply(lambda a, b: a / (1 + np.exp(-b)), TYPINGS["glu"], (first, second), out)


@KERNELS("rrelu_with_noise")
def rrelu_with_noise(
    self: Any, noise: Any, lower: Any = 0.125, upper: Any = 1 / 3, training: bool = False, generator: Any = None
) -> Any:
    """Negative elements times random slopes, which are stored in ``noise``."""
    check_noise(self, noise)
    if not training:
        return leaky_relu(self, (lower + upper) / 2)
    draws = generator_or_default(generator)
    negative = self <= 0
    with draws.lock:
        drawn = (draws.draw64(int(negative.sum())) & np.uint64((1 << 53) - 1)) * 2.0**-53
    noise[...] = 1
    noise[negative] = drawn * (upper - lower) + lower
    return laid_out(self * noise, self)


def check_noise(self: Any, noise: Any) -> None:
    """Raise unless there is a random number for each element.

    Raises:
        RuntimeError: sizes or dtypes differ.
    """
    if self.dtype != noise.dtype:
        raise RuntimeError(f"noise tensor must have the same type as the input, got {title_of(noise.dtype)}")
    if self.shape != noise.shape:
        raise RuntimeError(
            f"noise tensor shape must match self tensor shape. Got self.shape = {self.shape} "
            f"noise.shape = {noise.shape}"
        )
