"""`torch._subclasses.fake_tensor`: tensors without data.  Aliases only."""

from __future__ import annotations

from wye.fake.cache import CacheInfo as DispatchCacheInfo
from wye.fake.converter import FakeTensorConverter
from wye.fake.exceptions import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensorDeviceMismatchError,
    MetadataMismatchError,
    UnsupportedFakeTensorException,
    UnsupportedMutationAliasingException,
    UnsupportedOperatorException,
)
from wye.fake.finding import in_kernel_invocation_manager, is_fake, maybe_get_fake_mode, unset_fake_temporarily
from wye.fake.mode import FakeTensorMode
from wye.fake.tensor import FakeTensor

__all__ = [
    "DataDependentOutputException",
    "DispatchCacheInfo",
    "DynamicOutputShapeException",
    "FakeTensor",
    "FakeTensorConverter",
    "FakeTensorDeviceMismatchError",
    "FakeTensorMode",
    "MetadataMismatchError",
    "UnsupportedFakeTensorException",
    "UnsupportedMutationAliasingException",
    "UnsupportedOperatorException",
    "in_kernel_invocation_manager",
    "is_fake",
    "maybe_get_fake_mode",
    "unset_fake_temporarily",
]
