"""Normalisation over batches, instances, layers, groups and channels."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from wye.functional.operators import of
from wye.overrides import overridable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.tensors import Tensor

__all__ = [
    "batch_norm", "group_norm", "instance_norm", "layer_norm", "local_response_norm", "normalize", "rms_norm",
]  # fmt: skip


def _check_batch(size: Sequence[int]) -> None:
    if size[0] * prod(size[2:]) == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {size}")


@overridable
def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Each channel normalised over the batch, or by running statistics when not training.

    Raises:
        ValueError: training with one value to a channel.
    """
    if training:
        _check_batch(input.size())
    return of.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, True)


@overridable
def instance_norm(
    input: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Each channel of each sample normalised.

    Raises:
        ValueError: one element to a channel.
    """
    if use_input_stats and prod(input.size()[2:]) == 1:
        raise ValueError(f"Expected more than 1 spatial element when training, got input size {input.size()}")
    return of.instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, True)


@overridable
def layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    """The last dimensions, of ``normalized_shape``, with mean 0 and variance 1, times ``weight`` plus ``bias``."""
    return of.layer_norm(input, normalized_shape, weight, bias, eps, True)


@overridable
def rms_norm(
    input: Tensor, normalized_shape: Sequence[int], weight: Tensor | None = None, eps: float | None = None
) -> Tensor:
    """The last dimensions divided by their root mean square, times ``weight``."""
    return of.rms_norm(input, normalized_shape, weight, eps)


@overridable
def group_norm(
    input: Tensor, num_groups: int, weight: Tensor | None = None, bias: Tensor | None = None, eps: float = 1e-5
) -> Tensor:
    """Groups of channels of each sample normalised.

    Raises:
        RuntimeError: ``input`` has no channels.
        ValueError: one element to a group.
    """
    if input.dim() < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {input.dim()}")
    size = input.size()
    _check_batch([size[0] * size[1] // num_groups, num_groups, *size[2:]])
    return of.group_norm(input, num_groups, weight, bias, eps, True)


@overridable
def local_response_norm(input: Tensor, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> Tensor:
    """Each element divided by a power of the mean square over ``size`` neighbouring channels.

    Raises:
        ValueError: ``input`` has fewer than three dimensions.
    """
    if input.dim() < 3:
        raise ValueError(f"Expected 3D or higher dimensionality input (got {input.dim()} dimensions)")
    if input.numel() == 0:
        return input
    square, before, after = input.mul(input), size // 2, (size - 1) // 2
    if input.dim() == 3:
        wide = of.pad(square.unsqueeze(1), [0, 0, before, after])
        mean = of.avg_pool2d(wide, [size, 1], stride=1).squeeze(1)
    else:
        shape = input.size()
        wide = of.pad(square.view(shape[0], 1, shape[1], shape[2], -1), [0, 0, 0, 0, before, after])
        mean = of.avg_pool3d(wide, [size, 1, 1], stride=1).squeeze(1).view(shape)
    return input / mean.mul(alpha).add(k).pow(beta)


@overridable
def normalize(input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12, out: Tensor | None = None) -> Tensor:
    """Slices along ``dim`` divided by their norm, but at least by ``eps``."""
    if out is None:
        return input / input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)
    return of.div(input, input.norm(p, dim, keepdim=True).clamp_min_(eps).expand_as(input), out=out)
