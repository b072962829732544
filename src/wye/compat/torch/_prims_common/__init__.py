"""`torch._prims_common`, as far as tests of metadata use it.  Aliases only."""

from __future__ import annotations

from wye.aten.metadata import suggest_memory_format
from wye.compat.modules import names_of
from wye.schema.values import dtype
from wye.testing.comparing import assert_same_metadata as compare_tensor_meta

__all__ = ["compare_tensor_meta", "corresponding_complex_dtype", "corresponding_real_dtype", "suggest_memory_format"]

corresponding_complex_dtype, corresponding_real_dtype = dtype.to_complex, dtype.to_real

__getattr__ = names_of(__name__)
