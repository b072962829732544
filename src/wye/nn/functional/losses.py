"""Losses of classification and regression.

Every loss takes ``reduction``: ``"none"``, ``"mean"`` or ``"sum"``; ``size_average`` and ``reduce`` are PyTorch's
former arguments for the same.
"""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING

from wye.functional.operators import of
from wye.functional.shapes import broadcast_shapes, broadcast_tensors
from wye.nn.functional.reductions import number_of, reduced, word_for
from wye.overrides import overridable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.tensors import Tensor

__all__ = [
    "binary_cross_entropy", "binary_cross_entropy_with_logits", "cross_entropy", "ctc_loss", "gaussian_nll_loss",
    "huber_loss", "kl_div", "l1_loss", "linear_cross_entropy", "mse_loss", "nll_loss", "poisson_nll_loss",
    "smooth_l1_loss",
]  # fmt: skip


@overridable
def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """The cross entropy between unnormalised logits and classes, or probabilities of classes.

    Args:
        input: Logits, with the classes in dimension 1, or 0 for one sample.
        target: Class numbers, or probabilities of the shape of ``input``.
        weight: A factor for each class.
        size_average: PyTorch's former argument for ``reduction``.
        ignore_index: A class number that counts nothing.
        reduce: PyTorch's former argument for ``reduction``.
        reduction: How the losses are reduced.
        label_smoothing: How much of the target is spread evenly over all classes.
    """
    number = number_of(reduction, size_average, reduce)
    return of.cross_entropy_loss(input, target, weight, number, ignore_index, label_smoothing)


@overridable
def linear_cross_entropy(
    input: Tensor,
    linear_weight: Tensor,
    target: Tensor,
    *,
    linear_bias: Tensor | None = None,
    weight: Tensor | None = None,
    reduction: str = "mean",
    ignore_index: int | None = None,
    label_smoothing: float = 0.0,
    options: object = None,
) -> Tensor:
    """`cross_entropy` of what a linear layer makes of ``input``.

    Args:
        input: Features, of one sample or of several.
        linear_weight: The layer's weights, with the classes in dimension 0 and the features in the last one.
        target: Class numbers, or probabilities.
        linear_bias: The layer's bias.
        weight: A factor for each class.
        reduction: How the losses are reduced.
        ignore_index: A class number that counts nothing; by default -100.
        label_smoothing: How much of the target is spread evenly over all classes.
        options: How PyTorch splits the work; accepted for its sake.
    """
    if input.ndim not in (1, 2):
        raise RuntimeError(f"expected input with dimensionality 1 or 2, got {input.ndim}")
    if linear_weight.ndim < 2:
        raise RuntimeError(f"expected linear_weight with dimensionality at least 2, got {linear_weight.ndim}")
    if input.shape[-1] != linear_weight.shape[-1]:
        raise RuntimeError(
            "expected equal input and linear_weight last dimensions (in_features), got "
            f"{input.shape[-1]} and {linear_weight.shape[-1]}, respectively"
        )
    outputs = tuple(linear_weight.shape[:-1])
    if linear_bias is not None and tuple(linear_bias.shape) != outputs:
        raise RuntimeError(f"expected linear_bias shape {outputs}, got {tuple(linear_bias.shape)}")
    if ignore_index is not None and target.is_floating_point():
        raise RuntimeError("ignore_index cannot be specified when target contains probabilities")
    matrix = linear_weight if linear_weight.ndim == 2 else linear_weight.flatten(0, -2)
    bias = linear_bias if linear_bias is None or linear_bias.ndim == 1 else linear_bias.flatten()
    logits = of.linear(input, matrix, bias).view([*input.shape[:-1], *outputs])
    ignored = -100 if ignore_index is None else ignore_index
    return of.cross_entropy_loss(logits, target, weight, number_of(reduction), ignored, label_smoothing)


