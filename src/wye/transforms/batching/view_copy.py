"""Copying forms of views, and the opposites of views."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.lines import lines
from wye.transforms.batching_plans import DIM, PREFIXED, planned
from wye.transforms.rules.along import along, dims_behind_batch
from wye.transforms.rules.leading import same_place
from wye.transforms.rules.moving import aten, front, logical_rank, spread, wrap
from wye.transforms.rules.views import VIEWS, as_strided

__all__ = ["BATCHING"]

BATCHING = Rules()
for _view, _rule in VIEWS.items():  # each copying form has the rule of its view
    _name, _dot, _overload = _view.partition(".")
    _copy = f"{_name}_copy{_dot}{_overload}"
    if lines().families.get(_copy) == "view_copy":
        BATCHING[_copy] = _rule
for _name in ("slice_copy.Tensor", "diagonal_copy", "split_copy.Tensor", "split_with_sizes_copy", "narrow_copy"):
    BATCHING[_name] = along
for _name in ("alias_copy", "detach_copy"):
    BATCHING[_name] = same_place
BATCHING["as_strided_copy"] = as_strided


@BATCHING("as_strided_scatter")
def _as_strided_scatter(info: Any, in_dims: Any, self: Any, src: Any, *args: Any) -> Any:
    apart = aten.unbind.int(spread(self, in_dims[0], info.batch_size).contiguous(), 0)
    stored = aten.unbind.int(spread(src, in_dims[1], info.batch_size), 0)
    return aten.stack.default([info.op(x.clone(), one, *args) for x, one in zip(apart, stored, strict=True)]), 0


@BATCHING("_reshape_copy")
def _reshape_copy(info: Any, in_dims: Any, self: Any, size: Any) -> Any:
    return VIEWS["view"](info, in_dims, self, size)


@BATCHING("diag_embed")
def _diag_embed(info: Any, in_dims: Any, self: Any, offset: int, dim1: int, dim2: int) -> Any:
    x, rank = front(self, in_dims[0]), logical_rank(self, in_dims[0])
    return info.op(x, offset, wrap(dim1, rank + 1) + 1, wrap(dim2, rank + 1) + 1), 0


def _into(info: Any, in_dims: Any, self: Any, src: Any, *args: Any) -> Any:
    """A part of ``self`` replaced by ``src``; the dimensions among the arguments are those of ``self``."""
    rank = logical_rank(self, in_dims[0])
    both = [spread(x, dim, info.batch_size) for x, dim in zip((self, src), in_dims, strict=False)]
    names = [argument.name for argument in info.op.schema.arguments[2:]]
    shifted = [
        dims_behind_batch(value, rank) if name.startswith("dim") else value
        for name, value in zip(names, args, strict=True)
    ]
    return info.op(*both, *shifted), 0


for _name in ("diagonal_scatter", "select_scatter", "slice_scatter"):
    BATCHING[_name] = _into


@BATCHING("select_backward", "slice_backward", "diagonal_backward", "unfold_backward")
@planned({"input_sizes": PREFIXED, "dim": DIM, "dim1": DIM, "dim2": DIM})
def _backward(info: Any, in_dims: Any, grad: Any, input_sizes: Any, *args: Any) -> Any:
    names = [argument.name for argument in info.op.schema.arguments[2:]]
    shifted = [
        dims_behind_batch(value, len(input_sizes)) if name.startswith("dim") else value
        for name, value in zip(names, args, strict=True)
    ]
    grads = front(grad, in_dims[0])
    if not input_sizes:  # treated as one dimension, as the operators do
        return info.op(grads.unsqueeze(1), [info.batch_size, 1], *shifted).squeeze(1), 0
    return info.op(grads, [info.batch_size, *input_sizes], *shifted), 0
