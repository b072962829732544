"""`torch.utils._dtype_abbrs`.  Aliases only."""

from __future__ import annotations

from wye.schema.values import DTYPES
from wye.testing.logging_tensor import short_name

__all__ = ["dtype_abbrs"]

dtype_abbrs = {dtype: short_name(dtype) for dtype in DTYPES.values()}
