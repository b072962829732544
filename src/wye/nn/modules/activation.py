"""Activations: functions of single elements, or of one dimension."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from wye.functional.operators import of
from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.nn import init as initial
from wye.nn.modules.module import Module
from wye.nn.modules.stateless import Stateless, stateless
from wye.nn.parameter import Parameter, empty_parameter

if TYPE_CHECKING:
    from wye.schema.values import device, dtype
    from wye.tensors import Tensor

__all__ = [
    "CELU", "ELU", "GELU", "GLU", "SELU", "Hardshrink", "Hardsigmoid", "Hardswish", "Hardtanh", "LeakyReLU",
    "LogSigmoid", "LogSoftmax", "Mish", "PReLU", "RReLU", "ReLU", "ReLU6", "SiLU", "Sigmoid", "Softmax", "Softmax2d",
    "Softmin", "Softplus", "Softshrink", "Softsign", "Tanh", "Tanhshrink", "Threshold",
]  # fmt: skip


@stateless
class ReLU(Stateless):
    """``max(x, 0)``."""

    inplace: bool = False
    function = staticmethod(F.relu)


@stateless
class RReLU(Stateless):
    """Negative elements times a slope, which is random in training and the mean of both bounds in use."""

    lower: float = 1.0 / 8
    upper: float = 1.0 / 3
    inplace: bool = False
    function = staticmethod(F.rrelu)
    shown = "lower={lower}, upper={upper}"

    def _options(self) -> dict[str, Any]:
        return {**super()._options(), "training": self.training}


@stateless
class Hardtanh(Stateless):
    """Elements between ``min_val`` and ``max_val``; what is outside becomes the bound.

    Args:
        min_val: The lower bound.
        max_val: The upper bound.
        inplace: Write into the input.
        min_value: The former name of ``min_val``.
        max_value: The former name of ``max_val``.

    Raises:
        AssertionError: the bounds are not in order.
    """

    min_val: float = -1.0
    max_val: float = 1.0
    inplace: bool = False
    min_value: float | None = None
    max_value: float | None = None
    function = staticmethod(F.hardtanh)
    shown = "min_val={min_val}, max_val={max_val}"

    def __post_init__(self) -> None:
        for former, name in (("min_value", "min_val"), ("max_value", "max_val")):
            value = self.__dict__.pop(former)
            if value is not None:
                warnings.warn(
                    f"keyword argument `{former}` is deprecated and renamed to `{name}`", FutureWarning, stacklevel=3
                )
                setattr(self, name, value)
        if self.max_val <= self.min_val:
            raise AssertionError(f"max_val ({self.max_val}) must be greater than min_val ({self.min_val})")

    def _options(self) -> dict[str, Any]:
        return {"min_val": self.min_val, "max_val": self.max_val, "inplace": self.inplace}


class ReLU6(Hardtanh):
    """``min(max(x, 0), 6)``."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self) -> str:
        """The options."""
        return "inplace=True" if self.inplace else ""


@stateless
class Sigmoid(Stateless):
    """``1 / (1 + exp(-x))``."""

    function = staticmethod(of.sigmoid)


@stateless
class Hardsigmoid(Stateless):
    """A sigmoid of three straight lines."""

    inplace: bool = False
    function = staticmethod(F.hardsigmoid)

    def extra_repr(self) -> str:
        """Nothing."""
        return ""


@stateless
class Tanh(Stateless):
    """The hyperbolic tangent."""

    function = staticmethod(of.tanh)


@stateless
class SiLU(Stateless):
    """``x * sigmoid(x)``, also called swish."""

    inplace: bool = False
    function = staticmethod(F.silu)


@stateless
class Mish(Stateless):
    """``x * tanh(softplus(x))``."""

    inplace: bool = False
    function = staticmethod(F.mish)


@stateless
class Hardswish(Stateless):
    """``x * hardsigmoid(x)``."""

    inplace: bool = False
    function = staticmethod(F.hardswish)

    def extra_repr(self) -> str:
        """Nothing."""
        return ""


@stateless
class ELU(Stateless):
    """``x``, or ``alpha * (exp(x) - 1)`` where it is negative."""

    alpha: float = 1.0
    inplace: bool = False
    function = staticmethod(F.elu)
    shown = "alpha={alpha}"


