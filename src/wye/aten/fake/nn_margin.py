"""Fake kernels of margin losses and the CTC loss."""

from __future__ import annotations

from typing import Any

from wye.aten.arrays.windows import new, refuse, text
from wye.aten.declare import Rules
from wye.tensors.dtypes import name_of, title_of
from wye.tensors.meta_array import MetaArray

__all__ = ["FAKES"]

FAKES = Rules()


def _check_rows(self: Any, target: Any, *, same: bool) -> tuple[int, int]:
    """How many samples, and how many classes."""
    if not (self.ndim == 1 and self.shape[0]) and not (self.ndim == 2 and self.shape[1]) and self.ndim:
        raise RuntimeError(
            f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {text(self.shape)}"
        )
    samples, classes = (1, self.shape[0] if self.ndim else 1) if self.ndim <= 1 else self.shape
    wanted = self.shape if same else (samples,)
    scalar = self.ndim <= 1 and target.ndim == 0 and (not same or classes == 1)
    if target.shape != wanted and not scalar and not same:
        raise RuntimeError(
            "multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples (batch "
            f"size). Expected target size {text(wanted)}, but got {text(target.shape)}. Input has shape "
            f"{text(self.shape)}."
        )
    if target.shape != wanted and not scalar:
        raise RuntimeError(f"inconsistent target size: {text(target.shape)} for input of size: {text(self.shape)}")
    if name_of(target.dtype) != "int64":
        raise RuntimeError(f"expected scalar type Long but found {title_of(target.dtype)}")
    return samples, classes


@FAKES("multi_margin_loss")
def multi_margin_loss(
    self: Any, target: Any, p: Any = 1, margin: Any = 1, weight: Any = None, reduction: int = 1
) -> Any:
    """Multi-class margin loss: how far the score of the target class is from exceeding the others by a margin."""
    if p not in (1, 2):
        raise RuntimeError("only p == 1 and p == 2 supported")
    samples, classes = _check_rows(self, target, same=False)
    if weight is not None and (weight.ndim > 1 or weight.size != classes):
        raise RuntimeError(f"inconsistent weight size, expected {classes} but got {text(weight.shape)}")
    refuse(self.dtype, "f", "multi_margin_loss")
    return new((samples,) if reduction == 0 and target.ndim else (), self.dtype)


@FAKES("multilabel_margin_loss_forward")
def multilabel_margin_loss_forward(self: Any, target: Any, reduction: int) -> Any:
    """Multi-label margin loss, and which classes are targets."""
    samples, _ = _check_rows(self, target, same=True)
    refuse(self.dtype, "f", "multilabel_margin_loss_forward_out_frame")
    shape = (samples,) if reduction == 0 and self.ndim == 2 else ()
    return new(shape, self.dtype), new(target.shape, self.dtype)


@FAKES("_ctc_loss")
def ctc_loss(
    log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int = 0, zero_infinity: bool = False
) -> Any:
    """The CTC loss of each sequence, and the log-probabilities of its alignments."""
    refuse(log_probs.dtype, "f", "ctc_loss_cpu")
    if name_of(targets.dtype) not in ("int64", "int32"):
        raise RuntimeError("targets must be of type Long or Int")
    if log_probs.ndim != 3:
        raise RuntimeError(f"Expected 3-dimensional tensor, but got {log_probs.ndim}-dimensional tensor for log_probs")
    time, batch, classes = log_probs.shape
    if not 0 <= blank < classes:
        raise RuntimeError("blank must be in label range")
    for what, lengths in (("input_lengths", input_lengths), ("target_lengths", target_lengths)):
        if len(lengths) != batch:
            raise RuntimeError(f"{what} must be of size batch_size")
    if any(length > time for length in input_lengths):
        raise RuntimeError(f"Expected input_lengths to have value at most {time}, but got value {max(input_lengths)}")
    if any(length < 0 for length in (*input_lengths, *target_lengths)):
        raise RuntimeError("Expected input_lengths and target_lengths to be at least 0")
    _check_targets(targets, target_lengths, batch)
    longest = max(target_lengths, default=0)
    return new((batch,), log_probs.dtype), new((batch, time, 2 * longest + 1), log_probs.dtype)


def _check_targets(targets: Any, lengths: Any, batch: int) -> None:
    longest = max(lengths, default=0)
    if targets.ndim == 1:
        if targets.shape[0] != sum(lengths):
            raise RuntimeError(
                f"Expected tensor to have size {sum(lengths)} at dimension 0, but got {targets.shape[0]}"
            )
    elif targets.ndim != 2 or targets.shape[0] != batch or targets.shape[1] < longest:
        raise RuntimeError(
            f"Expected tensor to have size at least {longest} at dimension 1, but got size {text(targets.shape)}"
        )


@FAKES("_ctc_loss.Tensor")
def ctc_loss_tensor(
    log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int = 0, zero_infinity: bool = False
) -> Any:
    """`ctc_loss` with lengths in tensors, so their data is needed."""
    if isinstance(target_lengths, MetaArray):
        raise NotImplementedError("_ctc_loss.Tensor: the size of the result depends on the elements of target_lengths")
    return ctc_loss(log_probs, targets, input_lengths.tolist(), target_lengths.tolist(), blank, zero_infinity)
