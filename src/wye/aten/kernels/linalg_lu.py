"""NumPy kernels of LU factors, least squares, and what is computed from factors."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any

import numpy as np

from wye._engine import engine
from wye.aten.arrays.pivots import row_order
from wye.aten.arrays.results import allocate, computing, described, laid_out
from wye.aten.arrays.scattering import taken_along
from wye.aten.declare import Rules
from wye.aten.fake import linalg_lu as fake
from wye.aten.fake.linalg_solve import failure
from wye.aten.kernels.linalg_solve import first_zero, lu_factor, substituted

__all__ = ["KERNELS"]

KERNELS = Rules()


def _batch(matrices: Any, shape: tuple[int, ...] | None = None) -> Any:
    """A batch with one dimension, expanded to ``shape`` first."""
    if shape is None or shape == matrices.shape[:-2]:
        return np.ascontiguousarray(matrices).reshape(prod(matrices.shape[:-2]), *matrices.shape[-2:])
    lead = shape
    wide = np.broadcast_to(matrices, (*lead, *matrices.shape[-2:]))
    return np.ascontiguousarray(wide).reshape(prod(lead), *matrices.shape[-2:])


def _rows(vectors: Any) -> Any:
    """A batch of vectors with one dimension; it may have none, or vectors without elements."""
    return vectors.reshape(prod(vectors.shape[:-1]), vectors.shape[-1])


def _rectangular(matrices: Any) -> tuple[Any, Any]:
    """L and U of a batch [b, m, n] in one array, column by column, and the exchanged rows."""
    lu = matrices.copy()
    count, m, n = lu.shape
    pivots = np.zeros((count, min(m, n)), np.int64)
    if engine.eliminate(lu, pivots):
        return lu, pivots
    which = np.arange(count)
    for column in range(min(m, n)):
        below = lu[:, column:, column]
        size = np.abs(below.real) + np.abs(below.imag) if lu.dtype.kind == "c" else np.abs(below)
        best = size.argmax(1) + column
        pivots[:, column] = best
        lu[which, column], lu[which, best] = lu[which, best], lu[which, column].copy()
        pivot = lu[:, column, column]
        lu[:, column + 1 :, column] /= np.where(pivot == 0, 1, pivot)[:, None]
        lu[:, column + 1 :, column + 1 :] -= lu[:, column + 1 :, column, None] * lu[:, column, None, column + 1 :]
    return lu, pivots


def _factors(A: Any) -> tuple[Any, Any]:  # noqa: N803 - the schema's name
    matrices = _batch(A)
    return lu_factor(matrices) if A.shape[-2] == A.shape[-1] else _rectangular(matrices)


@KERNELS("linalg_lu_factor_ex")
def linalg_lu_factor_ex(A: Any, *, pivot: bool = True, check_errors: bool = False) -> Any:  # noqa: N803
    """L and U in one matrix, the pivots, and the position of the first zero pivot."""
    metas = described(fake.linalg_lu_factor_ex, A, pivot=pivot, check_errors=check_errors)
    lu, pivots = _factors(A)
    info = first_zero(lu)
    if check_errors and info.any():
        at = int(np.flatnonzero(info)[0])
        raise failure("torch.linalg.lu_factor_ex", at if A.ndim > 2 else None, int(info[at]))
    found = lu.reshape(A.shape), (pivots + 1).reshape(metas[1].shape), info.reshape(metas[2].shape)
    return tuple(laid_out(one.astype(meta.dtype, copy=False), meta) for one, meta in zip(found, metas, strict=True))


def _matrices_of(order: Any, dtype: Any) -> Any:
    """Permutation matrices P, so that A = P L U."""
    count, rows = order.shape
    made = np.zeros((count, rows, rows), dtype)
    made[np.arange(count)[:, None], order, np.arange(rows)] = 1
    return made


def _triangles(lu: Any) -> tuple[Any, Any]:
    m, n = lu.shape[-2:]
    k = min(m, n)
    zero = np.zeros((), lu.dtype)
    below, upper = _masks(m, n)
    return np.where(below, lu[..., :k], np.eye(m, k, dtype=lu.dtype)), np.where(upper, lu[..., :k, :], zero)


@lru_cache(maxsize=64)
def _masks(m: int, n: int) -> tuple[Any, Any]:
    """Which elements are below the diagonal of L, and which are not below that of U."""
    k = min(m, n)
    return np.tri(m, k, -1, bool), ~np.tri(k, n, -1, bool)


@KERNELS("linalg_lu")
def linalg_lu(A: Any, *, pivot: bool = True) -> Any:  # noqa: N803 - the schema's name
    """The permutation, L and U."""
    metas = described(fake.linalg_lu, A, pivot=pivot)
    lu, pivots = _factors(A)
    p = _matrices_of(row_order(pivots, A.shape[-2]), A.dtype)
    found = p, *_triangles(lu)
    return tuple(laid_out(one.reshape(meta.shape), meta) for one, meta in zip(found, metas, strict=True))


@KERNELS("lu_unpack")
def lu_unpack(
    LU_data: Any,  # noqa: N803 - the schema's names
    LU_pivots: Any,  # noqa: N803
    unpack_data: bool = True,
    unpack_pivots: bool = True,
) -> Any:
    """The permutation, L and U out of packed factors."""
    metas = described(fake.lu_unpack, LU_data, LU_pivots, unpack_data, unpack_pivots)
    found = [np.empty(meta.shape, meta.dtype) for meta in metas]
    if unpack_pivots:
        rows = LU_data.shape[-2]
        pivots = _rows(LU_pivots).astype(np.int64) - 1
        if pivots.size and (pivots.min() < 0 or pivots.max() >= rows):
            raise RuntimeError("pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive.")
        found[0] = _matrices_of(row_order(pivots, rows), LU_data.dtype)
    if unpack_data:
        found[1:] = _triangles(LU_data)
    return tuple(laid_out(one.reshape(meta.shape), meta) for one, meta in zip(found, metas, strict=True))


@KERNELS("linalg_lu_solve")
def linalg_lu_solve(LU: Any, pivots: Any, B: Any, *, left: bool = True, adjoint: bool = False) -> Any:  # noqa: N803
    """The solution of systems whose matrix is given by its factors."""
    meta = described(fake.linalg_lu_solve, LU, pivots, B, left=left, adjoint=adjoint)
    lead = meta.shape[:-2]
    flat = _rows(np.broadcast_to(pivots, (*lead, pivots.shape[-1]))).astype(np.int64) - 1
    if flat.size and flat.min() < 0:
        raise RuntimeError("Pivots given to lu_solve must all be greater or equal to 1.")
    if flat.size and flat.max() >= LU.shape[-1]:
        raise RuntimeError("Pivots given to lu_solve must all be smaller or equal to LU.size(-2).")
    right, lu = _batch(B if left else B.swapaxes(-1, -2), lead), _batch(LU, lead)
    if adjoint:
        lu = lu.conj()
    order = row_order(flat, LU.shape[-1])[:, :, None]
    # Of XA = B the transpose is solved: each of both turns the matrix around.
    if adjoint != (not left):
        turned = np.ascontiguousarray(lu.swapaxes(-1, -2))
        inner = substituted(turned, substituted(turned, right, upper=False, unit=False), upper=True, unit=True)
        found = np.empty_like(inner)
        np.put_along_axis(found, np.broadcast_to(order, inner.shape), inner, 1)
    else:
        mixed = taken_along(right, np.broadcast_to(order, right.shape), 1)
        found = substituted(lu, substituted(lu, mixed, upper=False, unit=True), upper=True, unit=False)
    return laid_out((found if left else found.swapaxes(-1, -2)).reshape(meta.shape), meta)


def _from_root(root: Any, upper: bool) -> Any:
    """The matrix with this Cholesky factor; the other triangle is not read."""
    triangle = np.triu(root) if upper else np.tril(root)
    adjoint = triangle.swapaxes(-1, -2).conj()
    return adjoint @ triangle if upper else triangle @ adjoint


@KERNELS("cholesky_inverse")
def cholesky_inverse(self: Any, upper: bool = False) -> Any:
    """The inverse of the matrix with this Cholesky factor."""
    meta = described(fake.cholesky_inverse, self, upper)
    try:
        found = np.linalg.inv(_from_root(self, upper))
    except np.linalg.LinAlgError as error:
        raise failure("cholesky_inverse", None, 1) from error
    return laid_out(found, meta)


@KERNELS("cholesky_solve")
def cholesky_solve(self: Any, input2: Any, upper: bool = False) -> Any:
    """The solution of systems whose matrix is given by its Cholesky factor."""
    meta = described(fake.cholesky_solve, self, input2, upper)
    try:
        found = np.linalg.solve(_from_root(input2, upper), self)
    except np.linalg.LinAlgError:
        found = np.full(meta.shape, np.nan, meta.dtype)
    return laid_out(found, meta)


def _in_place_of(sides: Any, solution: Any, lead: tuple[int, ...], vector: bool) -> Any:
    """The solution in memory as large as the right side, as LAPACK returns it."""
    rows = max(sides.shape[-2], solution.shape[-2])
    memory = np.zeros((*lead, solution.shape[-1], rows), solution.dtype).swapaxes(-1, -2)
    found = memory[..., : solution.shape[-2], :]
    found[...] = solution.reshape(found.shape)
    return found[..., 0] if vector else found


@KERNELS("linalg_lstsq")
def linalg_lstsq(self: Any, b: Any, rcond: float | None = None, *, driver: str | None = None) -> Any:
    """Least-squares solutions, their residuals, and the ranks of the matrices."""
    metas = described(fake.linalg_lstsq, self, b, rcond, driver=driver)
    vector = fake.is_vector_of(self, b)
    right = b[..., None] if vector else b
    (m, n), used = self.shape[-2:], driver or "gelsy"
    lead = metas[0].shape[: -1 if vector else -2]
    matrices, sides = _batch(self, lead), _batch(right, lead)
    limit = rcond if rcond is not None else float(np.finfo(self.dtype).eps) * max(m, n)
    count, k, small = matrices.shape[0], sides.shape[-1], min(m, n)
    solution = np.zeros((count, n, k), self.dtype)
    kept = prod(self.shape[:-2])  # a batch of right sides may have no elements where the matrices have some
    ranks, values = np.zeros(max(count, kept), np.int64), np.zeros((max(count, kept), small), metas[3].dtype)
    if m and n:
        for at in range(count):
            cut = -1.0 if used == "gels" else limit
            solution[at], _, ranks[at], values[at] = np.linalg.lstsq(matrices[at], sides[at], rcond=cut)
    residuals = np.empty((0,), metas[1].dtype)
    if m > n and used != "gelsy" and (used == "gels" or (ranks[:count] == n).all()):
        errors = np.abs(matrices @ solution - sides) ** 2
        residuals = errors.sum(-2).reshape(metas[1].shape).astype(metas[1].dtype)
    return (
        _in_place_of(sides, solution, lead, vector),
        residuals,
        ranks[:kept].reshape(metas[2].shape) if used != "gels" else np.empty((0,), np.int64),
        values[:kept].reshape(metas[3].shape) if used in ("gelsd", "gelss") else np.empty((0,), metas[3].dtype),
    )


@KERNELS("linalg_matrix_exp")
def linalg_matrix_exp(self: Any) -> Any:
    """The exponential of matrices: a rational approximation of a small part, squared again and again."""
    meta = described(fake.linalg_matrix_exp, self)
    if not self.size:
        return np.empty(meta.shape, meta.dtype)
    wide = np.result_type(computing(self.dtype), np.float64)
    x = _batch(self).astype(wide)
    largest = np.abs(x).sum(-2).max()
    squarings = max(0, int(np.ceil(np.log2(largest / 5.0)))) if np.isfinite(largest) and largest > 0 else 0
    x = x / 2.0**squarings
    # The coefficients of the Pade approximation of order 13.
    odd, even, power = x.copy(), np.broadcast_to(np.eye(x.shape[-1], dtype=wide), x.shape).copy(), x
    factor = 1.0
    odd *= 0.5
    factor = 0.5
    for k in range(2, 14):
        factor *= (13 - k + 1) / (k * (2 * 13 - k + 1))
        power = power @ x
        if k % 2:
            odd += factor * power
        else:
            even += factor * power
    found = np.linalg.solve(even - odd, even + odd)
    for _ in range(squarings):
        found = found @ found
    return laid_out(found.astype(self.dtype).reshape(meta.shape), meta)


def _mirror(vectors: Any, at: int) -> Any:
    """The vector of one reflection: zeros and a one come before what is stored."""
    v = vectors[:, :, at].copy()
    v[:, :at], v[:, at : at + 1] = 0, 1
    return v


@KERNELS("linalg_householder_product")
def linalg_householder_product(input: Any, tau: Any) -> Any:
    """The first columns of a product of reflections, whose vectors are the columns of ``input``."""
    meta = described(fake.linalg_householder_product, input, tau)
    vectors, factors = _batch(input), tau.reshape(prod(input.shape[:-2]), tau.shape[-1])
    count, m, n = vectors.shape
    found = np.broadcast_to(np.eye(m, n, dtype=input.dtype), (count, m, n)).copy()
    for at in range(factors.shape[1] - 1, -1, -1):
        v = _mirror(vectors, at)
        along = (v.conj()[:, None] @ found)[:, 0]
        found -= factors[:, at, None, None] * v[:, :, None] * along[:, None]
    return laid_out(found.reshape(meta.shape), meta)


@KERNELS("geqrf")
def geqrf(self: Any) -> Any:
    """The QR decomposition as reflections: their vectors below R, and their factors."""
    metas = described(fake.geqrf, self)
    if not self.size:
        return tuple(map(allocate, metas))
    vectors, factors = np.linalg.qr(self, mode="raw")
    return laid_out(vectors.swapaxes(-1, -2), metas[0]), laid_out(factors, metas[1])


@KERNELS("ormqr")
def ormqr(self: Any, input2: Any, input3: Any, left: bool = True, transpose: bool = False) -> Any:
    """A matrix times a product of reflections, whose vectors are the columns of ``self``."""
    meta = described(fake.ormqr, self, input2, input3, left, transpose)
    vectors, found = _batch(self), _batch(input3).copy()
    factors = input2.reshape(vectors.shape[0], input2.shape[-1])
    if transpose:
        factors = factors.conj()
    order = range(factors.shape[1])
    for at in order if left == transpose else reversed(order):
        v, factor = _mirror(vectors, at), factors[:, at, None, None]
        if left:
            found -= factor * v[:, :, None] * (v.conj()[:, None] @ found)
        else:
            found -= factor * (found @ v[:, :, None]) * v.conj()[:, None]
    return laid_out(found.reshape(meta.shape), meta)
