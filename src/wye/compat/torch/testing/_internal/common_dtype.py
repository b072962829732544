"""`torch.testing._internal.common_dtype`: groups of dtypes.  Aliases only."""

from __future__ import annotations

from wye.testing.dtype_groups import GROUPS, get_all_dtypes, get_all_math_dtypes

__all__ = ["get_all_dtypes", "get_all_math_dtypes", *GROUPS]  # noqa: PLE0604 - the groups have one list

globals().update(GROUPS)
