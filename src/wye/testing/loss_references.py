"""Losses by their formulas, written for reading: what the operators should give.  Over elementary operators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.functional.operators import of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wye.tensors import Tensor

__all__ = ["LOSSES", "reduced"]


def reduced(losses: Tensor, reduction: str) -> Tensor:
    """The mean of losses, their sum, or themselves."""
    if reduction == "none":
        return losses
    found: Tensor = losses.sum() if reduction == "sum" else losses.mean()
    return found


def _rows(*tensors: Tensor) -> list[Tensor]:
    return [one if one.dim() > 1 else one.unsqueeze(0) for one in tensors]


def _cosine_embedding(one: Tensor, other: Tensor, target: Tensor, margin: float = 0, reduction: str = "mean") -> Tensor:
    first, second = _rows(one, other)
    lengths = ((first * first).sum(1) + 1e-12) * ((second * second).sum(1) + 1e-12)
    cosine = (first * second).sum(1) / lengths.sqrt()
    losses = of.where(target == 1, 1 - cosine, (cosine - margin).clamp(min=0))
    return reduced(losses if one.dim() > 1 else losses.reshape(target.shape), reduction)


def _margin_ranking(one: Tensor, other: Tensor, target: Tensor, margin: float = 0, reduction: str = "mean") -> Tensor:
    return reduced((margin - target * (one - other)).clamp(min=0), reduction)


def _triplet_margin(
    anchor: Tensor, positive: Tensor, negative: Tensor, margin: float = 1.0, p: float = 2, eps: float = 1e-6,
    swap: bool = False, reduction: str = "mean",
) -> Tensor:  # fmt: skip
    def distance(one: Tensor, other: Tensor) -> Tensor:
        return ((one - other + eps).abs() ** p).sum(-1) ** (1 / p)

    far = distance(anchor, negative)
    if swap:
        far = of.minimum(far, distance(positive, negative))
    return reduced((margin + distance(anchor, positive) - far).clamp(min=0), reduction)


def _smooth_l1(given: Tensor, target: Tensor, reduction: str = "mean", beta: float = 1.0) -> Tensor:
    away = (given - target).abs()
    return reduced(of.where(away < beta, away * away / (2 * beta or 1), away - beta / 2), reduction)


def _huber(given: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0) -> Tensor:
    away = (given - target).abs()
    return reduced(of.where(away <= delta, away * away / 2, delta * (away - delta / 2)), reduction)


def _hinge_embedding(given: Tensor, target: Tensor, margin: float = 1.0, reduction: str = "mean") -> Tensor:
    return reduced(of.where(target == 1, given, (margin - given).clamp(min=0)), reduction)


def _soft_margin(given: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    return reduced((1 + (-target * given).exp()).log(), reduction)


def _kl_div(given: Tensor, target: Tensor, reduction: str = "mean", log_target: bool = False) -> Tensor:
    if log_target:
        losses = target.exp() * (target - given)
    else:
        losses = of.where(target > 0, target * (target.clamp(min=1e-300).log() - given), of.zeros_like(given))
    return losses.sum() / given.size(0) if reduction == "batchmean" else reduced(losses, reduction)


def _kl_div_of_logs(given: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    return _kl_div(given, target, reduction, log_target=True)


def _cross_entropy(
    given: Tensor, target: Tensor, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:  # fmt: skip
    """For a target of classes, or of their probabilities."""
    axis = 1 if given.dim() > 1 else 0
    classes = given.size(axis)
    logs = given - given.logsumexp(axis, keepdim=True)
    weights = of.ones([classes], dtype=given.dtype, device=given.device) if weight is None else weight
    spread = weights.reshape([-1 if at == axis else 1 for at in range(given.dim())])
    if target.shape == given.shape:
        smooth = target * (1 - label_smoothing) + label_smoothing / classes
        losses = -(logs * spread * smooth).sum(axis)
        return reduced(losses, reduction) if reduction != "mean" else losses.sum() * classes / given.numel()
    kept = target != ignore_index
    picked = of.where(kept, target, of.zeros_like(target))
    own = weights[picked] * kept
    losses = -logs.gather(axis, picked.unsqueeze(axis)).squeeze(axis) * own
    evenly = -(logs * spread).sum(axis) * kept
    if reduction == "mean":
        total = own.sum()
        mean: Tensor = (losses.sum() * (1 - label_smoothing) + evenly.sum() * label_smoothing / classes) / total
        return mean
    return reduced(losses * (1 - label_smoothing) + evenly * (label_smoothing / classes), reduction)


def _nll(
    given: Tensor, target: Tensor, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = "mean"
) -> Tensor:
    kept = target != ignore_index
    picked = of.where(kept, target, of.zeros_like(target))
    own = kept.to(given.dtype) if weight is None else weight[picked] * kept
    axis = 1 if given.dim() > 1 else 0
    losses = -given.gather(axis, picked.unsqueeze(axis)).squeeze(axis) * own
    return losses.sum() / own.sum() if reduction == "mean" else reduced(losses, reduction)


# By the names of the modules, as PyTorch's tests ask for them.
LOSSES: Final[Mapping[str, Callable[..., Any]]] = {
    "CosineEmbeddingLoss": _cosine_embedding,
    "CrossEntropyLoss": _cross_entropy,
    "HingeEmbeddingLoss": _hinge_embedding,
    "HuberLoss": _huber,
    "KLDivLoss": _kl_div,
    "KLDivLoss_log_target": _kl_div_of_logs,
    "MarginRankingLoss": _margin_ranking,
    "NLLLoss": _nll,
    "NLLLossNd": _nll,
    "SmoothL1Loss": _smooth_l1,
    "SoftMarginLoss": _soft_margin,
    "TripletMarginLoss": _triplet_margin,
}
