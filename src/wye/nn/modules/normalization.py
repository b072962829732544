"""Normalisation over layers, groups of channels, and neighbours."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any

from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.nn import init
from wye.nn.modules.module import Module
from wye.nn.modules.stateless import Stateless, stateless
from wye.nn.parameter import Parameter, empty_parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.schema.values import device, dtype
    from wye.tensors import Tensor

__all__ = ["GroupNorm", "LayerNorm", "LocalResponseNorm", "RMSNorm"]


def _shape(given: int | Sequence[int]) -> tuple[int, ...]:
    return (int(given),) if isinstance(given, Integral) else tuple(given)  # type: ignore[arg-type]


class _Affine(Module):
    """Factors and shifts of what was normalised."""

    weight: Parameter | None
    bias: Parameter | None

    def _init_parameters(self, shape: tuple[int, ...], factors: bool, shifts: bool, device: Any, dtype: Any) -> None:
        options = {"device": device, "dtype": dtype}
        self.register_parameter("weight", empty_parameter(*shape, **options) if factors else None)
        self.register_parameter("bias", empty_parameter(*shape, **options) if factors and shifts else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Factors 1, shifts 0."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)


class LayerNorm(_Affine):
    """The last dimensions with mean 0 and variance 1, times ``weight`` plus ``bias``.

    Args:
        normalized_shape: The sizes of these dimensions.
        eps: Added to the variance.
        elementwise_affine: Are there factors and shifts?
        bias: Are there shifts?
        device: Where the parameters are.
        dtype: Their type.
    """

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        super().__init__()
        self.normalized_shape, self.eps, self.elementwise_affine = _shape(normalized_shape), eps, elementwise_affine
        self._init_parameters(self.normalized_shape, elementwise_affine, bias, device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        """``input``, normalised."""
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """The options."""
        return (
            f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}, "
            f"bias={self.bias is not None}"
        )


class RMSNorm(_Affine):
    """The last dimensions divided by their root mean square, times ``weight``.

    Args:
        normalized_shape: The sizes of these dimensions.
        eps: Added to the mean square; by default the spacing of floats at 1.
        elementwise_affine: Are there factors?
        device: Where they are.
        dtype: Their type.
    """

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float | None = None,
        elementwise_affine: bool = True,
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        super().__init__()
        self.normalized_shape, self.eps, self.elementwise_affine = _shape(normalized_shape), eps, elementwise_affine
        options: dict[str, Any] = {"device": device, "dtype": dtype}
        made = empty_parameter(*self.normalized_shape, **options) if elementwise_affine else None
        self.register_parameter("weight", made)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Factors 1."""
        if self.weight is not None:
            init.ones_(self.weight)

    def forward(self, x: Tensor) -> Tensor:
        """``x``, normalised."""
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        """The options."""
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class GroupNorm(_Affine):
    """Groups of channels of each sample with mean 0 and variance 1, times ``weight`` plus ``bias``.

    Args:
        num_groups: The number of groups.
        num_channels: The number of channels.
        eps: Added to variances.
        affine: Are there factors and shifts, one to a channel?
        device: Where they are.
        dtype: Their type.
        bias: Are there shifts?

    Raises:
        ValueError: the channels cannot be grouped so.
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        device: device | str | None = None,
        dtype: dtype | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        if num_channels % num_groups:
            raise ValueError(f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})")
        self.num_groups, self.num_channels, self.eps, self.affine = num_groups, num_channels, eps, affine
        self._init_parameters((num_channels,), affine, bias, device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        """``input`` (batch, channels, ...), normalised."""
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """The options."""
        return (
            f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}, "
            f"bias={self.bias is not None}"
        )


@stateless
class LocalResponseNorm(Stateless):
    """Each element divided by a power of the mean square over neighbouring channels."""

    size: int
    alpha: float = 1e-4
    beta: float = 0.75
    k: float = 1.0
    function = staticmethod(F.local_response_norm)
    shown = "{size}, alpha={alpha}, beta={beta}, k={k}"
