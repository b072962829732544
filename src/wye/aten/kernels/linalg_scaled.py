"""NumPy kernels: products of short integers, of groups of matrices, and products of float8 matrices with scales."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.declare import Rules
from wye.tensors.dtypes import c_name_of, from_numpy_dtype, name_of, title_of, to_numpy_dtype

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["KERNELS", "check_groups", "check_scales", "group_shape"]

KERNELS = Rules()
_FLOATS: Final = ("float32", "bfloat16", "float16")
_FLOAT32: Final = np.dtype("float32")


def check_short(self: Any, mat2: Any) -> None:
    """Check the arguments of `_int_mm`, in PyTorch's order.

    Raises:
        RuntimeError: they are no matrices of 8-bit integers that fit each other.
    """
    for name, matrix in (("self", self), ("mat2", mat2)):
        if matrix.ndim != 2:
            raise RuntimeError(f"int_mm_out_cpu: Expected {name} to be of dimension 2 but got {matrix.ndim}")
    if self.shape[1] != mat2.shape[0]:
        raise RuntimeError(
            f"int_mm_out_cpu: self.size(1) needs to match mat2.size(0) but got {self.shape[1]} and {mat2.shape[0]}"
        )
    if name_of(self.dtype) not in ("int8", "uint8"):
        raise RuntimeError(f"int_mm_out_cpu: Expected self dtype to be int8 or uint8 but got {c_name_of(self.dtype)}")
    if name_of(mat2.dtype) != "int8":
        raise RuntimeError(f"int_mm_out_cpu: Expected mat2 dtype to be of type int8 but got {c_name_of(mat2.dtype)}")


@KERNELS("_int_mm")
def int_mm(self: Any, mat2: Any) -> Any:
    """The product of matrices of 8-bit integers, in 32 bits."""
    check_short(self, mat2)
    return np.matmul(self.astype(np.int32), mat2.astype(np.int32))


# ---- groups ----


def check_groups(a: Any, b: Any, offs: Any, bias: Any, out_dtype: Any) -> None:
    """Check the arguments of `_grouped_mm`, in PyTorch's order.

    Raises:
        RuntimeError: they do not fit each other.
    """
    named = (("mat_a", a), ("mat_b", b))
    for name, matrix in named:
        if from_numpy_dtype(matrix.dtype).name not in _FLOATS:
            title = title_of(from_numpy_dtype(matrix.dtype))
            raise RuntimeError(f"Expected {name} to be Float32, BFloat16 or Float16 matrix, got {title}")
    wrong = [name for name, matrix in named if matrix.ndim not in (2, 3)]
    if wrong:
        raise RuntimeError(f"{wrong[0]} has to be 2 or 3d")
    if (a.ndim == 3 or b.ndim == 3) and a.shape[-1] != b.shape[-2]:
        raise RuntimeError("contraction dimension of mat_a and mat_b must match")
    if any(stride % 16 for matrix in (a, b) for stride in matrix.strides if _leads(stride, matrix)):
        raise RuntimeError("strides should be multiple of 16 bytes")
    _check_offsets(offs, needed=a.ndim == 2 or b.ndim == 2)
    if bias is not None:
        raise RuntimeError("Bias not supported yet")
    if out_dtype is not None and out_dtype is not from_numpy_dtype(a.dtype):
        raise RuntimeError("Grouped gemm output dtype must match `mat_a` dtype")
    _check_batches(a, b, offs)


def _check_offsets(offs: Any, *, needed: bool) -> None:
    if (offs is not None) != needed:
        raise RuntimeError("Have to provide offsets if there is a 2d matrix, or no offset if both matrices are 3d")
    if offs is not None and offs.ndim != 1:
        raise RuntimeError("offs has to be 1D")
    if offs is not None and name_of(offs.dtype) != "int32":
        raise RuntimeError("Offsets have to be int32")


def _leads(stride: int, matrix: Any) -> bool:
    """Is it the stride of a dimension other than that of neighbours?"""
    return bool(stride != matrix.itemsize)


def _check_batches(a: Any, b: Any, offs: Any) -> None:
    if offs is None and a.shape[0] != b.shape[0]:
        raise RuntimeError("batched dimension has to match")
    many = next((one for one in (a, b) if one.ndim == 3), None)
    if offs is not None and many is not None and offs.shape[0] != many.shape[0]:
        raise RuntimeError("matrix batch sizes have to match")


def group_shape(a: Any, b: Any, offs: Any) -> tuple[int, ...]:
    """The shape of the products."""
    if a.ndim == 2 and b.ndim == 2:
        return offs.shape[0], a.shape[0], b.shape[1]
    if a.ndim == 2 or b.ndim == 2:
        return a.shape[-2], b.shape[-1]
    return a.shape[0], a.shape[1], b.shape[2]


@KERNELS("_grouped_mm")
def grouped_mm(self: Any, mat2: Any, offs: Any = None, bias: Any = None, out_dtype: Any = None) -> Any:
    """Products of matrices group by group; ``offs`` says where groups end that lie behind each other."""
    check_groups(self, mat2, offs, bias, out_dtype)
    a, b = self.astype(_FLOAT32, copy=False), mat2.astype(_FLOAT32, copy=False)
    if offs is None:
        return (a @ b).astype(self.dtype)
    result = np.zeros(group_shape(self, mat2, offs), _FLOAT32)
    start = 0
    for group, end in enumerate(offs.tolist()):
        part = slice(start, max(end, start))
        if a.ndim == 2 and b.ndim == 2:
            result[group] = a[:, part] @ b[part]
        elif a.ndim == 2:
            result[part] = a[part] @ b[group]
        else:
            result[:, part] = a[group] @ b[:, part]
        start = max(end, start)
    return result.astype(self.dtype)


# ---- scales ----

_INVALID: Final = (
    "Invalid scaling configuration.\n"
    "- For TensorWise scaling, a and b should be float8, scales should be float and singletons.\n"
    "- For RowWise scaling, a and b should be float8, scales should be float, scale_a should be ({rows}, 1) and "
    "scale_b should be (1, {columns}), and both should be contiguous."
)


def check_scales(a: Any, b: Any, scale_a: Any, scale_b: Any) -> None:
    """Check the arguments of a scaled product.

    Raises:
        RuntimeError: an operand is no matrix.
        ValueError: the shapes, the dtypes or the scales do not fit.
    """
    for name, matrix in (("mat_a", a), ("mat_b", b)):
        if matrix.ndim != 2:
            raise ValueError(f"{name} must be a matrix")
    if a.shape[1] != b.shape[0]:
        raise ValueError(
            f"mat_a and mat_b shapes cannot be multiplied ({a.shape[0]}x{a.shape[1]} and {b.shape[0]}x{b.shape[1]})"
        )
    are_float8 = all(from_numpy_dtype(one.dtype).name.startswith("float8") for one in (a, b))
    are_floats = all(one.dtype == _FLOAT32 for one in (scale_a, scale_b))
    tensor_wise = scale_a.size == scale_b.size == 1
    row_wise = scale_a.shape == (a.shape[0], 1) and scale_b.shape == (1, b.shape[1])
    if not (are_float8 and are_floats and (tensor_wise or row_wise)):
        raise ValueError(_INVALID.format(rows=a.shape[0], columns=b.shape[1]))


def _scaled(a: Any, b: Any, scales: Sequence[Any], bias: Any, dtype: Any) -> Any:
    product = a.astype(_FLOAT32) @ b.astype(_FLOAT32)
    for scale in scales:
        product = product * scale.reshape(()) if scale.size == 1 else product * scale
    if bias is not None:
        product = product + bias.astype(_FLOAT32)
    return product.astype(a.dtype if dtype is None else to_numpy_dtype(dtype))


@KERNELS("_scaled_mm")
def scaled_mm(
    self: Any, mat2: Any, scale_a: Any, scale_b: Any, bias: Any = None, scale_result: Any = None,
    out_dtype: Any = None, use_fast_accum: bool = False,
) -> Any:  # fmt: skip
    """The product of float8 matrices, times a scale for each or for each row and column."""
    check_scales(self, mat2, scale_a, scale_b)
    return _scaled(self, mat2, (scale_a, scale_b), bias, out_dtype)


@KERNELS("_scaled_mm_v2")
def scaled_mm_v2(
    self: Any, mat2: Any, scale_a: Any, recipe_a: Any, swizzle_a: Any, scale_b: Any, recipe_b: Any, swizzle_b: Any,
    bias: Any, out_dtype: Any, contraction_dim: Any = (), use_fast_accum: bool = False,
) -> Any:  # fmt: skip
    """The same; recipes say what the scales belong to."""
    check_recipes(self, mat2, scale_a, recipe_a, scale_b, recipe_b)
    return _scaled(self, mat2, (scale_a[0], scale_b[0]), bias, out_dtype)


def check_recipes(a: Any, b: Any, scale_a: Any, recipe_a: Any, scale_b: Any, recipe_b: Any) -> None:
    """Check scales, and that they are for whole matrices or for rows and columns.

    Raises:
        ValueError: they are not.
    """
    if len(scale_a) == len(scale_b) == 1 and list(recipe_a) == list(recipe_b) and list(recipe_a) in ([0], [1]):
        check_scales(a, b, scale_a[0], scale_b[0])
        return
    raise ValueError(_INVALID.format(rows=a.shape[0], columns=b.shape[-1]))
