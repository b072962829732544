"""Derivatives of margin losses and of connectionist temporal classification."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye._engine import engine
from wye.aten.arrays import alignments
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]

_MEAN = 1
_FEW = 1 << 12  # comparisons of labels and scores


def _of_each(grad: Any, rows: int, reduction: int) -> Any:
    """The gradient of each row's loss, as a column."""
    scale = grad / rows if reduction == _MEAN else grad
    return scale.reshape([-1, 1]) if scale.ndim else scale


def _each_row(grad: Any, rows: int, reduction: int) -> Any:
    scale = grad / rows if reduction == _MEAN else grad
    return scale.reshape(-1, 1) if scale.ndim else scale


def _multi_on_arrays(grad: Any, self: Any, target: Any, p: Any, margin: Any, weight: Any, reduction: int) -> Any:
    rows, place = self.reshape(-1, self.shape[-1] if self.ndim else 1), target.reshape(-1)
    if not rows.size:
        return None
    lines = np.arange(len(rows))
    z = rows - rows[lines, place][:, None]
    z += rows.dtype.type(margin)
    slope = np.greater(z, 0).astype(rows.dtype) if p == 1 else np.maximum(z, 0) * 2
    slope[lines, place] = 0
    if weight is not None:
        slope *= weight[place][:, None]
    slope[lines, place] = -np.add.reduce(slope, 1)
    slope *= _each_row(grad, len(rows), reduction) / rows.shape[1]
    return slope.reshape(self.shape)


def _multilabel_on_arrays(grad: Any, self: Any, target: Any, reduction: int, is_target: Any) -> Any:
    columns = self.shape[-1] if self.ndim else 1
    rows, labels, others = self.reshape(-1, columns), target.reshape(-1, columns), is_target.reshape(-1, columns) == 0
    if not 0 < rows.size * columns <= _FEW:
        return None
    lines = np.arange(len(rows))[:, None]
    valid, at = np.logical_and.accumulate(labels >= 0, 1), np.maximum(labels, 0)
    hits = np.greater(1 - rows[lines, at][:, :, None] + rows[:, None, :], 0)
    hits &= valid[:, :, None]
    hits &= others[:, None, :]
    slope = np.add.reduce(hits, 1, rows.dtype)
    np.subtract.at(slope, (lines, at), np.add.reduce(hits, 2, rows.dtype))
    slope *= _each_row(grad, len(rows), reduction) / columns
    return slope.reshape(self.shape)


def _multi(grad: Any, self: Any, target: Any, p: Any, margin: Any, weight: Any, reduction: int) -> Any:
    found = engine.compute_unseen(_multi_on_arrays, grad, self, target, p, margin, weight, reduction)
    if found is not None:
        return found
    rows = self.reshape([-1, self.shape[-1] if self.ndim else 1])
    place = target.reshape([-1, 1])
    z = margin - rows.gather(1, place) + rows
    slope = (z > 0).to(self.dtype) * (1 if p == 1 else 2 * z)
    slope = slope.scatter(1, place, 0.0)
    if weight is not None:
        slope = slope * weight.index_select(0, place.reshape(-1)).unsqueeze(1)
    slope = slope.scatter_add(1, place, -slope.sum(1, True))
    return (_of_each(grad, rows.shape[0], reduction) * slope / rows.shape[1]).reshape(self.shape)


def _multilabel(grad: Any, self: Any, target: Any, reduction: int, result1: Any) -> Any:
    found = engine.compute_unseen(_multilabel_on_arrays, grad, self, target, reduction, result1)
    if found is not None:
        return found
    columns = self.shape[-1] if self.ndim else 1
    rows, places, is_target = (value.reshape([-1, columns]) for value in (self, target, result1))
    valid = (places >= 0).to(places.dtype).cumprod(1) > 0
    places = places.clamp(min=0)
    z = 1 - rows.gather(1, places).unsqueeze(2) + rows.unsqueeze(1)
    counted = (z > 0) & valid.unsqueeze(2) & (is_target == 0).unsqueeze(1)
    hits = counted.to(self.dtype)
    slope = hits.sum(1).scatter_add(1, places, -hits.sum(2))
    return (_of_each(grad, rows.shape[0], reduction) * slope / columns).reshape(self.shape)


