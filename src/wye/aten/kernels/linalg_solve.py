"""NumPy kernels of matrix decompositions and solvers.

NumPy's LAPACK is used where it can be.  LU factors and triangular solves, which it lacks, are blocked here, so
that nearly all work is in matrix products.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Any

import numpy as np

from wye._engine import engine
from wye.aten.arrays import lapack
from wye.aten.arrays.results import allocate, described, laid_out
from wye.aten.declare import Rules
from wye.aten.fake import linalg_solve as fake
from wye.errors import LinAlgError

__all__ = ["KERNELS", "first_zero", "lu_factor", "substituted"]

KERNELS = Rules()
_FAKES = fake.FAKES
_PANEL = 32
_FEW = 256  # numbers of a matrix that the shortest way is for


def _swap_rows(matrices: Any, row: int, others: Any) -> None:
    """Exchange one row with another one, which may differ from matrix to matrix."""
    which = np.arange(matrices.shape[0])
    kept = matrices[:, row].copy()
    matrices[:, row] = matrices[which, others]
    matrices[which, others] = kept


def _factor_panel(lu: Any, pivots: Any, begin: int, end: int) -> None:
    """Eliminate the columns from ``begin`` to ``end``, all rows below them included."""
    for column in range(begin, end):
        below = lu[:, column:, column]
        size = np.abs(below.real) + np.abs(below.imag) if lu.dtype.kind == "c" else np.abs(below)  # as LAPACK compares
        best = size.argmax(1) + column
        pivots[:, column] = best
        _swap_rows(lu, column, best)
        pivot = lu[:, column, column]
        # A zero pivot has only zeros below it: nothing to eliminate.
        lu[:, column + 1 :, column] /= np.where(pivot == 0, 1, pivot)[:, None]
        lu[:, column + 1 :, column + 1 : end] -= (
            lu[:, column + 1 :, column, None] * lu[:, column, None, column + 1 : end]
        )


def lu_factor(matrices: Any) -> tuple[Any, Any]:
    """L and U of a batch [b, n, n] in one array, and with which row each row was exchanged."""
    lu = matrices.copy()
    count, size = lu.shape[:2]
    pivots = np.zeros((count, size), np.int64)
    if engine.eliminate(lu, pivots):
        return lu, pivots
    for begin in range(0, size, _PANEL):
        end = min(begin + _PANEL, size)
        _factor_panel(lu, pivots, begin, end)
        if end < size:
            corner = lu[:, begin:end, begin:end]
            lu[:, begin:end, end:] = substituted(corner, lu[:, begin:end, end:], upper=False, unit=True)
            lu[:, end:, end:] -= lu[:, end:, begin:end] @ lu[:, begin:end, end:]
    return lu, pivots


def substituted(triangle: Any, right: Any, *, upper: bool, unit: bool) -> Any:
    """Solve batches of triangular systems [b, n, n] for [b, n, k]."""
    x = right.copy()
    size = triangle.shape[-1]
    if engine.substitute(triangle, x, upper, unit):
        return x
    blocks = [(begin, min(begin + _PANEL, size)) for begin in range(0, size, _PANEL)]
    for begin, end in reversed(blocks) if upper else blocks:
        for row in range(end - 1, begin - 1, -1) if upper else range(begin, end):
            if not unit:
                x[:, row] /= triangle[:, row, row, None]
            open_rows = slice(begin, row) if upper else slice(row + 1, end)
            x[:, open_rows] -= triangle[:, open_rows, row, None] * x[:, row, None]
        rest = slice(0, begin) if upper else slice(end, size)
        if triangle[:, rest].shape[1]:
            x[:, rest] -= triangle[:, rest, begin:end] @ x[:, begin:end]
    return x


def _batch(A: Any) -> Any:  # noqa: N803 - the schema's name
    return np.ascontiguousarray(A).reshape(-1 if A.size else int(np.prod(A.shape[:-2])), *A.shape[-2:])


def _lu(A: Any, meta_lu: Any, meta_pivots: Any, *, may_turn: bool = True) -> tuple[Any, Any, Any, Any]:  # noqa: N803
    """The factors for computing, and as results; pivots count from 1 there.

    Rows that lie one after the other are the columns of the transposed matrix: PyTorch factors that one for
    determinants, which are the same.
    """
    turned = may_turn and A.dtype.kind != "c" and A.flags.c_contiguous
    lu, pivots = lu_factor(_batch(A.swapaxes(-1, -2) if turned else A))
    results = (laid_out(lu.reshape(A.shape), meta_lu), (pivots + 1).astype(np.int32).reshape(meta_pivots.shape))
    return lu, pivots, *results


def _parity(pivots: Any) -> Any:
    """1 or -1: were rows exchanged an even or an odd number of times?"""
    odd = np.add.reduce(pivots != _numbers(pivots.shape[1]), 1) % 2
    return 1 - 2 * odd


@lru_cache(maxsize=64)
def _numbers(count: int) -> Any:
    return np.arange(count)


def first_zero(lu: Any) -> Any:
    """The number of the first zero on each diagonal, from 1; 0: there is none."""
    diagonal = lu.diagonal(0, 1, 2)
    if np.logical_and.reduce(diagonal, None):
        return np.zeros(len(diagonal), np.int64)
    zero = np.equal(diagonal, 0)
    return np.where(zero.any(1), zero.argmax(1) + 1, 0)


@KERNELS("_linalg_det")
def _linalg_det(A: Any) -> Any:  # noqa: N803 - the schema's name
    quick = engine.factor_small(A, A.flags.c_contiguous)  # see `_lu`
    if quick is not None:
        return quick[2], quick[0], quick[1]
    metas = described(_FAKES["_linalg_det"], A)
    lu, pivots, for_lu, for_pivots = _lu(A, *metas[1:])
    det = np.multiply.reduce(lu.diagonal(0, 1, 2), 1) * _parity(pivots).astype(lu.real.dtype)
    return det.astype(A.dtype, copy=False).reshape(A.shape[:-2]), for_lu, for_pivots


@KERNELS("_linalg_slogdet")
def _linalg_slogdet(A: Any) -> Any:  # noqa: N803 - the schema's name
    quick = engine.factor_small(A, A.flags.c_contiguous)
    if quick is not None:
        return quick[3], quick[4], quick[0], quick[1]
    metas = described(_FAKES["_linalg_slogdet"], A)
    lu, pivots, for_lu, for_pivots = _lu(A, *metas[2:])
    diagonal = lu.diagonal(0, 1, 2)
    size = np.abs(diagonal)
    signs = (
        np.where(size == 0, 0, diagonal / np.where(size == 0, 1, size)) if A.dtype.kind == "c" else np.sign(diagonal)
    )
    sign = signs.prod(1) * _parity(pivots).astype(lu.real.dtype)
    shape = A.shape[:-2]
    return (
        sign.astype(A.dtype, copy=False).reshape(shape), np.log(size).sum(1).reshape(shape), for_lu, for_pivots
    )  # fmt: skip


def _check(info: Any, name: str) -> None:
    """Raise for the first matrix that failed."""
    failed = np.flatnonzero(info)
    if failed.size:
        code = int(info.reshape(-1)[failed[0]])
        raise fake.failure(name, int(failed[0]) if info.ndim else None, code)


def _check_finite(A: Any, message: str) -> None:  # noqa: N803 - the schema's name
    """Raise for the first matrix with infinities or NaN: LAPACK may never return from one."""
    finite = np.isfinite(A)
    if finite.size and finite.item(finite.argmin()):
        return
    finite = finite.all((-2, -1))
    if not finite.all():
        which = f"(Batch element {np.flatnonzero(~finite)[0]}): " if finite.ndim else ""
        raise LinAlgError(message.format(which), fix="look for infinities and NaN: x.isfinite().all()")


@KERNELS("linalg_inv_ex")
def linalg_inv_ex(A: Any, *, check_errors: bool = False) -> Any:  # noqa: N803 - the schema's name
    """The inverse, and the position of the first zero pivot."""
    metas = described(fake.linalg_inv_ex, A)
    info = np.zeros(metas[1].shape, np.int32)
    quick = lapack.inverse(A)
    if quick is not None:
        return laid_out(quick, metas[0]), info
    try:
        result = np.linalg.inv(A)
    except np.linalg.LinAlgError:
        matrices = _batch(A)
        lu, _ = lu_factor(matrices)
        found = first_zero(lu).astype(np.int32)
        good = found == 0
        whole = np.full(lu.shape, np.inf, A.dtype)
        for place in np.flatnonzero(good):
            try:
                whole[place] = np.linalg.inv(matrices[place])
            except np.linalg.LinAlgError:  # its rounding finds a zero where the factors have a tiny pivot
                whole[place] = _by_factors(matrices[place], np.eye(lu.shape[-1], dtype=A.dtype))
        result, info = whole.reshape(A.shape), found.reshape(info.shape)
    if check_errors:
        _check(info, "linalg.inv_ex")
    return laid_out(result, metas[0]), info


@KERNELS("_linalg_solve_ex")
def _linalg_solve_ex(A: Any, B: Any, *, left: bool = True, check_errors: bool = False) -> Any:  # noqa: N803 - the schema's name
    metas = described(_FAKES["_linalg_solve_ex"], A, B, left=left, check_errors=check_errors)
    vector = fake.is_vector(A, B)
    right = B[..., None] if vector else B
    quick = _solved_quickly(A, right) if left else None
    if quick is not None:
        x, for_lu, for_pivots, info = quick
        return laid_out(x[:, 0].copy() if vector else x, metas[0]), for_lu, for_pivots, info
    lu, _, for_lu, for_pivots = _lu(A, *metas[1:3], may_turn=False)
    info = first_zero(lu).astype(np.int32).reshape(metas[3].shape)
    if check_errors:
        _check(info, "torch.linalg.solve_ex")
    system = A if left else np.swapaxes(A, -1, -2)  # XA = B is the transposed system
    result = _solved(system, right if left else np.swapaxes(right, -1, -2), info)
    if not left:
        result = np.swapaxes(result, -1, -2)
    return laid_out(result[..., 0] if vector else result, metas[0]), for_lu, for_pivots, info


def _solved_quickly(A: Any, right: Any) -> Any:  # noqa: N803 - the schema's name
    """Of one small matrix: the solution, its factors, pivots, and that it has an inverse; None: it is another one."""
    if A.ndim != 2 or right.ndim != 2 or A.size > _FEW or A.dtype.char not in "fd" or not right.size:
        return None
    factors = engine.factor_small(A, False)
    if factors is None:
        return None
    x = lapack.solve(A, right)
    return None if x is None else (x, factors[0], factors[1], np.zeros((), np.int32))


def _solved(system: Any, right: Any, info: Any) -> Any:
    """Solutions; a singular matrix gives what dividing by its zeros gives."""
    if not info.any():
        quick = lapack.solve(system, right)
        if quick is not None:
            return quick
        with suppress(np.linalg.LinAlgError):  # its rounding finds a zero where the factors have a tiny pivot
            return np.linalg.solve(system, right)
    return _by_factors(system, right)


def _by_factors(system: Any, right: Any) -> Any:
    """Solutions by the factors of the matrices, whatever their pivots are."""
    shape = np.broadcast_shapes(system.shape[:-2], right.shape[:-2])
    lu, pivots = lu_factor(_batch(np.broadcast_to(system, (*shape, *system.shape[-2:]))))
    x = _batch(np.broadcast_to(right, (*shape, *right.shape[-2:]))).copy()
    for row in range(lu.shape[1]):
        _swap_rows(x, row, pivots[:, row])
    x = substituted(lu, x, upper=False, unit=True)
    return substituted(lu, x, upper=True, unit=False).reshape(*shape, *right.shape[-2:])


def _root(matrices: Any) -> tuple[Any, Any]:
    """Lower Cholesky factors of a batch, one by one, and the order of the first minor that is not positive."""
    roots, info = np.tril(matrices), np.zeros(matrices.shape[0], np.int32)
    for at, matrix in enumerate(matrices):
        try:
            roots[at] = np.linalg.cholesky(matrix)
        except np.linalg.LinAlgError:
            info[at] = next(k for k in range(1, len(matrix) + 1) if not _is_definite(matrix[:k, :k]))
    return roots, info


def _is_definite(matrix: Any) -> bool:
    try:
        return bool(np.isfinite(np.linalg.cholesky(matrix)).all())
    except np.linalg.LinAlgError:
        return False


@KERNELS("linalg_cholesky_ex")
def linalg_cholesky_ex(self: Any, *, upper: bool = False, check_errors: bool = False) -> Any:
    """The Cholesky factor of a positive-definite matrix, and where the decomposition failed."""
    metas = described(fake.linalg_cholesky_ex, self)
    lower = np.conj(np.swapaxes(self, -1, -2)) if upper else self
    info = np.zeros(metas[1].shape, np.int32)
    try:
        result = lapack.cholesky(lower)
        if result is None:
            result = np.linalg.cholesky(lower)
    except np.linalg.LinAlgError:
        roots, found = _root(_batch(lower))
        result, info = roots.reshape(self.shape), found.reshape(info.shape)
    if check_errors:
        _check(info, "linalg.cholesky_ex")
    if upper:
        result = np.conj(np.swapaxes(result, -1, -2))
    return laid_out(result, metas[0]), info


@KERNELS("cholesky")
def cholesky(self: Any, upper: bool = False) -> Any:
    """The Cholesky factor of a positive-definite matrix."""
    described(fake.cholesky, self, upper)
    root, info = linalg_cholesky_ex(self, upper=upper)
    _check(info, "cholesky")
    return root


@KERNELS("linalg_qr")
def linalg_qr(A: Any, mode: str = "reduced") -> Any:  # noqa: N803 - the schema's name
    """The QR decomposition: orthonormal columns times a triangular matrix."""
    metas = described(fake.linalg_qr, A, mode)
    if mode == "r":
        return allocate(metas[0]), laid_out(np.linalg.qr(A, mode="r"), metas[1])
    quick = None if mode == "complete" else lapack.qr(A)
    q, r = np.linalg.qr(A, mode="complete" if mode == "complete" else "reduced") if quick is None else quick
    return laid_out(q, metas[0]), laid_out(r, metas[1])


@KERNELS("_linalg_eigh")
def _linalg_eigh(A: Any, UPLO: str = "L", compute_v: bool = True) -> Any:  # noqa: N803 - the schema's name
    metas = described(_FAKES["_linalg_eigh"], A, UPLO, compute_v)
    triangle: Any = UPLO.upper()
    quick = lapack.eigh(A, triangle, compute_v)
    if quick is not None:
        return tuple(map(laid_out, quick, metas)) if compute_v else (laid_out(quick, metas[0]), allocate(metas[1]))
    _check_finite(
        np.tril(A) if triangle == "L" else np.triu(A),
        "linalg.eigh: {}The algorithm failed to converge because the input matrix is ill-conditioned or has too many "
        "repeated eigenvalues.",
    )
    if not compute_v:
        return laid_out(np.linalg.eigvalsh(A, triangle), metas[0]), allocate(metas[1])
    return tuple(map(laid_out, np.linalg.eigh(A, triangle), metas))


@KERNELS("linalg_eig")
def linalg_eig(self: Any) -> Any:
    """Eigenvalues and eigenvectors, always complex."""
    metas = described(fake.linalg_eig, self)
    if not np.isfinite(self).all():
        raise RuntimeError("torch.linalg.eig: input tensor should not contain infs or NaNs.")
    quick = lapack.eig(self)
    values, vectors = np.linalg.eig(self) if quick is None else quick
    return laid_out(values, metas[0]), laid_out(vectors, metas[1])


@KERNELS("_linalg_svd")
def _linalg_svd(
    A: Any,  # noqa: N803 - the schema's name
    full_matrices: bool = False,
    compute_uv: bool = True,
    *,
    driver: str | None = None,
) -> Any:
    metas = described(_FAKES["_linalg_svd"], A, full_matrices, compute_uv, driver=driver)
    if not A.size:
        return _svd_of_nothing(metas)
    _check_finite(
        A, "linalg.svd: {}The algorithm failed to converge because the input matrix contained non-finite values."
    )
    quick = lapack.svd(A, full_matrices, compute_uv)
    if not compute_uv:
        values = laid_out(np.linalg.svd(A, compute_uv=False) if quick is None else quick, metas[1])
        return allocate(metas[0]), values, allocate(metas[2])
    return tuple(map(laid_out, np.linalg.svd(A, full_matrices=full_matrices) if quick is None else quick, metas))


def _svd_of_nothing(metas: Any) -> Any:
    """An empty matrix: no values; full vectors are those of the identity."""
    results = tuple(map(allocate, metas))
    for one in (results[0], results[2]):
        if one.ndim >= 2:
            one[...] = np.eye(*one.shape[-2:], dtype=one.dtype)
    return results


@KERNELS("linalg_solve_triangular")
def linalg_solve_triangular(
    self: Any,
    B: Any,  # noqa: N803 - the schema's name
    *,
    upper: bool,
    left: bool = True,
    unitriangular: bool = False,
) -> Any:
    """Solve with a triangular matrix."""
    meta = described(fake.linalg_solve_triangular, self, B, upper=upper, left=left, unitriangular=unitriangular)
    batch = meta.shape[:-2]
    triangle = self if self.shape[:-2] == batch else np.broadcast_to(self, (*batch, *self.shape[-2:]))
    right = B if B.shape == meta.shape else np.broadcast_to(B, meta.shape)
    if not left:
        triangle, right, upper = np.swapaxes(triangle, -1, -2), np.swapaxes(right, -1, -2), not upper
    solved = substituted(_batch(triangle), _batch(right), upper=upper, unit=unitriangular).reshape(right.shape)
    return laid_out(solved if left else np.swapaxes(solved, -1, -2), meta)


@KERNELS("triangular_solve")
def triangular_solve(
    self: Any,
    A: Any,  # noqa: N803 - the schema's name
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
) -> Any:
    """Solve with a triangular matrix; also a copy of it."""
    metas = described(fake.triangular_solve, self, A, upper, transpose, unitriangular)
    triangle = np.broadcast_to(A, metas[1].shape)
    system, is_upper = (np.swapaxes(triangle, -1, -2), not upper) if transpose else (triangle, upper)
    right = _batch(np.broadcast_to(self, metas[0].shape))
    solved = substituted(_batch(system), right, upper=is_upper, unit=unitriangular)
    return laid_out(solved.reshape(metas[0].shape), metas[0]), laid_out(triangle.copy(), metas[1])
