"""Convolutions, and transposed ones."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

from wye.functional.operators import of
from wye.grad_mode import no_grad
from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.nn import init
from wye.nn.modules.module import Module
from wye.nn.modules.sizes import repeated
from wye.nn.parameter import Parameter, empty_parameter
from wye.schema.values import MEMORY_FORMATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.schema.values import device, dtype
    from wye.tensors import Tensor

    _Sizes = int | tuple[int, ...]

__all__ = ["Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d"]

_PADDINGS = ("zeros", "reflect", "replicate", "circular")


class _ConvNd(Module):
    """What all convolutions have; ``_dims`` is the number of dimensions that windows move in."""

    _dims: ClassVar[int]
    transposed: ClassVar[bool] = False
    weight: Parameter
    bias: Parameter | None

    def _init_convolution(
        self,
        channels: tuple[int, int],
        kernel_size: _Sizes,
        stride: _Sizes,
        padding: str | _Sizes,
        dilation: _Sizes,
        output_padding: _Sizes,
        groups: int,
        bias: bool,
        padding_mode: str,
        device: Any,
        dtype: Any,
    ) -> None:
        Module.__init__(self)
        n = self._dims
        self.in_channels, self.out_channels = channels
        self.kernel_size, self.stride, self.dilation = (repeated(v, n) for v in (kernel_size, stride, dilation))
        self.padding = padding if isinstance(padding, str) else repeated(padding, n)
        self.output_padding = repeated(output_padding, n)
        self.groups, self.padding_mode = groups, padding_mode
        self._check()
        self._reversed_padding_repeated_twice = self._sides()
        before, after = channels if self.transposed else (self.out_channels, self.in_channels)
        shape = (before, after // groups, *self.kernel_size)
        self.weight = empty_parameter(*shape, device=device, dtype=dtype)
        self.register_parameter(
            "bias", empty_parameter(self.out_channels, device=device, dtype=dtype) if bias else None
        )
        self.reset_parameters()

    def _check(self) -> None:
        if self.groups <= 0:
            raise ValueError("groups must be a positive integer")
        for name in ("in_channels", "out_channels"):
            if getattr(self, name) % self.groups:
                raise ValueError(f"{name} must be divisible by groups")
        if isinstance(self.padding, str):
            if self.padding not in ("same", "valid"):
                raise ValueError(f"Invalid padding string {self.padding!r}, should be one of {{'valid', 'same'}}")
            if self.padding == "same" and any(step != 1 for step in self.stride):
                raise ValueError("padding='same' is not supported for strided convolutions")
        if self.padding_mode not in _PADDINGS:
            names = ", ".join(map(repr, _PADDINGS))
            raise ValueError(f"padding_mode must be one of {{{names}}}, but got padding_mode='{self.padding_mode}'")

    def _sides(self) -> list[int]:
        """The padding before and after each dimension, the last one first, as `pad` takes it."""
        if not isinstance(self.padding, str):
            return [size for size in reversed(self.padding) for _ in range(2)]
        if self.padding == "valid":
            return [0, 0] * self._dims
        totals = [step * (size - 1) for step, size in zip(self.dilation, self.kernel_size, strict=True)]
        return [part for total in reversed(totals) for part in (total // 2, total - total // 2)]

    def reset_parameters(self) -> None:
        """Draw initial values."""
        if self.weight.is_contiguous():
            init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        else:  # drawn in the order of rows, whatever the layout
            drawn = of.empty_like(self.weight, memory_format=MEMORY_FORMATS["contiguous_format"])
            with no_grad():
                self.weight.copy_(init.kaiming_uniform_(drawn, a=math.sqrt(5)))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def extra_repr(self) -> str:
        """The channels, and what is not as usual."""
        n = self._dims
        usual = {"padding": (0,) * n, "dilation": (1,) * n, "output_padding": (0,) * n, "groups": 1}
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        text += "".join(f", {name}={getattr(self, name)}" for name, v in usual.items() if getattr(self, name) != v)
        text += "" if self.bias is not None else ", bias=False"
        return text + (f", padding_mode={self.padding_mode}" if self.padding_mode != "zeros" else "")


class _Forward(_ConvNd):
    """A convolution."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: _Sizes,
        stride: _Sizes = 1,
        padding: str | _Sizes = 0,
        dilation: _Sizes = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        self._init_convolution(
            (in_channels, out_channels), kernel_size, stride, padding, dilation, 0, groups, bias, padding_mode, device,
            dtype,
        )  # fmt: skip

    def _conv_forward(self, input: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        padding: Any = self.padding
        if self.padding_mode != "zeros":
            input = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            padding = 0
        convolve = of[f"conv{self._dims}d"]
        return convolve(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input: Tensor) -> Tensor:
        """The convolution of ``input`` (batch, channels, ...)."""
        return self._conv_forward(input, self.weight, self.bias)


class Conv1d(_Forward):
    """A convolution over one dimension; arguments as of `Conv2d`."""

    _dims = 1


class Conv2d(_Forward):
    """A convolution.

    Args:
        in_channels: The channels of inputs.
        out_channels: Those of outputs.
        kernel_size: The size of windows; of each dimension, or of all.
        stride: The steps between windows.
        padding: The width of the border, or ``"same"`` or ``"valid"``.
        dilation: The steps within windows.
        groups: Groups of channels that do not see each other.
        bias: Is there a bias?
        padding_mode: What is on the border: ``"zeros"``, ``"reflect"``, ``"replicate"`` or ``"circular"``.
        device: Where the parameters are.
        dtype: Their type.

    Raises:
        ValueError: channels that cannot be grouped so, or an unknown padding.
    """

    _dims = 2


class Conv3d(_Forward):
    """A convolution over three dimensions; arguments as of `Conv2d`."""

    _dims = 3


class _Transposed(_ConvNd):
    """A transposed convolution: the gradient of a convolution, as a layer."""

    transposed = True

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: _Sizes,
        stride: _Sizes = 1,
        padding: _Sizes = 0,
        output_padding: _Sizes = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: _Sizes = 1,
        padding_mode: str = "zeros",
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        self._init_convolution(
            (in_channels, out_channels), kernel_size, stride, padding, dilation, output_padding, groups, bias,
            padding_mode, device, dtype,
        )  # fmt: skip

    def forward(self, input: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        """The transposed convolution of ``input``; ``output_size`` chooses among the sizes that are possible."""
        more = self.output_padding if output_size is None else self._output_padding(input, [*output_size])
        convolve = of[f"conv_transpose{self._dims}d"]
        return convolve(input, self.weight, self.bias, self.stride, self.padding, more, self.groups, self.dilation)

    def _output_padding(self, input: Tensor, wanted: list[int]) -> list[int]:
        """What has to be added for an output of the wanted size.

        Raises:
            ValueError: no output has that size.
        """
        n = self._dims
        leading = 2 if input.dim() == n + 2 else 1
        wanted = wanted[leading:] if len(wanted) == leading + n else wanted
        if len(wanted) != n:
            raise ValueError(
                f"ConvTranspose{n}D: for {input.dim()}D input, output_size must have {n} or {leading + n} elements "
                f"(got {len(wanted)})"
            )
        sizes = zip(input.shape[leading:], self.stride, self.padding, self.dilation, self.kernel_size, strict=True)
        least = [(size - 1) * step - 2 * int(pad) + gap * (k - 1) + 1 for size, step, pad, gap, k in sizes]
        most = [size + step - 1 for size, step in zip(least, self.stride, strict=True)]
        if any(not low <= size <= high for low, size, high in zip(least, wanted, most, strict=True)):
            raise ValueError(
                f"requested an output size of {wanted}, but valid sizes range from {least} to {most} (for an input of "
                f"{input.size()[2:]})"
            )
        return [size - low for size, low in zip(wanted, least, strict=True)]


class ConvTranspose1d(_Transposed):
    """A transposed convolution over one dimension; arguments as of `ConvTranspose2d`."""

    _dims = 1


class ConvTranspose2d(_Transposed):
    """A transposed convolution: the gradient of a convolution, as a layer.

    Args:
        in_channels: The channels of inputs.
        out_channels: Those of outputs.
        kernel_size: The size of windows; of each dimension, or of all.
        stride: The steps between windows.
        padding: What is cut off the border.
        output_padding: What is added at the end of each dimension.
        groups: Groups of channels that do not see each other.
        bias: Is there a bias?
        dilation: The steps within windows.
        padding_mode: ``"zeros"``.
        device: Where the parameters are.
        dtype: Their type.

    Raises:
        ValueError: channels that cannot be grouped so, or another padding.
    """

    _dims = 2


class ConvTranspose3d(_Transposed):
    """A transposed convolution over three dimensions; arguments as of `ConvTranspose2d`."""

    _dims = 3
