"""Attention."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.transforms.batched_calls import take_apart, taking_calls, wrap_results
from wye.transforms.interpreters import lowered
from wye.transforms.loop import loop
from wye.transforms.rules.leading import folded
from wye.transforms.rules.moving import padded, spread

__all__ = ["BATCHING"]

BATCHING = Rules()


@BATCHING("_scaled_dot_product_flash_attention_for_cpu")
@taking_calls
def _attention(interpreter: Any, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    level = interpreter._level
    plain, dims, found = take_apart(args, level)
    (mask,), (mask_dim,), some = take_apart([kwargs.get("attn_mask")], level)
    if not found and not some:
        return lowered(op, *args, **kwargs)
    if len(plain) > 3 and plain[3]:  # dropout
        return loop(interpreter, op, args, kwargs)

    def run() -> Any:
        size, more = interpreter._batch_size, dict(kwargs)
        inputs = [spread(x, dim, size) for x, dim in zip(plain[:3], dims, strict=False)]
        n = inputs[0].size(1)
        if mask is not None:
            whole = padded(spread(mask, mask_dim, size), 4)
            more["attn_mask"] = folded(whole.expand([size, n, *whole.shape[2:]]))
        made = op(*(folded(x) for x in inputs), *plain[3:], **more)
        return tuple(one.reshape([size, n, *one.shape[1:]]) for one in made)

    return wrap_results(lowered(run), 0, level)
