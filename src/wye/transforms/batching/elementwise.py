"""Arithmetic, comparisons, elementary functions."""

from __future__ import annotations

from typing import Any

from wye.transforms.rules.leading import parts
from wye.transforms.rules.pointwise import named_in_place, pointwise_family

__all__ = ["BATCHING"]

BATCHING = pointwise_family("elementwise", "allclose", "add_.Tensor", "sub_.Tensor", "mul_.Tensor", "div_.Tensor")
BATCHING["add_.Tensor"] = named_in_place("")
for _name in ("sub_.Tensor", "mul_.Tensor", "div_.Tensor"):
    BATCHING[_name] = named_in_place("inplace arithmetic")


@BATCHING("allclose")
@parts
def _allclose(*args: Any, **kwargs: Any) -> Any:
    raise RuntimeError(
        "vmap over torch.allclose isn't supported yet. Please file an issue at "
        "https://github.com/pytorch/pytorch/issues if you need this feature."
    )
