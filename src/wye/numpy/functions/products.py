"""Products of vectors and matrices: `dot` and its relatives, `tensordot`, `kron`, `cross`, traces."""

from __future__ import annotations

import warnings
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from wye.call.packets import ops
from wye.numpy.arrays import as_tensor, cast, has_effect
from wye.numpy.functions.elementwise import matrix_product
from wye.numpy.promotion import together
from wye.numpy.refusals import refuses_as
from wye.numpy.table import line
from wye.numpy.writing import write_out
from wye.schema.values import DTYPES
from wye.tensors.dtypes import to_numpy_dtype

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["convolved", "dot", "matmul", "product", "trace"]

aten: Any = ops.aten
_BOOL: Final = DTYPES["bool"]
_INT64: Final = DTYPES["int64"]


def product(function: Callable[..., Any], *tensors: Any) -> Any:
    """Sums of products; of booleans: is there a place where all are true?"""
    if tensors[0].dtype is _BOOL:
        return function(*[one.to(_INT64) for one in tensors]) != 0
    return function(*tensors)


def _summed(x: Any, y: Any, over_x: Sequence[int], over_y: Sequence[int]) -> Any:
    return product(lambda x, y: aten.tensordot.default(x, y, over_x, over_y), x, y)


# ---- dot and its relatives ----


@line(np.dot)
def dot(a: Any, b: Any, out: Any = None) -> Any:
    """Sums over the last dimension of ``a`` and the last but one of ``b``."""
    x, y = together(a, b)
    if not x.dim() or not y.dim():
        return write_out(x * y, out)
    over = max(y.dim() - 2, 0)
    _check_aligned(x, y, over)
    if y.dim() <= 2:
        return write_out(product(matrix_product, x, y), out)
    return write_out(_summed(x, y, [x.dim() - 1], [over]), out)


def _check_aligned(x: Any, y: Any, over: int) -> None:
    if x.shape[-1] == y.shape[over]:
        return
    shapes = " and ".join(str(tuple(one.shape)).replace(" ", "") for one in (x, y))
    sizes = f"{x.shape[-1]} (dim {x.dim() - 1}) != {y.shape[over]} (dim {over})"
    raise ValueError(f"shapes {shapes} not aligned: {sizes}")


@line(np.inner)
@refuses_as(np.inner)
def inner(a: Any, b: Any, /) -> Any:
    """Sums over the last dimensions."""
    x, y = together(a, b)
    if not x.dim() or not y.dim():
        return x * y
    _check_aligned(x, y, y.dim() - 1)
    if y.dim() == 1:
        return product(matrix_product, x, y)
    return _summed(x, y, [x.dim() - 1], [y.dim() - 1])


@line(np.vdot)
@refuses_as(np.vdot)
def vdot(a: Any, b: Any, /) -> Any:
    """The sum of the products of all elements, those of ``a`` conjugated."""
    x, y = (one.reshape(-1) for one in together(a, b))
    if x.shape[0] != y.shape[0]:
        raise ValueError(f"cannot reshape array of size {y.shape[0]} into shape ({x.shape[0]},)")
    return product(aten.vdot.default, x, y)


@line(np.outer)
def outer(a: Any, b: Any, out: Any = None) -> Any:
    """Every element of ``a`` times every element of ``b``."""
    x, y = together(a, b)
    return write_out(x.reshape(-1, 1) * y.reshape(1, -1), out)


@line(np.linalg.outer)
def linalg_outer(x1: Any, x2: Any, /) -> Any:
    """`outer` of two vectors."""
    x, y = together(x1, x2)
    if x.dim() != 1 or y.dim() != 1:
        raise ValueError(f"Input arrays must be one-dimensional, but they are x1.ndim={x.dim()} and x2.ndim={y.dim()}.")
    return outer(x, y)


