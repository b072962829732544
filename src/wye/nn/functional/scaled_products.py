"""Products of groups of matrices, and of float8 matrices with scales."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from wye.functional.operators import of
from wye.overrides import overridable
from wye.schema.values import DTYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.schema.values import dtype
    from wye.tensors import Tensor

__all__ = ["ScalingType", "SwizzleType", "grouped_mm", "scaled_grouped_mm", "scaled_mm"]

_BFLOAT16 = DTYPES["bfloat16"]


class ScalingType(IntEnum):
    """What one scale belongs to."""

    TensorWise = 0
    RowWise = 1
    BlockWise1x16 = 2
    BlockWise1x32 = 3
    BlockWise1x128 = 4
    BlockWise128x128 = 5


class SwizzleType(IntEnum):
    """How scales lie in memory."""

    NO_SWIZZLE = 0
    SWIZZLE_32_4_4 = 1


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _numbers(value: Any) -> list[int]:
    return [int(one) for one in _listed(value)]


@overridable
def grouped_mm(
    mat_a: Tensor,
    mat_b: Tensor,
    *,
    offs: Tensor | None = None,
    bias: Tensor | None = None,
    out_dtype: dtype | None = None,
) -> Tensor:
    """Products of matrices group by group.

    Args:
        mat_a: A batch of matrices, or matrices behind each other in one.
        mat_b: The same.
        offs: Where the groups end, as int32, if one of both is one matrix.
        bias: Not supported.
        out_dtype: The dtype of ``mat_a``.
    """
    return of._grouped_mm(mat_a, mat_b, offs, bias, out_dtype)


@overridable
def scaled_mm(
    mat_a: Tensor,
    mat_b: Tensor,
    scale_a: Tensor | list[Tensor],
    scale_recipe_a: ScalingType | list[ScalingType],
    scale_b: Tensor | list[Tensor],
    scale_recipe_b: ScalingType | list[ScalingType],
    swizzle_a: SwizzleType | list[SwizzleType] | None = None,
    swizzle_b: SwizzleType | list[SwizzleType] | None = None,
    bias: Tensor | None = None,
    output_dtype: dtype | None = _BFLOAT16,
    contraction_dim: Sequence[int] = (),
    use_fast_accum: bool = False,
) -> Tensor:
    """The product of float8 matrices times their scales.

    Args:
        mat_a: The left matrix.
        mat_b: The right matrix.
        scale_a: One scale, or one for each row.
        scale_recipe_a: Which of both.
        scale_b: One scale, or one for each column.
        scale_recipe_b: Which of both.
        swizzle_a: How the scales lie in memory.
        swizzle_b: The same.
        bias: Added to each row.
        output_dtype: Of the result.
        contraction_dim: Accepted for PyTorch's sake.
        use_fast_accum: Accepted for PyTorch's sake.
    """
    return of._scaled_mm_v2(
        mat_a, mat_b, _listed(scale_a), _numbers(scale_recipe_a), _numbers(swizzle_a), _listed(scale_b),
        _numbers(scale_recipe_b), _numbers(swizzle_b), bias, output_dtype, list(contraction_dim), use_fast_accum,
    )  # fmt: skip


@overridable
def scaled_grouped_mm(
    mat_a: Tensor,
    mat_b: Tensor,
    scale_a: Tensor | list[Tensor],
    scale_recipe_a: ScalingType | list[ScalingType],
    scale_b: Tensor | list[Tensor],
    scale_recipe_b: ScalingType | list[ScalingType],
    swizzle_a: SwizzleType | list[SwizzleType] | None = None,
    swizzle_b: SwizzleType | list[SwizzleType] | None = None,
    bias: Tensor | None = None,
    offs: Tensor | None = None,
    output_dtype: dtype | None = _BFLOAT16,
    contraction_dim: Sequence[int] = (),
    use_fast_accum: bool = False,
) -> Tensor:
    """`scaled_mm` group by group.  PyTorch has it on CUDA only; a backend may add a kernel.

    Raises:
        NoKernelError: no backend has one.
    """
    return of._scaled_grouped_mm_v2(
        mat_a, mat_b, _listed(scale_a), _numbers(scale_recipe_a), _numbers(swizzle_a), _listed(scale_b),
        _numbers(scale_recipe_b), _numbers(swizzle_b), offs, bias, output_dtype, list(contraction_dim), use_fast_accum,
    )  # fmt: skip
