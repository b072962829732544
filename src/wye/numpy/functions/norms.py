"""Norms of vectors and matrices, condition numbers, ranks."""

from __future__ import annotations

from math import inf, prod
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from wye.call.packets import ops
from wye.numpy.arrays import as_tensor, cast
from wye.numpy.functions.linear_algebra import in_linalg, singular_values
from wye.numpy.refusals import refuses_as
from wye.numpy.table import line
from wye.schema.values import DTYPES
from wye.tensors.dtypes import to_numpy_dtype

aten: Any = ops.aten


def _inexact(x: Any) -> Any:
    tensor = as_tensor(x)
    return tensor if tensor.is_floating_point() or tensor.is_complex() else cast(tensor, np.dtype(np.float64))


@line(np.linalg.norm)
@refuses_as(np.linalg.norm, "SVD did not converge")
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """The norm of vectors along one axis, of matrices along two, or of all elements."""
    tensor = _inexact(x)
    if axis is None:
        axes = tuple(range(tensor.dim()))
        if ord is None or (ord == 2 and len(axes) == 1):
            return _of_vectors(tensor, 2, axes, keepdims)
    else:
        axes = axis if isinstance(axis, tuple) else (int(axis),)
    if len(axes) == 1:
        dim = normalize_axis_index(axes[0], tensor.dim())
        return _of_vectors(tensor, 2 if ord is None else ord, (dim,), keepdims)
    if len(axes) != 2:
        raise ValueError("Improper number of dimensions to norm.")
    first, second = (normalize_axis_index(one, tensor.dim()) for one in axes)
    if first == second:
        raise ValueError("Duplicate axes given.")
    return _of_matrices(tensor, ord, first, second, keepdims)


def _of_vectors(x: Any, ord: Any, dims: tuple[int, ...], keepdims: bool) -> Any:
    if isinstance(ord, str):
        raise ValueError(f"Invalid norm order '{ord}' for vectors")
    if not x.dim():
        return _of_vectors(x.reshape(1), ord, (0,), False)
    if ord in (inf, -inf):
        return _extreme(x.abs(), dims, keepdims, greatest=ord > 0)
    if ord == 0:
        real = x.real.dtype if x.is_complex() else x.dtype
        return aten.sum.dim_IntList((x != 0).to(real), list(dims), keepdims)
    if ord < 0 and not prod(x.shape[dim] for dim in dims):  # a root of 1 / 0
        return aten.sum.dim_IntList(x.abs(), list(dims), keepdims) + inf
    return aten.linalg_vector_norm.default(x, ord, list(dims), keepdims)


def _extreme(x: Any, dims: tuple[int, ...], keepdims: bool, *, greatest: bool) -> Any:
    """The greatest or least along dimensions; the greatest of nothing is 0."""
    if greatest and not prod(x.shape[dim] for dim in dims):
        return aten.sum.dim_IntList(x, list(dims), keepdims)
    return (aten.amax if greatest else aten.amin).default(x, list(dims), keepdims)


def _of_matrices(x: Any, ord: Any, row: int, column: int, keepdims: bool) -> Any:
    if ord in (None, "fro", "f"):
        return aten.linalg_vector_norm.default(x, 2, [row, column], keepdims)
    if ord in (1, -1, inf, -inf):
        inner, outer = (row, column) if abs(ord) == 1 else (column, row)
        sums = aten.sum.dim_IntList(x.abs(), [inner], True)
        result = _extreme(sums, (outer,), True, greatest=ord > 0)
    elif ord in (2, -2, "nuc"):
        values = singular_values(aten.movedim.intlist(x, [row, column], [-2, -1]))
        summed = aten.sum.dim_IntList(values, [-1]) if ord == "nuc" else None
        found = _extreme(values, (-1,), False, greatest=ord == 2) if summed is None else summed
        first, second = sorted((row, column))
        result = found.unsqueeze(first).unsqueeze(second)
    else:
        raise ValueError("Invalid norm order for matrices.")
    if keepdims:
        return result
    first, second = sorted((row, column))
    return result.squeeze(second).squeeze(first)


@line(np.linalg.matrix_norm)
def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> Any:
    """The norms of matrices in the last two dimensions."""
    return norm(x, ord, (-2, -1), keepdims)


@line(np.linalg.vector_norm)
@refuses_as(np.linalg.vector_norm)
def vector_norm(x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:
    """The norms of vectors, whose elements may lie along several axes."""
    tensor = _inexact(x)
    dims = tuple(range(tensor.dim())) if axis is None else normalize_axis_tuple(axis, tensor.dim())
    return _of_vectors(tensor, 2 if ord is None else ord, dims, keepdims)


@line(np.linalg.cond)
@refuses_as(np.linalg.cond, "SVD did not converge")
def cond(x: Any, p: Any = None) -> Any:
    """How much errors can grow when a system of equations is solved; infinite for matrices without an inverse."""
    given = as_tensor(x)
    if given.dim() >= 2 and not prod(given.shape[-2:]):
        raise np.linalg.LinAlgError("cond is not defined on empty arrays")
    (matrices,) = in_linalg(given)
    if p is None or p in (2, -2):
        values = singular_values(matrices)
        greatest, least = values[..., 0], values[..., -1]
        result = least / greatest if p == -2 else greatest / least
    else:
        if matrices.dim() < 2 or matrices.shape[-1] != matrices.shape[-2]:
            raise ValueError("Last 2 dimensions of the array must be square")
        inverse, info = aten.linalg_inv_ex.default(matrices)
        product = norm(matrices, p, (-2, -1)) * norm(inverse, p, (-2, -1))
        result = aten.where.ScalarOther(info == 0, product, inf)
    has_no_nan = ~matrices.isnan().any(-1).any(-1)
    return aten.where.ScalarSelf(result.isnan() & has_no_nan, inf, result)


@line(np.linalg.matrix_rank)
@refuses_as(np.linalg.matrix_rank, "SVD did not converge")
def matrix_rank(A: Any, tol: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:  # noqa: N803 - NumPy's
    """How many singular values are not 0."""
    if rtol is not None and tol is not None:
        raise ValueError("`tol` and `rtol` can't be both set.")
    x = as_tensor(A)
    if x.dim() < 2:
        return (x != 0).any().to(DTYPES["int64"])
    values = singular_values(x, hermitian)
    if tol is not None:
        limit = as_tensor(tol).unsqueeze(-1)
    else:
        if rtol is None:
            rtol = max(x.shape[-2:]) * np.finfo(to_numpy_dtype(values.dtype)).eps
        limit = _extreme(values, (-1,), True, greatest=True) * as_tensor(rtol).unsqueeze(-1)
    return aten.sum.dim_IntList(values > limit, [-1])
