"""Losses of margins, and of sequences without alignment, as public functions."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import device_of, dtype_of, is_complex, is_floating, ndim_of
from wye.call.packets import ops
from wye.schema.values import DTYPES

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten


@IMPLICIT("multilabel_margin_loss")
def multilabel_margin_loss(self: Any, target: Any, reduction: int = 1) -> Any:
    """Multi-label margin loss: how far the scores of target classes are from exceeding all others by 1."""
    return aten.multilabel_margin_loss_forward.default(self, target, reduction)[0]


@IMPLICIT("ctc_loss.IntList")
def ctc_loss(
    log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int = 0, reduction: int = 1,
    zero_infinity: bool = False,
) -> Any:  # fmt: skip
    """The CTC loss between unaligned sequences."""
    batched = ndim_of(log_probs) == 3
    rows = log_probs if batched else aten.unsqueeze.default(log_probs, 1)
    labels = targets if batched else aten.unsqueeze.default(targets, 0)
    loss = aten._ctc_loss.default(rows, labels, input_lengths, target_lengths, blank, zero_infinity)[0]
    if reduction == 1:
        lengths = aten.new_ones.default(loss, [len(target_lengths)])
        for at, length in enumerate(target_lengths):
            aten.fill_.Scalar(aten.select.int(lengths, 0, at), length)
        target_lengths = lengths
    return _ctc_reduced(loss, target_lengths, reduction, zero_infinity, batched)


def _ctc_reduced(loss: Any, lengths: Any, reduction: int, zero_infinity: bool, batched: bool) -> Any:
    """Losses, their sum, or the mean of what each label costs."""
    if zero_infinity:
        zero = aten.zeros.default([], dtype=dtype_of(loss), device=device_of(loss))
        loss = aten.where.self(aten.eq.Scalar(loss, float("inf")), zero, loss)
    if reduction == 1:
        return aten.mean.default(aten.div.Tensor(loss, aten.clamp_min.default(lengths, 1)))
    if reduction == 2:
        return aten.sum.default(loss)
    return loss if batched else aten.squeeze.dim(loss, 0)


@IMPLICIT("ctc_loss.Tensor")
def ctc_loss_tensor(
    log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int = 0, reduction: int = 1,
    zero_infinity: bool = False,
) -> Any:  # fmt: skip
    """The CTC loss between unaligned sequences."""
    for name, lengths in (("input_lengths", input_lengths), ("target_lengths", target_lengths)):
        if is_floating(lengths) or is_complex(lengths) or dtype_of(lengths) == DTYPES["bool"]:
            raise RuntimeError(f"{name} must be integral")
    batched = ndim_of(log_probs) == 3
    rows = log_probs if batched else aten.unsqueeze.default(log_probs, 1)
    lengths = [one if ndim_of(one) else aten.unsqueeze.default(one, 0) for one in (input_lengths, target_lengths)]
    labels = targets if batched or ndim_of(targets) == 1 else aten.unsqueeze.default(targets, 0)
    loss = aten._ctc_loss.Tensor(rows, labels, *lengths, blank, zero_infinity)[0]
    return _ctc_reduced(loss, lengths[1], reduction, zero_infinity, batched)
