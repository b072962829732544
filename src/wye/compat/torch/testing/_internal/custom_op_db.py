"""`torch.testing._internal.custom_op_db`: custom operators for tests.  Aliases only."""

from __future__ import annotations

from wye.testing.custom_op_db import CUSTOM_OPERATORS as custom_op_db  # noqa: N811 - PyTorch's name
from wye.testing.custom_op_db import (
    lib,
    numpy_cat,
    numpy_cube,
    numpy_mul,
    numpy_mul_scalar,
    numpy_nms,
    numpy_nonzero,
    numpy_sort,
    numpy_split_copy,
    numpy_split_copy_with_int,
    numpy_take,
    numpy_view_copy,
    to_numpy,
)

__all__ = [
    "custom_op_db",
    "lib",
    "numpy_cat",
    "numpy_cube",
    "numpy_mul",
    "numpy_mul_scalar",
    "numpy_nms",
    "numpy_nonzero",
    "numpy_sort",
    "numpy_split_copy",
    "numpy_split_copy_with_int",
    "numpy_take",
    "numpy_view_copy",
    "to_numpy",
]
