"""Activations; most can write to their argument: ``inplace``."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from wye.functional.operators import of
from wye.overrides import overridable
from wye.schema.values import MEMORY_FORMATS

if TYPE_CHECKING:
    from wye.schema.values import dtype as dtype_type
    from wye.tensors import Tensor

__all__ = [
    "celu", "elu", "glu", "gumbel_softmax", "hardsigmoid", "hardswish", "hardtanh", "leaky_relu", "log_softmax", "mish",
    "relu", "relu6", "rrelu", "selu", "sigmoid", "silu", "softmax", "softmin", "softsign", "tanh", "tanhshrink",
    "threshold",
]  # fmt: skip


@overridable
def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """The larger of each element and zero.  With ``inplace`` the result is written to ``input``."""
    return of.relu_(input) if inplace else of.relu(input)


@overridable
def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """Each element, but at least 0 and at most 6.  With ``inplace`` the result is written to ``input``."""
    return of.relu6_(input) if inplace else of.relu6(input)


@overridable
def threshold(input: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor:
    """Elements above ``threshold``, and ``value`` for the others; with ``inplace`` written to ``input``."""
    return (of.threshold_ if inplace else of.threshold)(input, threshold, value)


@overridable
def glu(input: Tensor, dim: int = -1) -> Tensor:
    """The first half of a dimension times the sigmoid of its second half.

    Raises:
        RuntimeError: ``input`` has no dimension, or one of odd size.
    """
    if input.dim() == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    return of.glu(input, dim)


@overridable
def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> Tensor:
    """Each element, but at least ``min_val`` and at most ``max_val``; with ``inplace`` written to ``input``.

    Raises:
        ValueError: ``min_val`` is more than ``max_val``.
    """
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    return (of.hardtanh_ if inplace else of.hardtanh)(input, min_val, max_val)


@overridable
def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """Positive elements as they are, ``alpha * (exp(x) - 1)`` for others; with ``inplace`` written to ``input``."""
    return (of.elu_ if inplace else of.elu)(input, alpha)


@overridable
def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """`elu`, scaled such that means and variances stay.  With ``inplace`` the result is written to ``input``."""
    return of.selu_(input) if inplace else of.selu(input)


@overridable
def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """Positive elements, and ``alpha * (exp(x / alpha) - 1)`` for others; with ``inplace`` written to ``input``."""
    return (of.celu_ if inplace else of.celu)(input, alpha)


@overridable
def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    """Positive elements as they are, others times ``negative_slope``; with ``inplace`` written to ``input``."""
    return (of.leaky_relu_ if inplace else of.leaky_relu)(input, negative_slope)


@overridable
def rrelu(
    input: Tensor, lower: float = 1.0 / 8, upper: float = 1.0 / 3, training: bool = False, inplace: bool = False
) -> Tensor:
    """`leaky_relu` with random slopes between ``lower`` and ``upper`` while training, else with their mean."""
    return (of.rrelu_ if inplace else of.rrelu)(input, lower, upper, training)


@overridable
def softsign(input: Tensor) -> Tensor:
    """``x / (1 + |x|)`` of each element."""
    return input / (input.abs() + 1)


@overridable
def tanhshrink(input: Tensor) -> Tensor:
    """``x - tanh(x)`` of each element."""
    return input - input.tanh()


def tanh(input: Tensor) -> Tensor:
    """The hyperbolic tangent of each element."""
    return input.tanh()


def sigmoid(input: Tensor) -> Tensor:
    """``1 / (1 + exp(-x))`` of each element."""
    return input.sigmoid()


@overridable
def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
    """A piecewise linear `sigmoid`.  With ``inplace`` the result is written to ``input``."""
    return of.hardsigmoid_(input) if inplace else of.hardsigmoid(input)


@overridable
def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    """Each element times its `hardsigmoid`.  With ``inplace`` the result is written to ``input``."""
    return of.hardswish_(input) if inplace else of.hardswish(input)


@overridable
def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """Each element times its sigmoid.  With ``inplace`` the result is written to ``input``."""
    return of.silu_(input) if inplace else of.silu(input)


@overridable
def mish(input: Tensor, inplace: bool = False) -> Tensor:
    """``x * tanh(softplus(x))`` of each element.  With ``inplace`` the result is written to ``input``."""
    return of.mish_(input) if inplace else of.mish(input)


def _implicit_dim(name: str, ndim: int, stacklevel: int) -> int:
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.",
        stacklevel=stacklevel + 1,
    )
    return 0 if ndim in (0, 1, 3) else 1


def _softmax(name: str, input: Tensor, dim: int | None, stacklevel: int, dtype: dtype_type | None) -> Tensor:
    over = _implicit_dim(name, input.dim(), stacklevel + 1) if dim is None else dim
    plain: Any = of.log_softmax if name == "log_softmax" else of.softmax
    values = -input if name == "softmin" else input
    result: Tensor = plain(values, over) if dtype is None else plain(values, over, dtype=dtype)
    return result


@overridable
def softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: dtype_type | None = None) -> Tensor:
    """Exponentials divided by their sum along ``dim``.

    Args:
        input: Any shape.
        dim: What sums to one.
        dtype: Convert to this dtype first.
    """
    return _softmax("softmax", input, dim, _stacklevel, dtype)


@overridable
def softmin(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: dtype_type | None = None) -> Tensor:
    """`softmax` of the negative elements."""
    return _softmax("softmin", input, dim, _stacklevel, dtype)


@overridable
def log_softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: dtype_type | None = None) -> Tensor:
    """The logarithm of `softmax`, without its loss of precision."""
    return _softmax("log_softmax", input, dim, _stacklevel, dtype)


@overridable
def gumbel_softmax(logits: Tensor, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1) -> Tensor:
    """Random samples from the Gumbel-softmax distribution.

    Args:
        logits: Unnormalised logarithms of probabilities.
        tau: The temperature.
        hard: Return the one-hot tensor of the largest element of each sample.
        eps: Without effect, kept for PyTorch's sake.
        dim: The dimension of the classes.
    """
    if eps != 1e-10:
        warnings.warn("`eps` parameter is deprecated and has no effect.", stacklevel=3)
    noise = -of.empty_like(logits, memory_format=MEMORY_FORMATS["contiguous_format"]).exponential_().log()
    soft = ((logits + noise) / tau).softmax(dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    one_hot = of.zeros_like(logits).scatter_(dim, index, 1.0)
    return one_hot - soft.detach() + soft
