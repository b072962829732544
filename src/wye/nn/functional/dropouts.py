"""Dropout: random elements or channels become zero while training."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from wye.functional.operators import of
from wye.overrides import overridable

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = [
    "alpha_dropout", "dropout", "dropout1d", "dropout2d", "dropout3d", "feature_alpha_dropout",
]  # fmt: skip


def _check(p: float) -> None:
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


@overridable
def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """While training, each element becomes zero with probability ``p`` and the others are scaled by ``1 / (1 - p)``.

    Raises:
        ValueError: ``p`` is not between 0 and 1.
    """
    _check(p)
    return (of.dropout_ if inplace else of.dropout)(input, p, training)


@overridable
def alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """Dropout that keeps mean and variance of what `selu` gives."""
    _check(p)
    return (of.alpha_dropout_ if inplace else of.alpha_dropout)(input, p, training)


@overridable
def feature_alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """`alpha_dropout` of whole channels."""
    _check(p)
    return (of.feature_alpha_dropout_ if inplace else of.feature_alpha_dropout)(input, p, training)


def _features(input: Tensor, p: float, training: bool, inplace: bool, batched: bool) -> Tensor:
    """Whole channels dropped, of a batch or of one sample."""
    given = input
    if not batched:
        given = input.unsqueeze_(0) if inplace else input.unsqueeze(0)
    result = (of.feature_dropout_ if inplace else of.feature_dropout)(given, p, training)
    if batched:
        return result
    return result.squeeze_(0) if inplace else result.squeeze(0)


def _warn_of_dimensions(name: str, dims: int, spatial: int) -> None:
    warnings.warn(
        f"{name}: Received a {dims}-D input to {name}, which is deprecated and will result in an error in a future "
        f"release. It takes {spatial} spatial dimensions, one of channels and perhaps one of a batch "
        f"(i.e. {spatial + 1}D or {spatial + 2}D inputs); for others there is dropout.",
        stacklevel=4,
    )


@overridable
def dropout1d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Whole channels of (N, C, L) or (C, L) become zero with probability ``p``.

    Raises:
        ValueError: ``p`` is not between 0 and 1.
        RuntimeError: ``input`` has another number of dimensions.
    """
    _check(p)
    if input.dim() not in (2, 3):
        raise RuntimeError(f"dropout1d: Expected 2D or 3D input, but received a {input.dim()}D input.")
    return _features(input, p, training, inplace, input.dim() == 3)


@overridable
def dropout2d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Whole channels of (N, C, H, W) become zero with probability ``p``."""
    _check(p)
    if input.dim() not in (3, 4):
        _warn_of_dimensions("dropout2d", input.dim(), 2)
    elif input.dim() == 3:
        warnings.warn(
            "dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout behavior is desired "
            "- the input is taken for (N, C, L). dropout1d does the same without this warning.",
            stacklevel=3,
        )
    return _features(input, p, training, inplace, batched=True)


@overridable
def dropout3d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Whole channels of (N, C, D, H, W) or (C, D, H, W) become zero with probability ``p``."""
    _check(p)
    if input.dim() not in (4, 5):
        _warn_of_dimensions("dropout3d", input.dim(), 3)
    return _features(input, p, training, inplace, input.dim() == 5)
