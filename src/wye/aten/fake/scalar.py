"""What an array without data cannot tell."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules

__all__ = ["FAKES"]

FAKES = Rules()


@FAKES("_local_scalar_dense")
def local_scalar_dense(self: Any) -> Any:
    """No number can be read where there is no data."""
    raise RuntimeError("Tensor.item() cannot be called on meta tensors")
