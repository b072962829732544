"""NumPy kernels: reductions of consecutive pieces of a dimension."""

from __future__ import annotations

from itertools import accumulate, pairwise
from math import inf, prod
from typing import Any

import numpy as np

from wye.aten.arrays.results import allocate, described
from wye.aten.declare import Rules
from wye.aten.fake import reduce_segment as fake
from wye.tensors.layout import wrap_dim

__all__ = ["KERNELS"]

KERNELS = Rules()
_FEW = 64  # segments: numbers of Python's are quicker than arrays of them
_STARTS = {"max": -inf, "amax": -inf, "min": inf, "amin": inf, "prod": 1.0, "mean": 0.0, "sum": 0.0}
_STEPS = {"max": np.maximum, "amax": np.maximum, "min": np.minimum, "amin": np.minimum, "prod": np.multiply}


def _ends(size: int, lengths: Any, offsets: Any, unsafe: bool) -> Any:
    """Where segments begin and end, by row.

    Raises:
        RuntimeError: a segment is not within the dimension.
    """
    if offsets is not None:
        ends = offsets.reshape(-1, offsets.shape[-1]).astype(np.int64)
        if (np.diff(ends) < 0).any():
            raise RuntimeError("Expected segment_length >= 0 to be true, but got false.")
    else:
        flat = lengths.reshape(-1, lengths.shape[-1]).astype(np.int64)
        if flat.size and flat.min() < 0:
            raise RuntimeError("lengths contains negative value!")
        if not unsafe and (flat.sum(1) != size).any():
            raise RuntimeError(
                "segment_reduce(): Expected all rows of lengths along axis to sum to data.size(lengths.dim()-1) when "
                "!unsafe."
            )
        ends = np.concatenate((np.zeros((len(flat), 1), np.int64), flat.cumsum(1)), 1)
    if ends.size and (ends.min() < 0 or ends.max() > size):
        raise RuntimeError(f"segment_reduce(): a segment goes beyond the {size} elements of the dimension")
    return ends


def _few_ends(size: int, lengths: Any, offsets: Any, unsafe: bool) -> list[int] | None:
    """The same of one row with a few segments; None: `_ends` has to look."""
    given = lengths if offsets is None else offsets
    if given.ndim != 1 or not 0 < given.size <= _FEW:
        return None
    ends: list[int] = given.tolist() if offsets is not None else [0, *accumulate(given.tolist())]
    is_whole = unsafe or offsets is not None or ends[-1] == size
    in_order = all(start <= end for start, end in pairwise(ends))
    return ends if is_whole and in_order and ends[0] >= 0 and ends[-1] <= size else None


def _reduced_row(row: Any, ends: list[int], reduce: str, found: Any, initial: Any) -> None:
    """Reduce the segments of one row into ``found``, which has the values to start with."""
    counts = [end - start for start, end in pairwise(ends)]
    with np.errstate(all="ignore"):
        if row.size and found.size:
            which = np.repeat(np.arange(len(counts)), counts)
            _STEPS.get(reduce, np.add).at(found, which, row[ends[0] : ends[-1]])
        if reduce == "mean" and found.size:
            for segment, count in enumerate(counts):
                if count or initial is not None:
                    found[segment] /= max(count, 1)
                else:
                    found[segment] = np.nan


def _segments(ends: Any, size: int) -> tuple[Any, Any]:
    """For each row and element: is it in a segment, and in which."""
    places = np.arange(size)
    inside = (places >= ends[:, :1]) & (places < ends[:, -1:])
    which = np.stack([np.searchsorted(row, places, "right") - 1 for row in ends]) if len(ends) else inside.astype(int)
    return inside, np.clip(which, 0, max(ends.shape[1] - 2, 0))


def _in_rows(array: Any, axis: int) -> Any:
    """The array with what is before the axis, the axis, and what is after it as dimensions."""
    return np.ascontiguousarray(array).reshape(
        prod(array.shape[:axis]), array.shape[axis], prod(array.shape[axis + 1 :])
    )