def _summed(product: Any, result: Any) -> Any:
    """Rows of products of slopes and tangents as the tangent of a loss."""
    return product.sum(-1).reshape(result.shape) if result.ndim else product.sum()


def _multi_forward(
    self_t: Any, self: Any, target: Any, p: Any, margin: Any, weight: Any, reduction: int, result: Any
) -> Any:
    ones = result.new_ones(result.shape)
    return _summed(_multi(ones, self, target, p, margin, weight, reduction) * self_t, result)


def _multilabel_forward(self_t: Any, self: Any, target: Any, reduction: int, result0: Any, result1: Any) -> Any:
    ones = result0.new_ones(result0.shape)
    return _summed(_multilabel(ones, self, target, reduction, result1) * self_t, result0), None


def _ctc(
    grad: Any, log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int, zero_infinity: bool,
    result0: Any, result1: Any,
) -> Any:  # fmt: skip
    """By the paths from both ends; those from the end are those of the reversed sequences."""
    quick = engine.compute_unseen(
        alignments.gradients, grad, log_probs, targets, input_lengths, target_lengths, blank, zero_infinity, result0,
        result1,
    )  # fmt: skip
    if quick is not None:
        return quick
    batched = log_probs.ndim == 3
    wide = log_probs if batched else log_probs.unsqueeze(1)
    times, loss, slope = _numbers(input_lengths), result0.reshape([-1]), grad.reshape([-1])
    start, found = 0, []
    for n, (time, length) in enumerate(zip(times, _numbers(target_lengths), strict=True)):
        if targets.ndim == 2:
            labels = targets.select(0, n).narrow(0, 0, length)
        else:
            labels = targets.narrow(0, start, length)
            start += length
        own = wide.select(1, n).narrow(0, 0, time)
        alpha = result1.select(0, n) if result1.ndim == 3 else result1
        part = _ctc_one(own, labels, alpha.narrow(0, 0, time).narrow(1, 0, 2 * length + 1), blank, loss.select(0, n))
        part = part * slope.select(0, n)
        if zero_infinity:
            part = part.masked_fill(loss.select(0, n).isinf(), 0)
        found.append(ops.aten.constant_pad_nd.default(part, [0, 0, 0, wide.shape[0] - time], 0))
    return ops.aten.stack.default(found, 1).reshape(log_probs.shape) if found else log_probs * 0


def _numbers(lengths: Any) -> list[int]:
    found = lengths.reshape([-1]).unbind() if hasattr(lengths, "unbind") else lengths
    return [int(length) for length in found]  # one by one: tensors of a level have no memory that could be read at once


def _ctc_one(log_probs: Any, labels: Any, alpha: Any, blank: int, loss: Any) -> Any:
    time, length = log_probs.shape[0], labels.shape[0]
    back = ops.aten._ctc_loss.default(
        log_probs.flip([0]).unsqueeze(1), labels.flip([0]).unsqueeze(0), [time], [length], blank, False
    )[1]
    beta = back.reshape([-1, back.shape[-1]]).narrow(0, 0, time).narrow(1, 0, 2 * length + 1).flip([0, 1])
    paths = alpha + beta
    shift = paths.amax([1], True)
    shift = shift.masked_fill(shift.isinf(), 0)
    blanks = ops.aten.full_like.default(labels, blank)
    row = ops.aten.stack.default([blanks, labels], 1).reshape([-1])
    row = ops.aten.cat.default([row, ops.aten.full.default([1], blank, dtype=labels.dtype)], 0)
    at = log_probs.new_zeros([time, log_probs.shape[1]]).index_add(1, row, (paths - shift).exp())
    return log_probs.exp() - (at.log() + shift + loss - log_probs).exp()


DERIVATIVES: dict[str, Derivative] = {
    "multi_margin_loss": derivative(self=_multi, forward=_multi_forward),
    "multilabel_margin_loss_forward": derivative(
        self=_multilabel, forward=_multilabel_forward, node="MultilabelMarginLossBackward0", constant=(1,)
    ),
    "_ctc_loss": derivative(log_probs=_ctc, constant=(1,)),
    "_ctc_loss.Tensor": derivative(log_probs=_ctc, constant=(1,), node="CtcLossBackward1"),
}