@stateless
class CELU(Stateless):
    """``x``, or ``alpha * (exp(x / alpha) - 1)`` where it is negative."""

    alpha: float = 1.0
    inplace: bool = False
    function = staticmethod(F.celu)
    shown = "alpha={alpha}"


@stateless
class SELU(Stateless):
    """`ELU` with the factors that keep mean 0 and variance 1."""

    inplace: bool = False
    function = staticmethod(F.selu)


@stateless
class GLU(Stateless):
    """The first half of a dimension times the sigmoid of the second."""

    dim: int = -1
    function = staticmethod(F.glu)
    shown = "dim={dim}"


@stateless
class GELU(Stateless):
    """``x`` times the normal distribution at ``x``; ``approximate="tanh"`` by a hyperbolic tangent."""

    approximate: str = "none"
    function = staticmethod(of.gelu)
    shown = "approximate={approximate!r}"


@stateless
class Hardshrink(Stateless):
    """Elements between ``-lambd`` and ``lambd`` become 0."""

    lambd: float = 0.5
    function = staticmethod(of.hardshrink)
    shown = "{lambd}"


@stateless
class Softshrink(Stateless):
    """Elements move towards 0 by ``lambd``, at most to 0."""

    lambd: float = 0.5
    function = staticmethod(of.softshrink)
    shown = "{lambd}"


@stateless
class Tanhshrink(Stateless):
    """``x - tanh(x)``."""

    function = staticmethod(F.tanhshrink)


@stateless
class LeakyReLU(Stateless):
    """``x``, or ``x * negative_slope`` where it is negative."""

    negative_slope: float = 1e-2
    inplace: bool = False
    function = staticmethod(F.leaky_relu)
    shown = "negative_slope={negative_slope}"


@stateless
class LogSigmoid(Stateless):
    """The logarithm of the sigmoid."""

    function = staticmethod(of.log_sigmoid)


@stateless
class Softplus(Stateless):
    """``log(1 + exp(beta * x)) / beta``; ``x`` itself where ``beta * x`` is above ``threshold``."""

    beta: float = 1.0
    threshold: float = 20.0
    function = staticmethod(of.softplus)
    shown = "beta={beta}, threshold={threshold}"


@stateless
class Softsign(Stateless):
    """``x / (1 + abs(x))``."""

    function = staticmethod(F.softsign)


@stateless
class Threshold(Stateless):
    """``x``, or ``value`` where it is not above ``threshold``."""

    threshold: float
    value: float
    inplace: bool = False
    function = staticmethod(F.threshold)
    shown = "threshold={threshold}, value={value}"


@stateless
class Softmax(Stateless):
    """Positive numbers with the sum 1 along a dimension, in the ratio of exponentials."""

    dim: int | None = None
    function = staticmethod(F.softmax)
    shown = "dim={dim}"

    def _options(self) -> dict[str, Any]:
        return {"dim": self.dim, "_stacklevel": 7}  # the call of the module, not the lines between


@stateless
class Softmin(Softmax):
    """`Softmax` of the negatives."""

    function = staticmethod(F.softmin)


@stateless
class LogSoftmax(Softmax):
    """The logarithm of `Softmax`."""

    function = staticmethod(F.log_softmax)


class Softmax2d(Module):
    """`Softmax` over the channels of images."""

    def forward(self, input: Tensor) -> Tensor:
        """The channels in the ratio of exponentials.

        Raises:
            ValueError: no image.
        """
        if input.dim() not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D instead")
        return of.softmax(input, -3)


class PReLU(Module):
    """``x``, or ``x * weight`` where it is negative.

    Args:
        num_parameters: 1, or the number of channels.
        init: The initial slope.
        device: Where the weights are.
        dtype: Their type.
    """

    weight: Parameter

    def __init__(
        self,
        num_parameters: int = 1,
        init: float = 0.25,
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        super().__init__()
        self.num_parameters, self.init = num_parameters, init
        self.weight = empty_parameter(num_parameters, device=device, dtype=dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """All slopes are the initial one."""
        initial.constant_(self.weight, self.init)

    def forward(self, input: Tensor) -> Tensor:
        """The activation of ``input``."""
        return of.prelu(input, self.weight)

    def extra_repr(self) -> str:
        """The number of slopes."""
        return f"num_parameters={self.num_parameters}"
