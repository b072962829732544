"""Look-ups in tables of vectors: one row, or the sum, mean or maximum of several."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Final

import wye.schema.values as values
from wye.functional.operators import of, parts
from wye.overrides import overridable

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["embedding", "embedding_bag"]

_MODES: Final = {"sum": 0, "mean": 1, "max": 2}


def _row(padding_idx: int, weight: Tensor, what: str) -> int:
    """The number of a row, counted from the end where it is negative."""
    rows = weight.size(0)
    if not -rows <= padding_idx < rows:
        raise AssertionError(f"{what} must be within num_embeddings")
    return padding_idx + rows if padding_idx < 0 else padding_idx


@overridable
def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """Rows of ``weight`` by their numbers.

    Args:
        input: Numbers of rows, of any shape.
        weight: The table.
        padding_idx: A row that gets no gradient.
        max_norm: Rows that are used and longer are first scaled to this norm, in ``weight`` itself.
        norm_type: The order of that norm.
        scale_grad_by_freq: For the gradient.
        sparse: For the gradient.

    Raises:
        AssertionError: ``padding_idx`` is no row.
    """
    row = -1 if padding_idx is None else _row(padding_idx, weight, "Padding_idx")
    if max_norm is not None:
        input = input.contiguous()
        of.embedding_renorm_(weight.detach(), input, max_norm, norm_type)
    return of.embedding(weight, input, row, scale_grad_by_freq, sparse)


def _bags(
    input: Tensor, offsets: Tensor | None, per_sample_weights: Tensor | None
) -> tuple[Tensor, Tensor, Tensor | None]:
    """Indices in one row and where each bag begins; the rows of a matrix are bags."""
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError(
                "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length "
                f"sequences. However, found offsets of type {type(offsets)}"
            )
        starts = of.arange(0, input.numel(), input.size(1), dtype=input.dtype, device=input.device)
        rows = input.reshape(-1)
        return rows, starts, None if per_sample_weights is None else per_sample_weights.reshape(-1)
    if input.dim() != 1:
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.dim()}")
    if offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    if offsets.dim() != 1:
        raise ValueError("offsets has to be a 1D Tensor")
    return input, offsets, per_sample_weights


def _check_mode(mode: str, scale_grad_by_freq: bool, sparse: bool, per_sample_weights: Tensor | None) -> int:
    if mode not in _MODES:
        raise ValueError("mode has to be one of sum, mean or max")
    if mode == "max" and scale_grad_by_freq:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    if mode == "max" and sparse:
        raise ValueError("max mode does not support sparse weights")
    if per_sample_weights is not None and mode != "sum":
        # refused, as in PyTorch: weights are defined for sums only
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum' "
            f"(got mode='{mode}')."
        )
    return _MODES[mode]


@overridable
def embedding_bag(
    input: Tensor,
    weight: Tensor,
    offsets: Tensor | None = None,
    max_norm: float | None = None,
    norm_type: float = 2,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: Tensor | None = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> Tensor:
    """The sum, mean or maximum of rows of ``weight``, for each bag of row numbers.

    Args:
        input: Row numbers: one bag to a row, or all bags in one row.
        weight: The table.
        offsets: Where each bag begins, when they are in one row.
        max_norm: Rows that are used and longer are first scaled to this norm, in ``weight`` itself.
        norm_type: The order of that norm.
        scale_grad_by_freq: For the gradient.
        mode: ``"sum"``, ``"mean"`` or ``"max"``.
        sparse: For the gradient.
        per_sample_weights: A factor for each row number; for sums only.
        include_last_offset: The last of ``offsets`` is the end of the last bag.
        padding_idx: A row that counts nothing.
    """
    if weight.dtype is values.DTYPES["int64"] and input.is_floating_point():
        warnings.warn("Argument order of nn.functional.embedding_bag was changed: input and weight.", stacklevel=3)
        weight, input = input, weight
    if per_sample_weights is not None and input.size() != per_sample_weights.size():
        raise ValueError(
            f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not None, then it must have the "
            f"same shape as the input ({input.shape})"
        )
    if weight.dim() != 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.dim()}")
    indices, starts, factors = _bags(input, offsets, per_sample_weights)
    number = _check_mode(mode, scale_grad_by_freq, sparse, per_sample_weights)
    if max_norm is not None:
        of.embedding_renorm_(weight.detach(), indices, max_norm, norm_type)
    return parts.embedding_bag(
        weight, indices, starts, scale_grad_by_freq, number, sparse, factors, include_last_offset, padding_idx
    )[0]
