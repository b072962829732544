"""Numbers out of tensors."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.transforms.batched import batched_at
from wye.transforms.batched_calls import taking_calls
from wye.transforms.interpreters import lowered

__all__ = ["BATCHING"]

BATCHING = Rules()


@BATCHING("_local_scalar_dense", "item")
@taking_calls
def _item(interpreter: Any, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if batched_at(args[0], interpreter._level) is None:
        return lowered(op, *args, **kwargs)
    raise RuntimeError(
        "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() on a "
        "Tensor, please try to rewrite what you're doing with other operations. If error is occurring somewhere inside "
        "PyTorch internals, please file a bug report."
    )
