"""Selection by masks, filling, copies."""

from __future__ import annotations

from typing import Any

from wye.schema.values import DTYPES
from wye.transforms.batched_calls import dynamic_shape, taking_calls
from wye.transforms.rules.layout import laid_out
from wye.transforms.rules.leading import parts
from wye.transforms.rules.moving import aten, front, padded, spread
from wye.transforms.rules.pointwise import named_in_place, pointwise_family

__all__ = ["BATCHING"]

_OWN = (
    "masked_fill.Tensor", "masked_fill_.Tensor", "masked_fill_.Scalar", "fill.Tensor", "fill_.Tensor", "copy",
    "copy_", "_to_copy", "equal",
)  # fmt: skip
BATCHING = pointwise_family("elementwise_copy", *_OWN)
BATCHING["copy_"] = BATCHING["masked_fill_.Scalar"] = named_in_place("inplace arithmetic")
BATCHING["fill_.Tensor"] = named_in_place("fill_", "copy_")
BATCHING["_to_copy"] = laid_out
BATCHING["where"] = taking_calls(dynamic_shape)


@BATCHING("copy")
def _copy(info: Any, in_dims: Any, self: Any, src: Any, non_blocking: Any = False) -> Any:
    """What is shared by all examples is copied for each: the result has the shape of ``self``."""
    size = info.batch_size
    self, src = spread(self, in_dims[0], size), src if in_dims[1] is None else front(src, in_dims[1])
    if in_dims[1] is not None and self.ndim > src.ndim:
        src = padded(src, self.ndim - 1)
    return aten.copy.default(self, src, non_blocking), 0


@BATCHING("masked_fill.Tensor")
@parts
def _masked_fill(self: Any, mask: Any, value: Any) -> Any:
    return aten.where.self(mask, _number(value, "masked_fill_").to(self.dtype), self)


def _number(value: Any, name: str) -> Any:
    """A tensor without dimensions, checked."""
    if value.ndim:
        raise RuntimeError(
            f"{name} only supports a 0-dimensional value tensor, but got tensor with {value.ndim} dimension(s)."
        )
    return value


@BATCHING("masked_fill_.Tensor")
@parts
def _masked_fill_(self: Any, mask: Any, value: Any) -> Any:
    return aten.copy_.default(self, aten.masked_fill.Tensor(self, mask, value))


@BATCHING("fill.Tensor")
@parts
def _fill(self: Any, value: Any) -> Any:
    everywhere = aten.full_like.default(self, True, dtype=DTYPES["bool"])
    return aten.where.self(everywhere, _number(value, "fill_").to(self.dtype), self)
