"""`torch._prims_common`, as far as tests of metadata use it.  Aliases only."""

from __future__ import annotations

from wye.aten.metadata import suggest_memory_format
from wye.compat.modules import names_of
from wye.schema.values import dtype
from wye.testing.comparing import assert_same_metadata as compare_tensor_meta
from wye.testing.dtype_groups import is_boolean as is_boolean_dtype
from wye.testing.dtype_groups import is_complex as is_complex_dtype
from wye.testing.dtype_groups import is_float as is_float_dtype
from wye.testing.dtype_groups import is_integer as is_integer_dtype
from wye.testing.stride_checks import all_strides_agree as check_all_strides
from wye.testing.stride_checks import significant_strides_agree as check_significant_strides

__all__ = [
    "check_all_strides", "check_significant_strides", "compare_tensor_meta", "corresponding_complex_dtype",
    "corresponding_real_dtype", "is_boolean_dtype", "is_complex_dtype", "is_float_dtype", "is_integer_dtype",
    "suggest_memory_format",
]  # fmt: skip

corresponding_complex_dtype, corresponding_real_dtype = dtype.to_complex, dtype.to_real

__getattr__ = names_of(__name__)
