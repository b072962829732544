"""Views: other shapes, strides and parts of the same memory."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.transforms.batched import batched_at
from wye.transforms.batched_calls import taking_calls
from wye.transforms.interpreters import lowered
from wye.transforms.rules.along import along
from wye.transforms.rules.leading import same_place
from wye.transforms.rules.views import VIEWS

__all__ = ["BATCHING"]

BATCHING = Rules(VIEWS)
for _name in ("slice.Tensor", "diagonal", "split.Tensor", "split_with_sizes", "unsafe_split.Tensor",
              "unsafe_split_with_sizes"):  # fmt: skip
    BATCHING[_name] = along
for _name in ("alias", "detach"):
    BATCHING[_name] = same_place


@BATCHING("is_same_size")
def _is_same_size(info: Any, in_dims: Any, self: Any, other: Any) -> Any:
    def example(x: Any, dim: int | None) -> Any:
        return x if dim is None else x.select(dim, 0)

    return info.op(example(self, in_dims[0]), example(other, in_dims[1])), None


@BATCHING("is_nonzero")
@taking_calls
def _is_nonzero(interpreter: Any, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if batched_at(args[0], interpreter._level) is None:
        return lowered(op, *args, **kwargs)
    raise RuntimeError(
        "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We don't support "
        "that yet, please file an issue at https://github.com/pytorch/pytorch/issues ."
    )
