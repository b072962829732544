"""Fake kernels: products of groups of matrices, and products of float8 matrices with scales."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.kernels.linalg_scaled import check_groups, check_recipes, check_scales, check_short, group_shape
from wye.schema.values import DTYPES
from wye.tensors.dtypes import to_numpy_dtype
from wye.tensors.meta_array import MetaArray

__all__ = ["FAKES"]

FAKES = Rules()


@FAKES("_int_mm")
def int_mm(self: Any, mat2: Any) -> MetaArray:
    """The product of matrices of 8-bit integers."""
    check_short(self, mat2)
    return MetaArray((self.shape[0], mat2.shape[1]), to_numpy_dtype(DTYPES["int32"]))


@FAKES("_grouped_mm")
def grouped_mm(self: Any, mat2: Any, offs: Any = None, bias: Any = None, out_dtype: Any = None) -> MetaArray:
    """Products of matrices group by group."""
    check_groups(self, mat2, offs, bias, out_dtype)
    return MetaArray(group_shape(self, mat2, offs), self.dtype)


def _product(a: Any, b: Any, dtype: Any) -> MetaArray:
    return MetaArray((a.shape[0], b.shape[1]), a.dtype if dtype is None else to_numpy_dtype(dtype))


@FAKES("_scaled_mm")
def scaled_mm(
    self: Any, mat2: Any, scale_a: Any, scale_b: Any, bias: Any = None, scale_result: Any = None,
    out_dtype: Any = None, use_fast_accum: bool = False,
) -> MetaArray:  # fmt: skip
    """The product of float8 matrices with scales."""
    check_scales(self, mat2, scale_a, scale_b)
    return _product(self, mat2, out_dtype)


@FAKES("_scaled_mm_v2")
def scaled_mm_v2(
    self: Any, mat2: Any, scale_a: Any, recipe_a: Any, swizzle_a: Any, scale_b: Any, recipe_b: Any, swizzle_b: Any,
    bias: Any, out_dtype: Any, contraction_dim: Any = (), use_fast_accum: bool = False,
) -> MetaArray:  # fmt: skip
    """The same; recipes say what the scales belong to."""
    check_recipes(self, mat2, scale_a, recipe_a, scale_b, recipe_b)
    return _product(self, mat2, out_dtype)
