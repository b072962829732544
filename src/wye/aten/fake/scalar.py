"""Fake kernels of operators that read an element: they fail, as there is no data."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules

__all__ = ["FAKES"]

FAKES = Rules()


@FAKES("_local_scalar_dense")
def local_scalar_dense(self: Any) -> Any:
    """Fail: there is no data to read a number from."""
    raise RuntimeError("Tensor.item() cannot be called on meta tensors")
