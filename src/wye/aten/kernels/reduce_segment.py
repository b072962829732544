"""NumPy kernels: reductions of consecutive pieces of a dimension."""

from __future__ import annotations

from math import inf, prod
from typing import Any

import numpy as np

from wye.aten.arrays.results import allocate
from wye.aten.declare import Rules
from wye.aten.fake import reduce_segment as fake
from wye.tensors.layout import wrap_dim

__all__ = ["KERNELS"]

KERNELS = Rules()
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
    meta = fake.segment_reduce(data, reduce, lengths=lengths, indices=indices, offsets=offsets, axis=axis)
    made = allocate(meta)
    axis = wrap_dim(axis, data.ndim)
    ends = _ends(data.shape[axis], lengths, offsets, unsafe)
    rows = _in_rows(data, axis)
    made[...] = _STARTS[reduce] if initial is None else initial
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
    meta = fake.segment_reduce_backward(grad, output, data, reduce, lengths=lengths, offsets=offsets, axis=axis)
    axis = wrap_dim(axis, data.ndim)
    ends = _ends(data.shape[axis], lengths, offsets, unsafe=True)
    rows, grads, outputs = (_in_rows(one, axis) for one in (data, grad, output))
    made = np.zeros(rows.shape, data.dtype)
    with np.errstate(all="ignore"):
        for row, segment in np.argwhere(np.diff(ends) > 0).tolist():
            start, end = ends[row, segment], ends[row, segment + 1]
            values, g, out = rows[row, start:end], grads[row, segment], outputs[row, segment]
            if reduce == "sum":
                found = np.broadcast_to(g, values.shape)
            elif reduce == "mean":
                found = np.broadcast_to(g / data.dtype.type(end - start), values.shape)
            elif reduce == "prod":
                found = _of_product(values, g, out, 1 if initial is None else initial)
            else:
                same = (values == out) | (np.isnan(values) & np.isnan(out))
                found = np.where(same, g / np.maximum(same.sum(0), 1).astype(data.dtype), 0)
            made[row, start:end] = found
    return made.reshape(meta.shape)
