"""Tensors like others, copies, triangles."""

from __future__ import annotations

from math import prod
from typing import Any

from wye.aten.declare import Rules
from wye.schema.values import DTYPES
from wye.transforms.batching_plans import PREFIXED, planned
from wye.transforms.rules.each import each
from wye.transforms.rules.layout import laid_out
from wye.transforms.rules.leading import leading, parts, same_place
from wye.transforms.rules.moving import aten

__all__ = ["BATCHING"]

BATCHING = Rules()
for _name in ("empty_like", "zeros_like", "ones_like", "full_like", "clone"):
    BATCHING[_name] = laid_out
for _name in ("lift", "lift_fresh", "lift_fresh_copy"):
    BATCHING[_name] = same_place
for _name in ("tril", "triu"):
    BATCHING[_name] = leading

for _name in ("linspace", "logspace"):
    for _overload in ("Tensor_Tensor", "Tensor_Scalar", "Scalar_Tensor"):
        BATCHING[f"{_name}.{_overload}"] = each


@BATCHING("new_empty", "new_zeros", "new_ones", "new_full")
@planned({"size": PREFIXED})
def _new(info: Any, in_dims: Any, self: Any, size: Any, *args: Any, **kwargs: Any) -> Any:
    return info.op(self, [info.batch_size, *size], *args, **kwargs), 0


@BATCHING("new_empty_strided")
def _new_empty_strided(info: Any, in_dims: Any, self: Any, size: Any, stride: Any, **kwargs: Any) -> Any:
    if len(size) != len(stride):
        raise RuntimeError(
            f"new_empty_strided(sizes, strides): dimensionality of sizes ({len(size)}) must match dimensionality of "
            f"strides ({len(stride)})"
        )
    reach = 0 if not prod(size) else sum((n - 1) * step for n, step in zip(size, stride, strict=True)) + 1
    return info.op(self, [info.batch_size, *size], [reach, *stride], **kwargs), 0


@BATCHING("one_hot")
@parts
def _one_hot(self: Any, num_classes: int = -1) -> Any:
    if num_classes <= 0:
        raise RuntimeError("vmap: one_hot needs num_classes: the largest element may differ between examples")
    return aten.eq.Tensor(self.unsqueeze(-1), aten.arange.default(num_classes)).to(DTYPES["int64"])
