"""Writes to positions that name an element several times: the last write counts, for gradients too.

See Note [The last write counts].
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from wye.call.packets import ops
from wye.modes.stack import dispatch_stack
from wye.numpy.arrays import has_layer, is_symbol, known, known_values
from wye.schema.values import DTYPES

__all__ = ["put"]

aten: Any = ops.aten
_BOOL: Final = DTYPES["bool"]

# Note [The last write counts]
# ``y[[1, 1]] = v`` writes v[0] to y[1], then v[1]: NumPy writes in order, and the last value stays.  So v[0] has no
# influence on the result, and no gradient.  `index_put` has PyTorch's formula, which passes the gradient of y[1] to
# both.  Here every value but the last for its element is replaced by 0 before it is written: the result is the same,
# since the last one is written after it, and the 0 takes the gradient.
# Where the positions are known, nothing is added to a write that names each element once; otherwise (batches, traces,
# fake data) operators find the last write for each element.
# Broken by: a kernel of `index_put` that does not write in order.
# Guarded by: tests/unit/numpy/test_last_writes.py


def put(target: Any, entries: list[Any], value: Any, data: list[Any] | None = None) -> None:
    """Write values to the positions of a tensor, in order, as ``target[entries] = value`` of NumPy does.

    Args:
        target: The tensor that is written to.
        entries: For each of its first dimensions None or a tensor of positions; or a mask for several dimensions.
        value: A tensor that broadcasts to the elements that are written to.
        data: The positions as ndarrays, where they are known.

    Raises:
        IndexError: a position outside of the tensor.
        RuntimeError: the value does not broadcast.
    """
    if _may_repeat(entries) and has_layer((target, value, *[one for one in entries if one is not None])):
        last = _last_writes(target, entries, data)
        if last is not None:
            value = aten.where.self(last, value, aten.zeros_like.default(value))
    aten.index_put_.default(target, entries, value)


def _may_repeat(entries: list[Any]) -> bool:
    """Can two positions be the same?  Those of one mask, or of one number, cannot."""
    given = [one for one in entries if one is not None]
    return any(one.dtype is not _BOOL and one.numel() != 1 for one in given) and bool(given)


def _positions(entries: list[Any]) -> tuple[list[Any], list[int]]:
    """The tensors of positions, masks as such, and the dimension that each is for."""
    found: list[Any] = []
    dims: list[int] = []
    dim = 0
    for one in entries:
        if one is None:
            dim += 1
            continue
        parts = aten.nonzero.default(one).unbind(1) if one.dtype is _BOOL else [one]
        found += parts
        dims += range(dim, dim + len(parts))
        dim += len(parts)
    return found, dims


def _last_writes(target: Any, entries: list[Any], data: list[Any] | None) -> Any:
    """Which of the values are the last for their element, as a mask that broadcasts to them; None: all of them."""
    positions, dims = _positions(entries)
    sizes = [target.shape[dim] for dim in dims]
    if data is None and dispatch_stack.thread.top is None:
        data = _known(positions)
    if data is not None:
        found = _last_of_known(data, sizes)
        last = None if found is None else known(found)
    else:
        last = _last_of_unknown(positions, sizes)
    if last is None:
        return None
    are_together = dims[-1] - dims[0] == len(dims) - 1
    return last.reshape(tuple(last.shape) + (1,) * (target.dim() - (dims[-1] + 1 if are_together else len(dims))))


def _known(positions: list[Any]) -> list[Any] | None:
    found = [known_values(one) for one in positions]
    return None if any(one is None for one in found) else found


def _last_of_known(positions: list[Any], sizes: list[int]) -> Any:
    try:
        places = np.broadcast_arrays(*positions)
    except ValueError:
        return None  # the write says what is wrong
    numbers = np.zeros(places[0].shape, np.int64)
    for place, size in zip(places, sizes, strict=True):
        # The value of a symbol matters only where positions count from the end.
        count = int(place.max(initial=0)) + 1 if is_symbol(size) and not (place < 0).any() else int(size)
        numbers = numbers * count + place % max(count, 1)
    backwards = numbers.reshape(-1)[::-1]
    first = np.unique(backwards, return_index=True)[1]
    if len(first) == len(backwards):
        return None
    last = np.zeros(len(backwards), bool)
    last[first] = True
    return last[::-1].reshape(numbers.shape).copy()


def _last_of_unknown(positions: list[Any], sizes: list[int]) -> Any:
    places = aten.broadcast_tensors.default(positions)
    numbers, room = places[0].remainder(max(sizes[0], 1)), sizes[0]
    for place, size in zip(places[1:], sizes[1:], strict=True):
        numbers, room = numbers * size + place.remainder(max(size, 1)), room * size
    flat = numbers.reshape(-1)
    writes = aten.arange.default(flat.shape[0])
    latest = aten.scatter_reduce.two(aten.full.default([room], -1), 0, flat, writes, "amax")
    return aten.eq.Tensor(aten.index.Tensor(latest, [flat]), writes).reshape(numbers.shape)
