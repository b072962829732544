"""Python numbers from arrays."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules, shortcut

__all__ = ["KERNELS"]

KERNELS = Rules()


@KERNELS("_local_scalar_dense")
@shortcut("item")
def local_scalar_dense(self: Any) -> Any:
    """The only element as a Python number."""
    if self.size != 1:
        raise RuntimeError(f"a Tensor with {self.size} elements cannot be converted to Scalar")
    value = self.item()
    return value if isinstance(value, (bool, int, float, complex)) else float(value)  # ml_dtypes gives its own
