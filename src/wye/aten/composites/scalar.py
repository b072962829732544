"""Python numbers from tensors."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules, shortcut
from wye.aten.metadata import numel_of
from wye.call.packets import ops

__all__ = ["IMPLICIT"]

IMPLICIT = Rules()
aten: Any = ops.aten


@IMPLICIT("item")
@shortcut("item_of", "_local_scalar_dense")
def item(self: Any) -> Any:
    """The only element as a Python number."""
    if numel_of(self) != 1:
        raise RuntimeError(f"a Tensor with {numel_of(self)} elements cannot be converted to Scalar")
    return aten._local_scalar_dense(self)


@IMPLICIT("is_inference")
def is_inference(self: Any) -> bool:
    """Was it made in inference mode?"""
    return bool(self.is_inference())