@line(np.tensordot)
@refuses_as(np.tensordot)
def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """Sums over pairs of dimensions."""
    x, y = together(a, b)
    first, second = axes if np.iterable(axes) else (range(-axes, 0), range(axes))
    over_x, over_y = _wrapped(first, x.dim()), _wrapped(second, y.dim())
    if len(set(over_x)) != len(over_x) or len(set(over_y)) != len(over_y):
        raise ValueError("duplicate axes are not allowed in tensordot")
    if [x.shape[dim] for dim in over_x] != [y.shape[dim] for dim in over_y]:
        raise ValueError("shape-mismatch for sum")
    return _summed(x, y, over_x, over_y)


def _wrapped(axes: Any, ndim: int) -> list[int]:
    return [normalize_axis_index(int(axis), ndim) for axis in (axes if np.iterable(axes) else [axes])]


@line(np.linalg.tensordot)
def linalg_tensordot(x1: Any, x2: Any, /, *, axes: Any = 2) -> Any:
    """`tensordot`."""
    return tensordot(x1, x2, axes)


@line(np.kron)
@refuses_as(np.kron)
def kron(a: Any, b: Any) -> Any:
    """Every element of ``a`` times all of ``b``, in blocks."""
    x, y = together(a, b)
    return aten.kron.default(x, y)


@line(np.linalg.multi_dot)
@refuses_as(np.linalg.multi_dot)
def multi_dot(arrays: Any, *, out: Any = None) -> Any:
    """The product of matrices, in the order that takes the fewest multiplications."""
    tensors = together(*arrays)
    if len(tensors) < 2:
        raise ValueError("Expecting at least two arrays.")
    if len(tensors) == 2:
        return dot(*tensors, out=out)
    return write_out(product(lambda *parts: aten.linalg_multi_dot.default(list(parts)), *tensors), out)


# ---- products of matrices and vectors in batches ----


@refuses_as(np.matmul)
def matmul(x1: Any, x2: Any) -> Any:
    """Products of matrices; vectors are rows on the left and columns on the right."""
    return product(matrix_product, x1, x2)


def _vecdot(x1: Any, x2: Any) -> Any:
    """Products of vectors, the first conjugated."""
    if x1.shape[-1] != x2.shape[-1]:
        raise ValueError("a mismatch in the core dimensions")  # NumPy's words for it take the place of these
    x = x1.conj() if x1.is_complex() else x1
    return product(matrix_product, x.unsqueeze(-2), x2.unsqueeze(-1)).squeeze(-1).squeeze(-1)


@line(np.linalg.matmul, keeps_class=True)
@refuses_as(np.linalg.matmul)
def linalg_matmul(x1: Any, x2: Any, /) -> Any:
    """Products of matrices."""
    return matmul(*together(x1, x2))


@line(np.linalg.vecdot, keeps_class=True)
@refuses_as(np.linalg.vecdot)
def linalg_vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """Products of vectors along an axis."""
    x, y = (
        aten.movedim.int(one, normalize_axis_index(axis, one.dim()), -1) if one.dim() else one
        for one in together(x1, x2)
    )
    return _vecdot(x, y)


# ---- cross products ----


@line(np.cross)
@refuses_as(np.cross)
def cross(a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> Any:
    """Products that stand upright on both vectors; of two vectors in the plane, its height."""
    if axis is not None:
        axisa = axisb = axisc = axis
    x, y = together(a, b)
    if not x.dim() or not y.dim():
        raise ValueError("At least one array has zero dimension")
    x = aten.movedim.int(x, normalize_axis_index(axisa, x.dim(), "axisa"), -1)
    y = aten.movedim.int(y, normalize_axis_index(axisb, y.dim(), "axisb"), -1)
    if x.shape[-1] not in (2, 3) or y.shape[-1] not in (2, 3):
        raise ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)")
    if x.dtype is _BOOL:
        raise TypeError("numpy boolean subtract, the `-` operator, is not supported")
    if x.shape[-1] == 2 or y.shape[-1] == 2:
        text = "Arrays of 2-dimensional vectors are deprecated. Use arrays of 3-dimensional vectors instead."
        has_effect()
        warnings.warn(text, DeprecationWarning, stacklevel=4)
    (x0, x1, *x2), (y0, y1, *y2) = x.unbind(-1), y.unbind(-1)
    height = x0 * y1 - x1 * y0
    if not x2 and not y2:
        return height
    first = _difference(x1, y2, x2, y1)
    second = _difference(x2, y0, x0, y2)
    result = aten.stack.default([first, second, height], -1)
    return aten.movedim.int(result, -1, normalize_axis_index(axisc, result.dim(), "axisc"))


