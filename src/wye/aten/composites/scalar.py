"""Python numbers from tensors."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.call.packets import ops

__all__ = ["IMPLICIT"]

IMPLICIT = Rules()


@IMPLICIT("item")
def item(self: Any) -> Any:
    """The only element as a Python number."""
    if self.numel() != 1:
        raise RuntimeError(f"a Tensor with {self.numel()} elements cannot be converted to Scalar")
    return ops.aten._local_scalar_dense(self)
