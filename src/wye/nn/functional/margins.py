"""Losses that require a margin between scores or points: margins, hinges, triplets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wye.functional.operators import of
from wye.nn.functional.reductions import number_of, reduced, word_for
from wye.overrides import overridable

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.tensors import Tensor

__all__ = [
    "cosine_embedding_loss", "hinge_embedding_loss", "margin_ranking_loss", "multi_margin_loss",
    "multilabel_margin_loss", "multilabel_soft_margin_loss", "soft_margin_loss", "triplet_margin_loss",
    "triplet_margin_with_distance_loss",
]  # fmt: skip


@overridable
def hinge_embedding_loss(
    input: Tensor,
    target: Tensor,
    margin: float = 1.0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Distances where targets are 1; where they are -1, ``max(0, margin - distance)``."""
    return of.hinge_embedding_loss(input, target, margin, number_of(reduction, size_average, reduce))


@overridable
def margin_ranking_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """``max(0, -target * (input1 - input2) + margin)``: which one ranks higher.

    Raises:
        RuntimeError: the numbers of dimensions differ.
    """
    number = number_of(reduction, size_average, reduce)
    if not input1.dim() == input2.dim() == target.dim():
        raise RuntimeError(
            "margin_ranking_loss : All input tensors should have same dimension but got sizes: "
            f"input1: {input1.size()}, input2: {input2.size()}, target: {target.size()} "
        )
    return of.margin_ranking_loss(input1, input2, target, margin, number)


@overridable
def soft_margin_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """``log(1 + exp(-target * input))``, for targets 1 and -1."""
    return of.soft_margin_loss(input, target, number_of(reduction, size_average, reduce))


@overridable
def multilabel_margin_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """How far the scores of the target classes (class numbers, ended by -1) are from exceeding all others by 1."""
    return of.multilabel_margin_loss(input, target, number_of(reduction, size_average, reduce))


@overridable
def multilabel_soft_margin_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The cross entropy between logits and zeros and ones, averaged over the classes.

    Raises:
        ValueError: there is no such reduction.
    """
    word = word_for(reduction, size_average, reduce)
    loss = -(target * of.log_sigmoid(input) + (1 - target) * of.log_sigmoid(-input))
    if weight is not None:
        loss = loss * weight
    classes = input.dim() - 1
    loss = loss.sum(dim=classes) / input.size(classes)
    if word not in ("none", "mean", "sum"):
        raise ValueError(word + " is not valid")
    return reduced(loss, word)


@overridable
def multi_margin_loss(
    input: Tensor,
    target: Tensor,
    p: int = 1,
    margin: float = 1.0,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """How far the score of the target class is from exceeding each other one by ``margin``, to the power ``p``.

    Raises:
        ValueError: ``p`` is neither 1 nor 2, or ``weight`` is not a vector.
    """
    number = number_of(reduction, size_average, reduce)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.dim() != 1:
        raise ValueError("weight must be one-dimensional")
    return of.multi_margin_loss(input, target, p, margin, weight, number)


@overridable
def cosine_embedding_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """How far the cosine of pairs with target 1 is from 1, and of pairs with target -1 above ``margin``."""
    number = number_of(reduction, size_average, reduce)
    return of.cosine_embedding_loss(input1, input2, target, margin, number)


@overridable
def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: float = 2,
    eps: float = 1e-6,
    swap: bool = False,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """``max(0, margin + distance to positive - distance to negative)``.

    Raises:
        ValueError: ``margin`` is not above zero.
    """
    number = number_of(reduction, size_average, reduce)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    return of.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, number)


@overridable
def triplet_margin_with_distance_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    *,
    distance_function: Callable[[Tensor, Tensor], Tensor] | None = None,
    margin: float = 1.0,
    swap: bool = False,
    reduction: str = "mean",
) -> Tensor:
    """`triplet_margin_loss` with a distance function given by the caller.

    Args:
        anchor: Points.
        positive: Points that should be near.
        negative: Points that should be far.
        distance_function: The distance of two tensors; the Euclidean one of rows by default.
        margin: How much farther the negative ones should be.
        swap: Use the distance between ``positive`` and ``negative`` where that is smaller.
        reduction: How the losses are reduced.

    Raises:
        ValueError: ``margin`` is not above zero, or there is no such reduction.
        RuntimeError: the numbers of dimensions differ.
    """
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    if not anchor.ndim == positive.ndim == negative.ndim:
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: "
            f"anchor {anchor.ndim}D, positive {positive.ndim}D, and negative {negative.ndim}D inputs"
        )
    distance = of.pairwise_distance if distance_function is None else distance_function
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = of.minimum(far, distance(positive, negative))
    return reduced(of.clamp_min(margin + near - far, 0), reduction)
