"""NumPy kernels of matrix products and distances.

float16 and bfloat16 are multiplied in float32 and rounded once.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf, prod
from typing import Any

import numpy as np

from wye.aten.arrays.elementwise_apply import as_operand
from wye.aten.arrays.results import allocate, computing, described, rounded
from wye.aten.declare import Rules, shortcut
from wye.aten.fake import linalg as fake

__all__ = ["KERNELS"]

KERNELS = Rules()
_ONE = 1
_LONG = 64  # numbers in a row, which a loop multiplies by one number sooner than BLAS
_FEW = 256  # numbers of a matrix; a copy of fewer costs more than it gives


def _stored(result: Any, dtype: Any, out: Any) -> Any:
    if out is None:
        return rounded(result, dtype)
    out[...] = result
    return out


def _fits(out: Any, dtype: Any) -> bool:
    """Can BLAS write there?"""
    return out is None or (out.dtype == dtype and out.flags.c_contiguous)


@KERNELS("mm")
@shortcut("mm")
def mm(self: Any, mat2: Any, *, out: Any = None) -> Any:
    """Matrix product of an ``n x m`` and an ``m x p`` matrix."""
    dtype = self.dtype
    plain = out is None and dtype is mat2.dtype and dtype.char in "fdFD" and self.ndim == 2 == mat2.ndim
    if plain and self.shape[1] == mat2.shape[0]:
        return self.dot(mat2)  # BLAS with the least overhead
    described(fake.mm, self, mat2)
    wide = computing(dtype)
    if wide is dtype:
        if _fits(out, dtype):
            return np.matmul(self, mat2, out=out)
        return _stored(np.matmul(self, mat2), dtype, out)
    return _stored(np.matmul(self.astype(wide), mat2.astype(wide)), dtype, out)


def _is_product(self: Any, other: Any, ndims: tuple[int, int]) -> bool:
    """Are these arrays with these numbers of dimensions, of one dtype that BLAS multiplies?"""
    dtype = self.dtype
    return dtype is other.dtype and dtype.char in "fdFD" and (self.ndim, other.ndim) == ndims


def _for_blas(matrices: Any) -> Any:
    """The same matrices as BLAS takes them: one stride of one number, the other not 0.

    NumPy's own loop, which runs otherwise, adds one number after the other: slow, and far off for long rows.
    """
    rows, columns = matrices.shape[-2:]
    if rows * columns < _FEW or 1 in (rows, columns):
        return matrices
    strides = matrices.strides[-2:]
    if matrices.itemsize in strides and 0 not in strides:
        return matrices
    if matrices.strides[0] == 0:
        return np.broadcast_to(np.ascontiguousarray(matrices[:1]), matrices.shape)
    return np.ascontiguousarray(matrices)


@KERNELS("bmm")
@shortcut("bmm")
def bmm(self: Any, mat2: Any, *, out: Any = None) -> Any:
    """Batched matrix product."""
    dtype = self.dtype
    if out is None and dtype is mat2.dtype and self.ndim == 3 == mat2.ndim and dtype.char in "fdFD":
        batch, rows, inner = self.shape
        if mat2.shape[:2] == (batch, inner):
            columns = mat2.shape[2]
            if inner == 1 and max(rows, columns) >= _LONG and dtype.char in "fd":
                return np.multiply(self, mat2, np.empty((batch, rows, columns), dtype))  # no sums: no work for BLAS
            if inner * max(rows, columns) >= _FEW:
                self, mat2 = _for_blas(self), _for_blas(mat2)
            return np.matmul(self, mat2, np.empty((batch, rows, columns), dtype))
    meta = described(fake.bmm, self, mat2)
    wide = computing(dtype)
    # NumPy would order the batch of a new result by the operands' strides.
    target = out if wide is dtype and out is not None and _fits(out, dtype) else np.empty(meta.shape, wide)
    np.matmul(self.astype(wide, copy=False), mat2.astype(wide, copy=False), out=target)
    return target if target is out else _stored(target, dtype, out)


def _added(product: Any, self: Any, beta: Any, alpha: Any) -> Any:
    """``beta * self + alpha * product``; with beta 0, self, which may hold NaN, is not read."""
    beta, alpha = fake.integral_scalars(self.dtype, beta, alpha)
    if alpha != 1:
        product *= product.dtype.type(alpha)
    if beta == 1:
        product += self
    elif beta != 0:
        product += self.astype(product.dtype, copy=False) * product.dtype.type(beta)
    return product


@KERNELS("addmm")
@shortcut("addmm")
def addmm(self: Any, mat1: Any, mat2: Any, *, beta: Any = 1, alpha: Any = 1, out: Any = None) -> Any:
    """A matrix product added to a tensor that broadcasts to its shape: ``beta * self + alpha * (mat1 @ mat2)``."""
    if beta is alpha is _ONE and out is None and self.dtype is mat1.dtype and _is_product(mat1, mat2, (2, 2)):
        shape = (mat1.shape[0], mat2.shape[1])
        if mat1.shape[1] == mat2.shape[0] and self.shape in (shape, shape[1:]):
            product = mat1.dot(mat2)
            return np.add(product, self, product)
    described(fake.addmm, self, mat1, mat2)
    dtype = self.dtype
    wide = computing(dtype)
    if alpha == 0:  # then the matrices, which may hold NaN, are not read
        product = np.zeros((mat1.shape[0], mat2.shape[1]), wide)
    else:
        product = np.matmul(mat1.astype(wide, copy=False), mat2.astype(wide, copy=False))
    return _stored(_added(product, self, beta, alpha), dtype, out)


@KERNELS("baddbmm")
def baddbmm(self: Any, batch1: Any, batch2: Any, *, beta: Any = 1, alpha: Any = 1, out: Any = None) -> Any:
    """Batched matrix products added to a tensor that broadcasts to their shape."""
    if beta is alpha is _ONE and out is None and self.dtype is batch1.dtype and _is_product(batch1, batch2, (3, 3)):
        shape = (batch1.shape[0], batch1.shape[1], batch2.shape[2])
        if batch2.shape[:2] == (shape[0], batch1.shape[2]) and self.shape == shape:
            product = np.matmul(_for_blas(batch1), _for_blas(batch2), np.empty(shape, self.dtype))
            return np.add(product, self, product)
    meta, dtype = described(fake.baddbmm, self, batch1, batch2), self.dtype
    wide = computing(dtype)
    product = np.empty(meta.shape, wide)
    np.matmul(batch1.astype(wide, copy=False), batch2.astype(wide, copy=False), out=product)
    return _stored(_added(product, self, beta, alpha), dtype, out)


@KERNELS("addbmm")
def addbmm(self: Any, batch1: Any, batch2: Any, *, beta: Any = 1, alpha: Any = 1, out: Any = None) -> Any:
    """The sum of a batch of products added to a matrix."""
    described(fake.addbmm, self, batch1, batch2)
    dtype = self.dtype
    wide = computing(dtype)
    if wide is not dtype and len(batch1):
        return _stored(_added_up(self, batch1, batch2, beta, alpha), dtype, out)
    product = np.matmul(batch1.astype(wide, copy=False), batch2.astype(wide, copy=False)).sum(0, dtype=wide)
    return _stored(_added(product, self, beta, alpha), dtype, out)


def _added_up(self: Any, batch1: Any, batch2: Any, beta: Any, alpha: Any) -> Any:
    """Short floats are rounded after each matrix of the batch."""
    total = self
    for mat1, mat2 in zip(batch1, batch2, strict=True):
        total, beta = addmm(total, mat1, mat2, beta=beta, alpha=alpha), 1
    return total


@KERNELS("addmv")
def addmv(self: Any, mat: Any, vec: Any, *, beta: Any = 1, alpha: Any = 1, out: Any = None) -> Any:
    """A matrix times a vector, added to a vector or a number."""
    described(fake.addmv, self, mat, vec)
    dtype = self.dtype
    wide = computing(dtype)
    product = np.matmul(mat.astype(wide, copy=False), vec.astype(wide, copy=False))
    if wide is not dtype and beta not in (0, 1):  # in 16 bits, the multiple is rounded before products are added
        self, beta = self * as_operand(beta, dtype), 1
    return _stored(_added(product, self, beta, _factor(alpha, dtype)), dtype, out)


def _factor(value: Any, dtype: Any) -> Any:
    """A factor of floats of 16 bits is rounded to them."""
    return value if computing(dtype) is dtype else float(as_operand(value, dtype))


@KERNELS("mv")
@shortcut("mv")
def mv(self: Any, vec: Any, *, out: Any = None) -> Any:
    """A matrix times a vector."""
    if out is None and _is_product(self, vec, (2, 1)) and self.shape[1] == vec.shape[0]:
        return self.dot(vec)
    described(fake.mv, self, vec)
    wide = computing(self.dtype)
    return _stored(np.matmul(self.astype(wide, copy=False), vec.astype(wide, copy=False)), self.dtype, out)


@KERNELS("dot")
@shortcut("dot")
def dot(self: Any, tensor: Any, *, out: Any = None) -> Any:
    """The inner product of two vectors."""
    if out is None and _is_product(self, tensor, (1, 1)) and self.shape == tensor.shape:
        return self.dot(tensor)
    described(fake.dot, self, tensor)
    wide = computing(self.dtype)
    result = np.dot(self.astype(wide, copy=False), tensor.astype(wide, copy=False))
    return _stored(np.asarray(result), self.dtype, out)


@KERNELS("vdot")
@shortcut("dot")
def vdot(self: Any, other: Any, *, out: Any = None) -> Any:
    """The inner product of two vectors, the first one conjugated."""
    described(fake.dot, self, other)
    wide = computing(self.dtype)
    result = np.vdot(self.astype(wide, copy=False), other.astype(wide, copy=False))
    return _stored(np.asarray(result), self.dtype, out)


def _is_plain_outer(self: Any, vec1: Any, vec2: Any) -> bool:
    """Are they floats of one dtype, and the matrix row-major and of the size of the vectors?"""
    fits = vec1.ndim == vec2.ndim == 1 and self.shape == (*vec1.shape, *vec2.shape) and 1 not in self.shape
    is_float = self.dtype is vec1.dtype is vec2.dtype and self.dtype.char in "fd"
    return fits and is_float and bool(self.flags.c_contiguous)


@KERNELS("addr")
def addr(self: Any, vec1: Any, vec2: Any, *, beta: Any = 1, alpha: Any = 1, out: Any = None) -> Any:
    """The outer product of two vectors, added to a matrix."""
    if out is None and beta == alpha == 1 and _is_plain_outer(self, vec1, vec2):
        product = np.multiply(vec1[:, None], vec2)
        return np.add(self, product, product)
    meta = described(fake.addr, self, vec1, vec2, beta=beta, alpha=alpha)
    if meta.dtype.kind == "b":
        product = np.logical_and.outer(vec1, vec2) if alpha else np.zeros(meta.shape, bool)
        return _stored(product | self if beta else product, meta.dtype, allocate(meta) if out is None else out)
    wide = computing(meta.dtype)
    if wide is not meta.dtype:  # in 16 bits, every step is rounded
        first, second, start = (one.astype(meta.dtype, copy=False) for one in (vec1, vec2, self))
        product = np.multiply.outer(first * as_operand(alpha, meta.dtype), second)
        if beta != 0:
            product = start * as_operand(beta, meta.dtype) + product
        return _stored(product, meta.dtype, allocate(meta) if out is None else out)
    product = np.multiply.outer(vec1.astype(wide, copy=False), vec2.astype(wide, copy=False))
    product = _added(product, self.astype(meta.dtype, copy=False), beta, alpha)
    return _stored(product, meta.dtype, allocate(meta) if out is None else out)


def _distance(difference: Any, p: float) -> Any:
    """Norms along the last dimension; the array is overwritten."""
    if p == 2:
        if difference.size <= _FEW:
            return np.sqrt(np.add.reduce(np.multiply(difference, difference, difference), -1))
        return np.sqrt(np.einsum("...i,...i->...", difference, difference))
    np.abs(difference, out=difference)
    if p == 0:
        return np.minimum(np.ceil(difference, out=difference), 1, out=difference).sum(-1)  # NaN stays NaN
    if p == 1:
        return difference.sum(-1)
    if p == inf:
        return difference.max(-1, initial=0)
    return np.power(np.power(difference, difference.dtype.type(p)).sum(-1), difference.dtype.type(1 / p))


_FEW_DIFFERENCES = 1 << 12  # numbers that are subtracted at once


@KERNELS("_cdist_forward")
def _cdist_forward(x1: Any, x2: Any, p: float, compute_mode: int | None) -> Any:
    meta = described(fake.FAKES["_cdist_forward"], x1, x2, p, compute_mode)
    if 0 in meta.shape or not x1.shape[-1]:
        return np.zeros(meta.shape, meta.dtype)
    if fake.by_product(x1, x2, p, compute_mode):
        wide = computing(x1.dtype)
        return rounded(_euclidean(x1.astype(wide, copy=False), x2.astype(wide, copy=False), meta.shape), x1.dtype)
    if prod(meta.shape) * x1.shape[-1] <= _FEW_DIFFERENCES:
        return np.ascontiguousarray(_distance(x1[..., :, None, :] - x2[..., None, :, :], p), meta.dtype)
    result = np.empty(meta.shape, meta.dtype)
    for row in range(x1.shape[-2]):  # one row at a time: all differences at once would not fit in memory
        result[..., row, :] = _distance(x1[..., row, None, :] - x2, p)
    return result


def _euclidean(x1: Any, x2: Any, shape: Any) -> Any:
    """By a matrix product: fast, and less exact where points are close."""
    result = np.empty(shape, x1.dtype)
    np.matmul(x1, np.swapaxes(x2, -1, -2), out=result)
    result *= -2
    result += np.einsum("...i,...i->...", x1, x1)[..., :, None]
    result += np.einsum("...i,...i->...", x2, x2)[..., None, :]
    np.maximum(result, 0, out=result)
    return np.sqrt(result, out=result)


@lru_cache(maxsize=64)
def pairs(count: int) -> tuple[Any, Any]:
    """The numbers of the first and of the second of all pairs."""
    return np.triu_indices(count, 1)


@KERNELS("_pdist_forward")
def _pdist_forward(self: Any, p: float = 2) -> Any:
    shape = described(fake.FAKES["_pdist_forward"], self, p).shape
    if 0 < shape[0] * self.shape[1] <= _FEW_DIFFERENCES:
        one, other = pairs(self.shape[0])
        diff = self.take(one, 0)
        diff -= self.take(other, 0)
        return np.ascontiguousarray(_distance(diff, p), self.dtype)
    result = np.zeros(shape, self.dtype)
    start, rows = 0, self.shape[0]
    for row in range(rows - 1 if self.shape[1] else 0):
        stop = start + rows - 1 - row
        result[start:stop] = _distance(self[row] - self[row + 1 :], p)
        start = stop
    return result


_NEXT, _LAST = np.array([1, 2, 0]), np.array([2, 0, 1])  # of the three places, the one after, and the one before


@KERNELS("linalg_cross")
def linalg_cross(self: Any, other: Any, *, dim: int = -1, out: Any = None) -> Any:
    """The cross product of 3-vectors along one dimension."""
    if out is None and self.shape == other.shape == (3,) and dim in (0, -1):
        dtype = self.dtype
        if dtype is other.dtype and dtype.char in "fd":
            result = self.take(_NEXT) * other.take(_LAST)
            result -= self.take(_LAST) * other.take(_NEXT)
            return result
    meta = described(fake.linalg_cross, self, other, dim=dim)
    wide = computing(self.dtype)
    a, b = self, other
    if wide is not self.dtype or wide is not other.dtype:
        a, b = a.astype(wide, copy=False), b.astype(wide, copy=False)
    if not a.shape == b.shape == meta.shape:
        a, b = (np.broadcast_to(one, meta.shape) for one in (a, b))
    a, b = a.swapaxes(0, dim), b.swapaxes(0, dim)
    a, b = np.concatenate((a, a)), np.concatenate((b, b))  # so that what follows on the third is the first
    result = np.empty(meta.shape, wide)
    parts = result.swapaxes(0, dim)
    np.multiply(a[1:4], b[2:5], parts)
    np.subtract(parts, a[2:5] * b[1:4], parts)
    return _stored(result, self.dtype, out)
