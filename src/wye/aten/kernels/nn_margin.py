"""NumPy kernels of margin losses and the CTC loss."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.aten.arrays.alignments import log_ways, with_blanks
from wye.aten.arrays.results import described
from wye.aten.declare import Rules
from wye.aten.fake import nn_margin as fake

__all__ = ["KERNELS"]

KERNELS = Rules()
_FEW = 1 << 12  # comparisons of labels and scores


def _reduced(losses: Any, reduction: int, meta: Any) -> Any:
    if reduction == 0:
        return losses.reshape(meta.shape).astype(meta.dtype, copy=False)
    total = losses.sum() if reduction == 2 else losses.sum() / losses.size if losses.size else losses.sum()
    return np.asarray(total, meta.dtype)


def _positive(margins: Any) -> Any:
    """What is positive; NaN is not."""
    return np.where(margins > 0, margins, margins.dtype.type(0))


@KERNELS("multi_margin_loss")
def multi_margin_loss(
    self: Any, target: Any, p: Any = 1, margin: Any = 1, weight: Any = None, reduction: int = 1
) -> Any:
    """Multi-class margin loss: how far the score of the target class is from exceeding the others by a margin."""
    meta = described(fake.multi_margin_loss, self, target, p, margin, weight, reduction)
    scores = self.reshape(-1, self.shape[-1] if self.ndim else 1)
    wanted = target.reshape(-1)
    if wanted.size and not 0 <= np.minimum.reduce(wanted) <= np.maximum.reduce(wanted) < scores.shape[1]:
        raise RuntimeError("target out of range")
    rows = np.arange(scores.shape[0])
    lacking = _positive(self.dtype.type(margin) - scores[rows, wanted][:, None] + scores)
    lacking[rows, wanted] = 0
    if p == 2:
        lacking *= lacking
    if weight is not None:
        lacking *= weight.reshape(-1)[wanted][:, None]
    return _reduced(np.add.reduce(lacking, 1) / scores.shape[1], reduction, meta)


@KERNELS("multilabel_margin_loss_forward")
def multilabel_margin_loss_forward(self: Any, target: Any, reduction: int) -> Any:
    """Multi-label margin loss, and which classes are targets."""
    metas = described(fake.multilabel_margin_loss_forward, self, target, reduction)
    classes = self.shape[-1] if self.ndim else 1
    scores, labels = self.reshape(-1, classes), target.reshape(-1, classes)
    if labels.size and (labels.min() < -1 or labels.max() >= classes):
        raise RuntimeError("target out of range")
    found = _few_labels(scores, labels) if 0 < scores.size * classes <= _FEW else _each_row(scores, labels)
    return _reduced(found[0], reduction, metas[0]), found[1].reshape(metas[1].shape)


def _few_labels(scores: Any, labels: Any) -> tuple[Any, Any]:
    """The loss of each row, and which classes are its targets: those before the first negative number."""
    rows, classes = np.arange(len(scores))[:, None], scores.shape[1]
    counts = np.logical_and.accumulate(labels >= 0, 1)
    marks = np.zeros((len(scores), classes + 1), scores.dtype)
    marks[rows, np.where(counts, labels, classes)] = 1
    is_target = np.ascontiguousarray(marks[:, :-1])
    wanted = scores[rows, np.maximum(labels, 0)]
    lacking = _positive(1 - wanted[:, :, None] + scores[:, None, :])
    lacking = np.where(counts[:, :, None] & (is_target == 0)[:, None, :], lacking, scores.dtype.type(0))
    return np.add.reduce(lacking, (1, 2)) / classes, is_target


def _each_row(scores: Any, labels: Any) -> tuple[Any, Any]:
    is_target, losses = np.zeros(scores.shape, scores.dtype), np.zeros(len(scores), scores.dtype)
    for row, (values, wanted) in enumerate(zip(scores, labels, strict=True)):
        ends = np.flatnonzero(wanted < 0)
        mine = wanted[: ends[0]] if ends.size else wanted
        is_target[row, mine] = 1
        others = values[is_target[row] == 0]
        losses[row] = _positive(1 - values[mine][:, None] + others).sum() / scores.shape[1]
    return losses, is_target


@KERNELS("_ctc_loss")
def ctc_loss(
    log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int = 0, zero_infinity: bool = False
) -> Any:
    """The CTC loss of each sequence, and the log-probabilities of its alignments."""
    metas = described(fake.ctc_loss, log_probs, targets, input_lengths, target_lengths, blank, zero_infinity)
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
        found = log_ways(log_probs[:time, row], with_blanks(mine, blank))
        ways[row, :time, : found.shape[1]] = found
        losses[row] = -(np.logaddexp(found[-1, -1], found[-1, -2]) if length else found[-1, -1])
    return losses, ways


@KERNELS("_ctc_loss.Tensor")
def ctc_loss_tensor(
    log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int = 0, zero_infinity: bool = False
) -> Any:
    """The CTC loss of each sequence, and the log-probabilities of its alignments."""
    return ctc_loss(log_probs, targets, input_lengths.tolist(), target_lengths.tolist(), blank, zero_infinity)
