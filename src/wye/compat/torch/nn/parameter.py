"""`torch.nn.parameter`.  Aliases only."""

from __future__ import annotations

from wye.nn.parameter import Buffer, Parameter
from wye.nn.uninitialized import UninitializedBuffer, UninitializedParameter, UninitializedTensorMixin, is_lazy

__all__ = [
    "Buffer", "Parameter", "UninitializedBuffer", "UninitializedParameter", "UninitializedTensorMixin", "is_lazy",
]  # fmt: skip