@overridable
def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The negative log-likelihood of the target classes, from logarithms of probabilities."""
    return of.nll_loss_nd(input, target, weight, number_of(reduction, size_average, reduce), ignore_index)


@overridable
def kl_div(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    log_target: bool = False,
) -> Tensor:
    """The Kullback-Leibler divergence; ``input`` holds logarithms, ``target`` too with ``log_target``.

    ``reduction="batchmean"`` divides the sum by the size of the batch, which is the mathematical definition.
    """
    word = word_for(reduction, size_average, reduce)
    if word == "mean" and size_average is None and reduce is None:
        warnings.warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support size. 'batchmean' divides "
            "only by the batch size, and aligns with the KL div math definition.",
            stacklevel=3,
        )
    if word != "batchmean":
        return of.kl_div(input, target, number_of(word), log_target=log_target)
    total = of.kl_div(input, target, number_of("sum"), log_target=log_target)
    return total / input.size()[0] if input.size()[0] != 0 else total


def _warn_of_sizes(input: Tensor, target: Tensor) -> None:
    if target.size() != input.size():
        warnings.warn(
            f"Using a target size ({target.size()}) that is different to the input size ({input.size()}). "
            "This will likely lead to incorrect results due to broadcasting. Please ensure they have the same size.",
            stacklevel=4,
        )


def _met(input: Tensor, target: Tensor) -> tuple[Tensor, ...]:
    """Both in one shape."""
    if input.shape == target.shape:
        return input, target
    return tuple(broadcast_tensors(input, target))


def _weighted(errors: Tensor, weight: Tensor, word: str) -> Tensor:
    """Errors times their weights; a mean is one by weight."""
    number_of(word)  # an unknown one is refused
    loss = errors * weight
    return loss.sum() / weight.sum() if word == "mean" else reduced(loss, word)


def _check_weight(weight: Tensor, input: Tensor) -> None:
    if weight.size() != input.size():
        raise ValueError("Weights and input must have the same size.")


def _elementwise(
    input: Tensor, target: Tensor, weight: Tensor | None, word: str, loss: Callable[[Tensor, Tensor, int], Tensor]
) -> Tensor:
    """A loss of pairs of elements, with a weight for each where there are weights."""
    _warn_of_sizes(input, target)
    a, b = _met(input, target)
    if weight is None:
        return loss(a, b, number_of(word))
    _check_weight(weight, input)
    return _weighted(loss(a, b, 0), weight, word)


@overridable
def mse_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """Squared differences."""
    return _elementwise(input, target, weight, word_for(reduction, size_average, reduce), of.mse_loss)


@overridable
def l1_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """Absolute differences."""
    return _elementwise(input, target, weight, word_for(reduction, size_average, reduce), of.l1_loss)


@overridable
def smooth_l1_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    beta: float = 1.0,
) -> Tensor:
    """Squared differences below ``beta``, absolute ones above."""
    _warn_of_sizes(input, target)
    number = number_of(reduction, size_average, reduce)
    a, b = _met(input, target)
    return of.l1_loss(a, b, number) if beta == 0.0 else of.smooth_l1_loss(a, b, number, beta)


@overridable
def huber_loss(
    input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0, weight: Tensor | None = None
) -> Tensor:
    """Squared differences below ``delta``, absolute ones, times ``delta``, above."""
    _warn_of_sizes(input, target)
    a, b = _met(input, target)
    if weight is None:
        return of.huber_loss(a, b, number_of(reduction), delta)
    _check_weight(weight, input)
    number_of(reduction)  # an unknown one is refused
    return reduced(of.huber_loss(a, b, 0, delta) * weight, reduction)


@overridable
def binary_cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The cross entropy between probabilities.

    Raises:
        ValueError: the sizes differ.
    """
    number = number_of(reduction, size_average, reduce)
    if target.size() != input.size():
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input size ({input.size()}) is "
            "deprecated. Please ensure they have the same size."
        )
    if weight is not None:
        weight = weight.expand(broadcast_shapes(target.size(), weight.size()))
    return of.binary_cross_entropy(input, target, weight, number)


@overridable
def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """The cross entropy between logits and probabilities.

    Raises:
        ValueError: the sizes differ.
    """
    number = number_of(reduction, size_average, reduce)
    if target.size() != input.size():
        raise ValueError(f"Target size ({target.size()}) must be the same as input size ({input.size()})")
    return of.binary_cross_entropy_with_logits(input, target, weight, pos_weight, number)


@overridable
def poisson_nll_loss(
    input: Tensor,
    target: Tensor,
    log_input: bool = True,
    full: bool = False,
    size_average: bool | None = None,
    eps: float = 1e-8,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The negative log-likelihood of Poisson distributed targets.

    Args:
        input: The rate, or its logarithm.
        target: The counts.
        log_input: Is ``input`` a logarithm?
        full: Add an approximation of what does not depend on ``input``.
        size_average: PyTorch's former argument for ``reduction``.
        eps: Added inside the logarithm when ``log_input`` is False.
        reduce: PyTorch's former argument for ``reduction``.
        reduction: How the losses are reduced.
    """
    word = word_for(reduction, size_average, reduce)
    if word not in ("none", "mean", "sum"):
        raise ValueError(word + " is not a valid value for reduction")
    return of.poisson_nll_loss(input, target, log_input, full, eps, number_of(word))


def _variances(input: Tensor, var: Tensor | float) -> Tensor:
    """One variance for each element of ``input``, or for each row."""
    if isinstance(var, float):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        return var * of.ones_like(input)
    if of.any(var < 0):
        raise ValueError("var has negative entry/entries")
    if var.size() != input.size():
        if input.size()[:-1] == var.size():
            return var.unsqueeze(-1)
        if input.size()[:-1] != var.size()[:-1] or var.size(-1) != 1:
            raise ValueError("var is of incorrect size")
    return var


@overridable
def gaussian_nll_loss(
    input: Tensor,
    target: Tensor,
    var: Tensor | float,
    full: bool = False,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> Tensor:
    """The negative log-likelihood of normally distributed targets with expectation ``input`` and variance ``var``.

    Raises:
        ValueError: a variance is negative or has the wrong size, or there is no such reduction.
    """
    spread = _variances(input, var)
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(reduction + " is not valid")
    spread = spread.clone().clamp_(min=eps)
    loss = 0.5 * (of.log(spread) + (input - target) ** 2 / spread)
    if full:
        loss += 0.5 * math.log(2 * math.pi)
    return reduced(loss, reduction)


@overridable
def ctc_loss(
    log_probs: Tensor,
    targets: Tensor,
    input_lengths: Tensor | Sequence[int],
    target_lengths: Tensor | Sequence[int],
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> Tensor:
    """Connectionist temporal classification: the loss between a long sequence and a short one without alignment.

    Args:
        log_probs: Logarithms of probabilities: (time, batch, classes), or (time, classes).
        targets: Class numbers, one row to a sample or all of them in one row.
        input_lengths: How much of each sequence counts.
        target_lengths: How long each target is.
        blank: The class number that stands for nothing.
        reduction: How the losses are reduced.
        zero_infinity: Zero instead of an infinite loss, where a target is too long for its sequence.
    """
    number = number_of(reduction)
    return of.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, number, zero_infinity)
