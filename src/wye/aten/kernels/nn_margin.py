"""NumPy kernels of margin losses and the CTC loss."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.aten.declare import Rules
from wye.aten.fake import nn_margin as fake

__all__ = ["KERNELS"]

KERNELS = Rules()


def _reduced(losses: Any, reduction: int, meta: Any) -> Any:
    if reduction == 0:
        return losses.reshape(meta.shape).astype(meta.dtype, copy=False)
    total = losses.sum() if reduction == 2 else losses.sum() / losses.size if losses.size else losses.sum()
    return np.asarray(total, meta.dtype)


@KERNELS("multi_margin_loss")
def multi_margin_loss(
    self: Any, target: Any, p: Any = 1, margin: Any = 1, weight: Any = None, reduction: int = 1
) -> Any:
    """Multi-class margin loss: how far the score of the target class is from exceeding the others by a margin."""
    meta = fake.multi_margin_loss(self, target, p, margin, weight, reduction)
    scores = self.reshape(-1, self.shape[-1] if self.ndim else 1)
    wanted = target.reshape(-1)
    if ((wanted < 0) | (wanted >= scores.shape[1])).any():
        raise RuntimeError("target out of range")
    rows = np.arange(scores.shape[0])
    lacking = np.maximum(self.dtype.type(margin) - scores[rows, wanted][:, None] + scores, 0)
    lacking[rows, wanted] = 0
    if p == 2:
        lacking *= lacking
    if weight is not None:
        lacking *= weight.reshape(-1)[wanted][:, None]
    return _reduced(lacking.sum(1) / scores.shape[1], reduction, meta)


@KERNELS("multilabel_margin_loss_forward")
def multilabel_margin_loss_forward(self: Any, target: Any, reduction: int) -> Any:
    """Multi-label margin loss, and which classes are targets."""
    metas = fake.multilabel_margin_loss_forward(self, target, reduction)
    classes = self.shape[-1] if self.ndim else 1
    scores, labels = self.reshape(-1, classes), target.reshape(-1, classes)
    if labels.size and (labels.min() < -1 or labels.max() >= classes):
        raise RuntimeError("target out of range")
    is_target = np.zeros(scores.shape, self.dtype)
    losses = np.zeros(scores.shape[0], self.dtype)
    for row, (values, wanted) in enumerate(zip(scores, labels, strict=True)):
        ends = np.flatnonzero(wanted < 0)
        mine = wanted[: ends[0]] if ends.size else wanted
        is_target[row, mine] = 1
        others = values[is_target[row] == 0]
        losses[row] = np.maximum(1 - values[mine][:, None] + others, 0).sum() / classes
    return _reduced(losses, reduction, metas[0]), is_target.reshape(metas[1].shape)


def _forward(log_probs: Any, labels: Any, ways: Any) -> Any:
    """Fill in the logarithms of the probabilities of reaching each label at each time."""
    ways[0, :2] = log_probs[0, labels[:2]]
    # A label may be reached from itself, from the one before, and over a blank from the label before that.
    skips = np.zeros(labels.size, bool)
    skips[2:] = labels[2:] != labels[:-2]
    skips[::2] = False
    for t in range(1, log_probs.shape[0]):
        before = ways[t - 1]
        total = np.logaddexp(before, np.concatenate(([-np.inf], before[:-1])))
        over = np.concatenate(([-np.inf, -np.inf], before))[: labels.size]
        total = np.where(skips, np.logaddexp(total, over), total)
        ways[t] = total + log_probs[t, labels]
    return np.logaddexp(ways[-1, -1], ways[-1, -2]) if labels.size > 1 else ways[-1, -1]


@KERNELS("_ctc_loss")
def ctc_loss(
    log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int = 0, zero_infinity: bool = False
) -> Any:
    """The CTC loss of each sequence, and the log-probabilities of its alignments."""
    metas = fake.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, zero_infinity)
    losses = np.zeros(metas[0].shape, metas[0].dtype)
    ways = np.full(metas[1].shape, -np.inf, metas[1].dtype)
    begin = 0
    for row, (time, length) in enumerate(zip(input_lengths, target_lengths, strict=True)):
        mine = targets[begin : begin + length] if targets.ndim == 1 else targets[row, :length]
        begin += length
        if mine.size and (mine.min() < 0 or mine.max() >= log_probs.shape[2]):
            raise RuntimeError(f"Expected targets to be in [0, {log_probs.shape[2]}), but got {mine.tolist()}")
        if time == 0:
            losses[row] = 0 if length == 0 else np.inf
            continue
        labels = np.full(2 * length + 1, blank, np.int64)
        labels[1::2] = mine
        losses[row] = -_forward(log_probs[:time, row], labels, ways[row, :time, : labels.size])
    return losses, ways


@KERNELS("_ctc_loss.Tensor")
def ctc_loss_tensor(
    log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int = 0, zero_infinity: bool = False
) -> Any:
    """The CTC loss of each sequence, and the log-probabilities of its alignments."""
    return ctc_loss(log_probs, targets, input_lengths.tolist(), target_lengths.tolist(), blank, zero_infinity)
