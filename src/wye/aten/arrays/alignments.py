"""The alignments that the CTC loss sums over: labels with blanks around them, reached one after the other in time."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["gradients", "log_ways", "with_blanks"]


def with_blanks(labels: Any, blank: int) -> Any:
    """Labels with a blank before, between and after them."""
    row = np.full(2 * len(labels) + 1, blank, np.int64)
    row[1::2] = labels
    return row


def log_ways(log_probs: Any, row: Any) -> Any:
    """The logarithms of the probabilities [time, place] of reaching each place of a row of labels at each time."""
    times, size = log_probs.shape[0], row.size
    padded = np.full((times, size + 2), -np.inf, log_probs.dtype)
    here = log_probs[:, row]
    padded[0, 2:4] = here[0, :2]
    # A label may be reached from itself, from the one before, and over a blank from the label before that.
    skips = np.zeros(size, bool)
    skips[3::2] = row[3::2] != row[1:-2:2]
    for time in range(1, times):
        before, after = padded[time - 1], padded[time, 2:]
        np.logaddexp(before[2:], before[1:-1], after)
        if size > 3:
            np.logaddexp(after, before[:-2], after, where=skips)
        np.add(after, here[time], after)
    return padded[:, 2:]


def _gradient(log_probs: Any, row: Any, forth: Any, loss: Any) -> Any:
    """Of one sequence, by the paths from both ends; those from the end are those of the reversed sequences."""
    paths = forth + log_ways(log_probs[::-1], row[::-1])[::-1, ::-1]
    shift = np.maximum.reduce(paths, 1, keepdims=True)
    shift = np.where(np.isinf(shift), log_probs.dtype.type(0), shift)
    at = np.zeros(log_probs.shape[::-1], log_probs.dtype)
    np.add.at(at, row, np.exp(paths - shift).T)
    return np.exp(log_probs) - np.exp(np.log(at.T) + shift + loss - log_probs)


def gradients(
    grad: Any, log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int, zero_infinity: bool,
    losses: Any, ways: Any,
) -> Any:  # fmt: skip
    """Of the log-probabilities [time, sequence, label], given those of the losses; None: there is no batch."""
    if log_probs.ndim != 3 or ways.ndim != 3 or not log_probs.size or grad.shape != losses.shape:
        return None
    found, start = np.zeros(log_probs.shape, log_probs.dtype), 0
    for n, (time, length) in enumerate(zip(_numbers(input_lengths), _numbers(target_lengths), strict=True)):
        labels = targets[n, :length] if targets.ndim == 2 else targets[start : start + length]
        start += length
        if not time:
            return None
        if zero_infinity and np.isinf(losses[n]):
            continue
        row = with_blanks(labels, blank)
        part = _gradient(log_probs[:time, n], row, ways[n, :time, : row.size], losses[n])
        found[:time, n] = part * grad[n]
    return found


def _numbers(lengths: Any) -> Any:
    return lengths.tolist() if isinstance(lengths, np.ndarray) else lengths
