"""`torch._subclasses.fake_tensor`: tensors without data.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fake.cache import CacheInfo as DispatchCacheInfo
from wye.fake.cache import CacheKeyState as _CacheKeyState
from wye.fake.cache import disabled as disable_fake_tensor_cache
from wye.fake.calls import CONSTANT_NUMEL_LIMIT
from wye.fake.comparing import TensorMetadata, assert_eq, assert_metadata_eq, has_meta
from wye.fake.comparing import describe as extract_tensor_metadata
from wye.fake.constructors import is_tensor_constructor as _is_tensor_constructor
from wye.fake.converter import FakeTensorConverter, MetaConverter
from wye.fake.copying import FakeCopyMode
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
from wye.fake.profiles import MissingOpProfile
from wye.fake.special import op_implementations as op_implementations_checks
from wye.fake.tensor import FakeTensor

__all__ = [
    "CONSTANT_NUMEL_LIMIT",
    "DataDependentOutputException",
    "DispatchCacheInfo",
    "DynamicOutputShapeException",
    "FakeCopyMode",
    "FakeTensor",
    "FakeTensorConverter",
    "FakeTensorDeviceMismatchError",
    "FakeTensorMode",
    "MetaConverter",
    "MetadataMismatchError",
    "MissingOpProfile",
    "TensorMetadata",
    "UnsupportedFakeTensorException",
    "UnsupportedMutationAliasingException",
    "UnsupportedOperatorException",
    "_CacheKeyState",
    "_is_tensor_constructor",
    "assert_eq",
    "assert_metadata_eq",
    "disable_fake_tensor_cache",
    "extract_tensor_metadata",
    "has_meta",
    "in_kernel_invocation_manager",
    "is_fake",
    "maybe_get_fake_mode",
    "op_implementations_checks",
    "unset_fake_temporarily",
]

# Later: they are computed from the schemas of all operators.
__getattr__ = names_of(
    __name__,
    dict.fromkeys(("_like_tensor_constructors", "_device_not_kwarg_ops"), "wye.fake.constructors"),
)
