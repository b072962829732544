"""`torch.testing._internal.common_dtype`: groups of dtypes.  Aliases only."""

from __future__ import annotations

from wye.testing.dtype_groups import (
    GROUPS,
    get_all_dtypes,
    get_all_fp_dtypes,
    get_all_math_dtypes,
    highest_precision_complex,
    highest_precision_float,
)

__all__ = [  # noqa: PLE0604 - the groups have one list
    "get_all_dtypes",
    "get_all_fp_dtypes",
    "get_all_math_dtypes",
    "highest_precision_complex",
    "highest_precision_float",
    *GROUPS,
]

globals().update(GROUPS)
