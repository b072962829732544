"""Operators under vmap, compared with a loop over the examples, on the calls that the conformance tests have."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from tests.conformance.operators.sides import Wye

import wye
from wye.transforms import vmap

if TYPE_CHECKING:
    from tests.conformance.operators.calls import Call

MOST = 400  # elements of a tensor; larger calls are left out
SIZE = 2


def is_small(call: Call) -> bool:
    return all(np.prod(words["shape"], dtype=int) <= MOST for words in call.tensors())


def _flat(value: Any, into: list[Any]) -> Any:
    """The structure of arguments with tensors replaced by their numbers."""
    if isinstance(value, wye.Tensor):
        into.append(value)
        return ("tensor", len(into) - 1)
    if isinstance(value, dict):
        return {name: _flat(item, into) for name, item in value.items()}
    return [_flat(item, into) for item in value] if isinstance(value, list) else value


def _built(shape: Any, tensors: list[Any]) -> Any:
    if isinstance(shape, tuple):
        return tensors[shape[1]]
    if isinstance(shape, dict):
        return {name: _built(item, tensors) for name, item in shape.items()}
    return [_built(item, tensors) for item in shape] if isinstance(shape, list) else shape


class Sample:
    """One call, for several examples."""

    def __init__(self, call: Call, count: int) -> None:
        side = Wye()
        self.op = side.operator(call.name)
        self.examples: list[list[Any]] = []
        for number in range(count):
            rng = np.random.default_rng(number)
            tensors: list[Any] = []
            self.shape = _flat([side.values(call.args, rng, []), side.values(call.kwargs, rng, [])], tensors)
            self.examples.append(tensors)

    def __call__(self, *tensors: Any) -> Any:
        args, kwargs = _built(self.shape, list(tensors))
        result = self.op(*args, **kwargs)
        return tuple(result) if isinstance(result, list) else result


def _clones(tensors: Any) -> list[Any]:
    return [x.clone() for x in tensors]


def _leaves(result: Any) -> list[Any]:
    return list(result) if isinstance(result, (tuple, list)) else [result]


def by_loop(sample: Sample, which: list[bool]) -> tuple[list[list[Any]], list[list[Any]]]:
    """The results, and the arguments afterwards, of each example."""
    results, after = [], []
    for example in sample.examples:
        given = _clones(
            x if is_batched else first for x, first, is_batched in zip(example, sample.examples[0], which, strict=True)
        )
        results.append(_leaves(sample(*given)))
        after.append(given)
    return results, after


def place(x: Any, wanted: int) -> int:
    return [0, x.ndim, x.ndim // 2][wanted % 3]


# Views that need strides which the examples have only one after the other in memory.
FRONT_ONLY = ("as_strided", "_reshape_alias", "view", "resize_", "set_")


def by_vmap(sample: Sample, which: list[bool], wanted: int) -> tuple[list[Any], list[Any], list[int | None]]:
    first = sample.examples[0]
    dims = [
        place(x, wanted + i) if is_batched else None for i, (x, is_batched) in enumerate(zip(first, which, strict=True))
    ]
    stacked = [
        first[i].clone() if dim is None else wye.stack([example[i] for example in sample.examples], dim)
        for i, dim in enumerate(dims)
    ]
    results = _leaves(vmap(sample, in_dims=tuple(dims))(*stacked))
    return results, stacked, dims


def by_two(sample: Sample, which: list[bool], wanted: int) -> list[Any]:
    """Two levels: the examples are a square."""
    first = sample.examples[0]
    inner = [
        place(x, wanted + i) if is_batched else None for i, (x, is_batched) in enumerate(zip(first, which, strict=True))
    ]
    outer = [
        None if dim is None else (wanted + i) % 2 * (x.ndim + 1)
        for i, (dim, x) in enumerate(zip(inner, first, strict=True))
    ]
    given = []
    for i, dim in enumerate(inner):
        if dim is None:
            given.append(first[i].clone())
            continue
        rows = [
            wye.stack([example[i] for example in sample.examples[n * SIZE : (n + 1) * SIZE]], dim)
            for n in range(len(sample.examples) // SIZE)
        ]
        given.append(wye.stack(rows, outer[i]))
    mapped = vmap(vmap(sample, in_dims=tuple(inner)), in_dims=tuple(outer))
    return [x.flatten(0, 1) for x in _leaves(mapped(*given))]


def _numbers(x: Any) -> np.ndarray:
    array = x._resolved()._data
    return array.astype("float32") if array.dtype.num >= 256 else array


def difference(theirs: Any, ours: Any) -> str | None:
    if tuple(theirs.shape) != tuple(ours.shape) or theirs.dtype != ours.dtype:
        return f"{tuple(theirs.shape)} {theirs.dtype} by the loop, {tuple(ours.shape)} {ours.dtype} by vmap"
    a, b = _numbers(theirs), _numbers(ours)
    tolerance = {2: 2e-2, 4: 2e-4, 8: 2e-4, 16: 1e-6}.get(a.dtype.itemsize, 0) if a.dtype.kind in "fcV" else 0
    with np.errstate(all="ignore"):
        same = np.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True)
    return None if same else f"other values: {a.reshape(-1)[:6]} by the loop, {b.reshape(-1)[:6]} by vmap"


def compare(call: Call, which_way: int, wanted: int, *, two: bool = False) -> str | None:
    """What is different; None: nothing, or there is nothing to compare."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sample = Sample(call, SIZE * SIZE if two else 3)
        n = len(sample.examples[0])
        which = [[True] * n, [i == 0 for i in range(n)], [i != 0 for i in range(n)]][which_way]
        if not any(which):
            return None
        return _compared(sample, which, wanted, two)


def _compared(sample: Sample, which: list[bool], wanted: int, two: bool) -> str | None:
    try:
        results, after = by_loop(sample, which)
    except Exception as error:  # noqa: BLE001 - then vmap must raise, too
        try:
            by_vmap(sample, which, wanted)
        except Exception:  # noqa: BLE001
            return None
        return f"the loop raises {error!r}, vmap does not"
    if not all(isinstance(x, wye.Tensor) for x in results[0]) or any(
        one.shape != x.shape for row in results for one, x in zip(row, results[0], strict=True)
    ):
        return None
    writes = any(a.alias_info is not None and a.alias_info.is_write for a in sample.op.schema.arguments)
    writes = writes and wye.Tag.inplace_view not in sample.op.tags  # those change the shape of the caller's tensor
    if two:
        ours, stacked, dims = by_two(sample, which, wanted), [], []
    else:
        ours, stacked, dims = by_vmap(sample, which, wanted)
    for i, one in enumerate(ours):
        found = difference(wye.stack([row[i] for row in results]), one)
        if found is not None:
            return f"result {i}: {found}"
    for i, dim in enumerate(dims if writes else []):
        if dim is not None:
            found = difference(wye.stack([row[i] for row in after], dim), stacked[i])
            if found is not None:
                return f"argument {i} afterwards: {found}"
    return None