def _difference(a: Any, b: Any, c: Any, d: Any) -> Any:
    """``a * b - c * d``, where a list has the third component of a vector, or nothing for 0."""
    a, b, c, d = (one[0] if isinstance(one, list) and one else one for one in (a, b, c, d))
    if isinstance(a, list) or isinstance(b, list):
        return -(c * d)
    return a * b if isinstance(c, list) or isinstance(d, list) else a * b - c * d


@line(np.linalg.cross)
@refuses_as(np.linalg.cross)
def linalg_cross(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """`cross` of vectors with three components."""
    x, y = together(x1, x2)
    if x.shape[axis] != 3 or y.shape[axis] != 3:
        raise ValueError(
            "Both input arrays must be (arrays of) 3-dimensional vectors, but they are "
            f"{x.shape[axis]} and {y.shape[axis]} dimensional instead."
        )
    return cross(x, y, axis=axis)


# ---- diagonals ----


@cache
def _sum_dtype(dtype: Any) -> Any:
    """The dtype of a sum of such elements."""
    return np.add.reduce(np.zeros(1, to_numpy_dtype(dtype))).dtype


@line(np.trace)
@refuses_as(np.trace)
def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None, out: Any = None) -> Any:
    """The sum of a diagonal."""
    x = as_tensor(a)
    if x.dim() < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    first = normalize_axis_index(axis1, x.dim(), "axis1")
    second = normalize_axis_index(axis2, x.dim(), "axis2")
    x = cast(x, _sum_dtype(x.dtype) if dtype is None else np.dtype(dtype))
    return write_out(_total(x.diagonal(offset, first, second)), out)


def _total(x: Any) -> Any:
    if x.dtype is _BOOL:
        return x.any(-1)
    if x.dtype.is_floating_point:
        return aten.sum.dim_IntList(x, [-1], False)
    return aten.sum.dim_IntList(x, [-1], dtype=x.dtype)


@line(np.linalg.trace)
def linalg_trace(x: Any, /, *, offset: int = 0, dtype: Any = None) -> Any:
    """The sums of the diagonals of matrices."""
    return trace(x, offset, -2, -1, dtype)


@line(np.linalg.diagonal, gives_views=True)
@refuses_as(np.linalg.diagonal)
def linalg_diagonal(x: Any, /, *, offset: int = 0) -> Any:
    """The diagonals of matrices."""
    return as_tensor(x).diagonal(offset, -2, -1)


@line(np.linalg.matrix_transpose, gives_views=True)
@refuses_as(np.linalg.matrix_transpose)
def matrix_transpose(x: Any, /) -> Any:
    """Matrices with rows for columns."""
    return as_tensor(x).transpose(-1, -2)


# ---- convolution ----


def convolved(x: Any, y: Any) -> Any:
    """The convolution of two vectors, all of it: the product of polynomials.

    Rows ``x[i] * y``, each a place further to the right, summed: rows that are one element longer than the result,
    read with the length of the result, are shifted so.
    """
    count, length = x.shape[0], x.shape[0] + y.shape[0] - 1
    rows = aten.constant_pad_nd.default(x.unsqueeze(1) * y, [0, count])
    shifted = rows.reshape(-1)[: prod((count, length))].reshape(count, length)
    return aten.sum.dim_IntList(shifted, [0], dtype=x.dtype)
