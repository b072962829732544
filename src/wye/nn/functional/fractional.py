"""Maxima over windows of random sizes: fractional pooling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wye.functional.operators import of, parts
from wye.overrides import overridable

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = [
    "fractional_max_pool2d", "fractional_max_pool2d_with_indices", "fractional_max_pool3d",
    "fractional_max_pool3d_with_indices",
]  # fmt: skip

Sizes = int | Sequence[int]
Ratios = float | Sequence[float]


def _pooled(
    count: int, input: Tensor, kernel_size: Sizes, output_size: Any, output_ratio: Any, samples: Tensor | None
) -> tuple[Tensor, Tensor]:
    name = f"fractional_max_pool{count}d"
    if output_size is None:
        if output_ratio is None:
            raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
        ratios = output_ratio
        if len(ratios) > count:
            raise ValueError(f"{name} requires output_ratio to either be a single Int or tuple of Ints.")
        output_size = [int(n * ratio) for n, ratio in zip(input.size()[-count:], ratios, strict=True)]
    if samples is None:
        batch = 1 if input.dim() == count + 1 else input.size(0)
        shape = [batch, input.size(-count - 1), count]
        samples = of.rand(shape, dtype=input.dtype, device=input.device)
    values, indices = getattr(parts, name)(input, kernel_size, output_size, samples)
    return values, indices


@overridable
def fractional_max_pool2d_with_indices(
    input: Tensor,
    kernel_size: Sizes,
    output_size: Sizes | None = None,
    output_ratio: Ratios | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """Maxima over windows at random positions, and their indices."""
    return _pooled(2, input, kernel_size, output_size, output_ratio, _random_samples)


@overridable
def fractional_max_pool3d_with_indices(
    input: Tensor,
    kernel_size: Sizes,
    output_size: Sizes | None = None,
    output_ratio: Ratios | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """Maxima over windows at random positions, and their indices."""
    return _pooled(3, input, kernel_size, output_size, output_ratio, _random_samples)


@overridable
def fractional_max_pool2d(
    input: Tensor,
    kernel_size: Sizes,
    output_size: Sizes | None = None,
    output_ratio: Ratios | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> Any:
    """Maxima over windows at random positions; with ``return_indices`` also their indices.

    Args:
        input: Images, or a batch of them.
        kernel_size: The size of a window.
        output_size: The size of the result.
        output_ratio: Instead: its size as a part of the input's.
        return_indices: Return also where the maxima are.

    Raises:
        ValueError: neither a size nor a ratio is given.
    """
    found = _pooled(2, input, kernel_size, output_size, output_ratio, _random_samples)
    return found if return_indices else found[0]


@overridable
def fractional_max_pool3d(
    input: Tensor,
    kernel_size: Sizes,
    output_size: Sizes | None = None,
    output_ratio: Ratios | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> Any:
    """Maxima over windows at random positions; with ``return_indices`` also their indices.

    Args:
        input: Volumes, or a batch of them.
        kernel_size: The size of a window.
        output_size: The size of the result.
        output_ratio: Instead: its size as a part of the input's.
        return_indices: Return also where the maxima are.

    Raises:
        ValueError: neither a size nor a ratio is given.
    """
    found = _pooled(3, input, kernel_size, output_size, output_ratio, _random_samples)
    return found if return_indices else found[0]
