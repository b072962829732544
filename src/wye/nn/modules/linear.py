"""Linear and bilinear maps."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.nn import init
from wye.nn.modules.module import Module
from wye.nn.parameter import Parameter, empty_parameter

if TYPE_CHECKING:
    from wye.schema.values import device, dtype
    from wye.tensors import Tensor

__all__ = ["Bilinear", "Identity", "Linear"]


class Identity(Module):
    """Returns its input; takes any arguments, and ignores them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Any) -> Any:
        """The input."""
        return input


class Linear(Module):
    """``x @ weight.T + bias``.

    Args:
        in_features: The size of the last dimension of inputs.
        out_features: That of outputs.
        bias: Is there a bias?
        device: Where the parameters are.
        dtype: Their type.

    >>> Linear(2, 3)
    Linear(in_features=2, out_features=3, bias=True)
    """

    weight: Parameter
    bias: Parameter | None

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight = empty_parameter(out_features, in_features, device=device, dtype=dtype)
        self.register_parameter("bias", empty_parameter(out_features, device=device, dtype=dtype) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw initial values."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.in_features) if self.in_features > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input: Tensor) -> Tensor:
        """The map of ``input``."""
        return F.linear(input, self.weight, self.bias)  # type: ignore[no-any-return]  # an operator

    def extra_repr(self) -> str:
        """The sizes."""
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class Bilinear(Module):
    """``x1 @ weight @ x2 + bias``, one matrix to an output.

    Args:
        in1_features: The size of the last dimension of the first input.
        in2_features: That of the second.
        out_features: That of outputs.
        bias: Is there a bias?
        device: Where the parameters are.
        dtype: Their type.

    Raises:
        ValueError: there is no first input.
    """

    weight: Parameter
    bias: Parameter | None

    def __init__(
        self,
        in1_features: int,
        in2_features: int,
        out_features: int,
        bias: bool = True,
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        super().__init__()
        if in1_features <= 0:
            raise ValueError(f"in1_features must be > 0, but got {in1_features}")
        self.in1_features, self.in2_features, self.out_features = in1_features, in2_features, out_features
        self.weight = empty_parameter(out_features, in1_features, in2_features, device=device, dtype=dtype)
        self.register_parameter("bias", empty_parameter(out_features, device=device, dtype=dtype) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw initial values."""
        bound = 1 / math.sqrt(self.weight.size(1))
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input1: Tensor, input2: Tensor) -> Tensor:
        """The map of both inputs."""
        return F.bilinear(input1, input2, self.weight, self.bias)  # type: ignore[no-any-return]

    def extra_repr(self) -> str:
        """The sizes."""
        return (
            f"in1_features={self.in1_features}, in2_features={self.in2_features}, out_features={self.out_features}, "
            f"bias={self.bias is not None}"
        )
