"""Operators that make a tensor like another one, in a memory format."""

from __future__ import annotations

from typing import Any

from wye.transforms.batched_calls import keeping_places
from wye.transforms.rules.moving import aten, front

__all__ = ["laid_out"]

_LAST = {"channels_last": 4, "channels_last_3d": 5}


@keeping_places
def laid_out(info: Any, in_dims: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
    """The rule: each example is in the memory format, one after the other."""
    wanted = kwargs.get("memory_format")
    name = "preserve_format" if wanted is None else wanted.name
    if name == "preserve_format":
        return info.op(x, *args, **kwargs), in_dims[0]
    x = front(x, in_dims[0])
    if name == "contiguous_format":
        return info.op(x, *args, **kwargs), 0
    if x.ndim - 1 != _LAST[name]:
        raise RuntimeError(f"required rank {_LAST[name]} tensor to use {name} format")
    rank = x.ndim
    order = [0, 1, *range(3, rank), 2]  # channels last, in each example
    back = [0, 1, rank - 1, *range(2, rank - 1)]
    made = info.op(aten.permute.default(x, order), *args, **{**kwargs, "memory_format": _contiguous()})
    return aten.permute.default(made, back), 0


def _contiguous() -> Any:
    from wye.schema.values import MEMORY_FORMATS

    return MEMORY_FORMATS["contiguous_format"]
