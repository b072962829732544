"""One example after the other: for arguments for which an operator has no form that computes all at once."""

from __future__ import annotations

from typing import Any

from wye.transforms.rules.moving import aten

__all__ = ["each"]


def _example(value: Any, dim: Any, number: int) -> Any:
    if isinstance(dim, list):
        return [_example(item, d, number) for item, d in zip(value, dim, strict=True)]
    return value if dim is None else aten.select.int(value, dim, number)


def each(info: Any, in_dims: Any, *args: Any, **kwargs: Any) -> Any:
    """Call the operator for each example, and stack the results."""
    made = []
    for number in range(info.batch_size):
        result = info.op(*(_example(v, d, number) for v, d in zip(args, in_dims, strict=True)), **kwargs)
        made.append(result if isinstance(result, tuple) else (result,))
    stacked = tuple(aten.stack.default(list(column)) for column in zip(*made, strict=True))
    return (stacked if len(stacked) > 1 else stacked[0]), 0
