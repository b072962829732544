"""`torch.testing._internal.common_subclass`: subclasses of Tensor of every kind, for tests.  Aliases only."""

from __future__ import annotations

from wye.testing.logging_tensor import LoggingTensor
from wye.testing.tensor_classes import (
    DiagTensorBelow,
    NonWrapperTensor,
    RedispatchTensor,
    SparseTensor,
    SubclassInfo,
    SubclassWithTensorFactory,
    WrapperTensor,
    WrapperTensorWithCustomSizes,
    WrapperTensorWithCustomStrides,
    subclass_db,
)

__all__ = [
    "DiagTensorBelow",
    "LoggingTensor",
    "NonWrapperTensor",
    "RedispatchTensor",
    "SparseTensor",
    "SubclassInfo",
    "SubclassWithTensorFactory",
    "WrapperTensor",
    "WrapperTensorWithCustomSizes",
    "WrapperTensorWithCustomStrides",
    "subclass_db",
]