@KERNELS("segment_reduce")
def segment_reduce(
    data: Any,
    reduce: str,
    *,
    lengths: Any = None,
    indices: Any = None,
    offsets: Any = None,
    axis: int = 0,
    unsafe: bool = False,
    initial: Any = None,
) -> Any:
    """The sum, mean, product or extremum of each piece of a dimension."""
    meta = described(fake.segment_reduce, data, reduce, lengths=lengths, indices=indices, offsets=offsets, axis=axis)
    made = allocate(meta)
    axis = wrap_dim(axis, data.ndim)
    few = _few_ends(data.shape[axis], lengths, offsets, unsafe) if axis == 0 else None
    made[...] = _STARTS[reduce] if initial is None else initial
    if few is not None:
        _reduced_row(data, few, reduce, made, initial)
        return made
    ends = _ends(data.shape[axis], lengths, offsets, unsafe)
    rows = _in_rows(data, axis)
    found = made.reshape(rows.shape[0], made.shape[axis], rows.shape[2])
    if rows.size and made.size:
        inside, which = _segments(ends, data.shape[axis])
        row, place = np.nonzero(inside)
        with np.errstate(all="ignore"):
            _STEPS.get(reduce, np.add).at(found, (row, which[row, place]), rows[row, place])
    if reduce == "mean" and made.size:
        counts = np.diff(ends)[:, :, None].astype(made.dtype)
        with np.errstate(all="ignore"):
            found[...] = np.where((counts > 0) | (initial is not None), found / np.maximum(counts, 1), np.nan)
    return made


def _without_each(values: Any, start: Any) -> Any:
    """For each place of a segment: the product of the others."""
    made = np.empty_like(values)
    for at in range(len(values)):
        made[at] = start * values[:at].prod(0) * values[at + 1 :].prod(0)
    return made


def _of_product(values: Any, grad: Any, output: Any, start: Any) -> Any:
    hard = np.isnan(values) | (values == 0)
    made = grad * output / np.where(hard, 1, values)
    return np.where(hard, grad * _without_each(values, start), made) if hard.any() else made


@KERNELS("_segment_reduce_backward")
def segment_reduce_backward(
    grad: Any,
    output: Any,
    data: Any,
    reduce: str,
    *,
    lengths: Any = None,
    offsets: Any = None,
    axis: int = 0,
    initial: Any = None,
) -> Any:
    """The gradient of what was reduced."""
    meta = described(
        fake.segment_reduce_backward, grad, output, data, reduce, lengths=lengths, offsets=offsets, axis=axis
    )
    axis = wrap_dim(axis, data.ndim)
    few = _few_ends(data.shape[axis], lengths, offsets, unsafe=True) if axis == 0 else None
    ends = [few] if few is not None else _ends(data.shape[axis], lengths, offsets, unsafe=True).tolist()
    rows, grads, outputs = (_in_rows(one, axis) for one in (data, grad, output))
    made = np.zeros(rows.shape, data.dtype)
    segments = [
        (row, segment, start, end)
        for row, places in enumerate(ends)
        for segment, (start, end) in enumerate(pairwise(places))
        if start < end
    ]
    with np.errstate(all="ignore"):
        for row, segment, start, end in segments:
            values, g, out = rows[row, start:end], grads[row, segment], outputs[row, segment]
            if reduce == "sum":
                found = g
            elif reduce == "mean":
                found = g / data.dtype.type(end - start)
            elif reduce == "prod":
                found = _of_product(values, g, out, 1 if initial is None else initial)
            else:
                same = (values == out) | (np.isnan(values) & np.isnan(out))
                found = np.where(same, g / np.maximum(same.sum(0), 1).astype(data.dtype), 0)
            made[row, start:end] = found
    return made.reshape(meta.shape)
