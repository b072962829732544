"""`numpy.linalg`: inverses, systems of equations, determinants and decompositions.

Elements are float64 or complex128, or stay float32 and complex64; of float16 there are none, as in NumPy.
"""

from __future__ import annotations

from functools import cache
from math import prod
from operator import index
from typing import Any, Final

import numpy as np

from wye.call.packets import ops
from wye.numpy.arrays import as_tensor, cast, known_values
from wye.numpy.functions.products import matmul
from wye.numpy.refusals import refuses_as
from wye.numpy.table import line
from wye.schema.values import DTYPES
from wye.tensors.dtypes import to_numpy_dtype

__all__ = ["eigvals", "in_linalg", "inv", "lstsq", "singular_values"]

aten: Any = ops.aten
_SVD_FAILED: Final = "SVD did not converge"
_EIGENVALUES_FAILED: Final = "Eigenvalues did not converge"
_INT32: Final = DTYPES["int32"]
_DOUBLE: Final = np.dtype(np.float64)
_NO_VALUE: Any = np._NoValue


def _class_of(result: Any) -> Any:
    return type(result)


_EigResult = _class_of(np.linalg.eig(np.eye(1)))
_EighResult = _class_of(np.linalg.eigh(np.eye(1)))
_QRResult = _class_of(np.linalg.qr(np.eye(1)))
_SVDResult = _class_of(np.linalg.svd(np.eye(1)))
_SlogdetResult = _class_of(np.linalg.slogdet(np.eye(1)))


@cache
def _linalg_dtype(dtypes: tuple[Any, ...]) -> Any:
    """The dtype of results for such matrices."""
    kinds = [to_numpy_dtype(one) for one in dtypes]
    for kind in kinds:
        if kind.kind not in "biufc" or kind == np.float16:
            raise TypeError(f"array type {kind.name} is unsupported in linalg")
    return np.result_type(np.float32, *[kind if kind.kind in "fc" else np.float64 for kind in kinds])


def in_linalg(*values: Any) -> list[Any]:
    """Tensors of the dtype that `numpy.linalg` computes these in."""
    tensors = [as_tensor(value) for value in values]
    wanted = _linalg_dtype(tuple(one.dtype for one in tensors))
    return [cast(one, wanted) for one in tensors]


def _adjoint(x: Any) -> Any:
    return x.transpose(-1, -2).conj() if x.is_complex() else x.transpose(-1, -2)


# ---- inverses and systems of equations ----


@line(np.linalg.inv, keeps_class=True)
@refuses_as(np.linalg.inv, "Singular matrix")
def inv(a: Any) -> Any:
    """The inverses of matrices."""
    (matrices,) = in_linalg(a)
    known = known_values(matrices)
    if known is not None and np.isnan(known).any():
        np.linalg.inv(known)  # refuses matrices whose pivot is NaN, which the operator gives NaN for
    return aten.linalg_inv.default(matrices)


@line(np.linalg.solve, keeps_class=True)
@refuses_as(np.linalg.solve, "Singular matrix")
def solve(a: Any, b: Any) -> Any:
    """What ``a`` must be multiplied with to give ``b``: one vector, or matrices."""
    x, y = in_linalg(a, b)
    if y.dim() == 1:
        return aten.linalg_solve.default(x, _same_rank(y.unsqueeze(-1), x)).squeeze(-1)
    if y.dim() == 0 or x.shape[-1] != y.shape[-2]:
        raise ValueError("a mismatch in the core dimensions")
    return aten.linalg_solve.default(x, _same_rank(y, x))


def _same_rank(y: Any, x: Any) -> Any:
    """With as many dimensions as ``x``: with one less, the operator takes matrices for batches of vectors."""
    return y.reshape((1,) * (x.dim() - y.dim()) + tuple(y.shape)) if y.dim() < x.dim() else y


@line(np.linalg.tensorsolve, keeps_class=True)
@refuses_as(np.linalg.tensorsolve, "Singular matrix")
def tensorsolve(a: Any, b: Any, axes: Any = None) -> Any:
    """`solve` where the unknowns have several dimensions."""
    x, y = as_tensor(a), as_tensor(b)
    if axes is not None:
        order = list(range(x.dim()))
        for axis in axes:
            order.remove(axis)
            order.insert(x.dim(), axis)
        x = x.permute(*order)
    shape = tuple(x.shape[-(x.dim() - y.dim()) :])
    size = prod(shape)
    return solve(x.reshape(size, size), y.reshape(-1)).reshape(shape)


@line(np.linalg.tensorinv)
@refuses_as(np.linalg.tensorinv, "Singular matrix")
def tensorinv(a: Any, ind: int = 2) -> Any:
    """The inverse for `tensordot` over ``ind`` dimensions."""
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    x = as_tensor(a)
    shape = tuple(x.shape)
    return inv(x.reshape(prod(shape[ind:]), prod(shape[:ind]))).reshape(shape[ind:] + shape[:ind])


@line(np.linalg.matrix_power, gives_views=True)
@refuses_as(np.linalg.matrix_power, "Singular matrix")
def matrix_power(a: Any, n: Any) -> Any:
    """Matrices multiplied with themselves; their inverses, where ``n`` is negative."""
    x, n = as_tensor(a), index(n)
    if x.dim() < 2 or x.shape[-1] != x.shape[-2]:
        raise ValueError("Last 2 dimensions of the array must be square")
    if n == 0:
        eye = aten.eye.default(x.shape[-1], dtype=x.dtype)
        return aten.expand_copy.default(eye, x.shape)
    power = inv(x) if n < 0 else x
    result, left = None, abs(n)
    while True:
        left, bit = divmod(left, 2)
        if bit:
            result = power if result is None else matmul(result, power)
        if not left:
            return result
        power = matmul(power, power)


@line(np.linalg.pinv, keeps_class=True)
@refuses_as(np.linalg.pinv, _SVD_FAILED)
def pinv(a: Any, rcond: Any = None, hermitian: bool = False, *, rtol: Any = _NO_VALUE) -> Any:
    """The inverses by Moore and Penrose; singular values that are small beside the greatest count as 0."""
    if rcond is not None and rtol is not _NO_VALUE:
        raise ValueError("`rtol` and `rcond` can't be both set.")
    given = as_tensor(a)
    if rcond is None:
        rcond = 1e-15 if rtol is _NO_VALUE else rtol
    if rcond is None:
        rcond = max(given.shape[-2:]) * np.finfo(to_numpy_dtype(given.dtype)).eps
    if given.dim() >= 2 and not prod(given.shape[-2:]):
        return given.transpose(-1, -2).clone()
    (x,) = in_linalg(given)
    return _pinv(x, rcond, hermitian)


def _pinv(x: Any, rcond: Any, hermitian: bool = False) -> Any:
    limit = cast(as_tensor(rcond), _DOUBLE)
    return aten.linalg_pinv.atol_rtol_tensor(x, rtol=limit, hermitian=hermitian)


@line(np.linalg.lstsq, keeps_class=True)
@refuses_as(np.linalg.lstsq, "SVD did not converge in Linear Least Squares")
def lstsq(a: Any, b: Any, rcond: Any = None) -> Any:
    """The solutions with the least squares, the sums of squares that are left, the rank and the singular values."""
    x, y = in_linalg(a, b)
    real = to_numpy_dtype(x.real.dtype if x.is_complex() else x.dtype)
    result = to_numpy_dtype(x.dtype)
    x, y = (cast(one, np.result_type(result, np.float64)) for one in (x, y))  # rounded once, as in NumPy
    is_vector = y.dim() == 1
    y = y.unsqueeze(-1) if is_vector else y
    if x.dim() != 2 or y.dim() != 2 or x.shape[0] != y.shape[0]:
        raise ValueError("Incompatible dimensions")
    rows, columns = x.shape
    if rcond is None:
        rcond = np.finfo(np.float64).eps * max(rows, columns)
    rcond = np.finfo(np.float64).eps if not hasattr(rcond, "_tensor") and rcond < 0 else rcond
    values = singular_values(x)
    limit = values[:1] * cast(as_tensor(rcond), _DOUBLE)
    rank = aten.sum.default(values > limit).to(_INT32)
    solution = matmul(_pinv(x, rcond), y)
    left = _squares_left(x, y, solution, rank) if rows > columns else y.new_zeros((0,))
    if is_vector:
        solution = solution.squeeze(-1)
    return cast(solution, result), cast(left, real), rank, cast(values, real)


def _squares_left(x: Any, y: Any, solution: Any, rank: Any) -> Any:
    """The sums of the squares; none where the rank is known to be less than full."""
    known = known_values(rank)
    left = y - matmul(x, solution)
    if known is not None and int(known) != x.shape[1]:
        return left.new_zeros((0,))
    squares = (left * left.conj()).real if left.is_complex() else left * left
    return aten.sum.dim_IntList(squares, [0])


# ---- determinants ----


@line(np.linalg.det)
@refuses_as(np.linalg.det)
def det(a: Any) -> Any:
    """The determinants."""
    return aten.linalg_det.default(*in_linalg(a))


@line(np.linalg.slogdet)
@refuses_as(np.linalg.slogdet)
def slogdet(a: Any) -> Any:
    """The signs of the determinants and the logarithms of their sizes."""
    return _SlogdetResult(*aten.linalg_slogdet.default(*in_linalg(a)))


# ---- decompositions ----


@line(np.linalg.cholesky, keeps_class=True)
@refuses_as(np.linalg.cholesky, "Matrix is not positive definite")
def cholesky(a: Any, /, *, upper: bool = False) -> Any:
    """The triangles that give the matrices when they are multiplied with their adjoints."""
    return aten.linalg_cholesky.default(*in_linalg(a), upper=bool(upper))


@line(np.linalg.qr, keeps_class=True)
@refuses_as(np.linalg.qr)
def qr(a: Any, mode: str = "reduced") -> Any:
    """A matrix with orthonormal columns and an upper triangle; "raw": the reflections of LAPACK."""
    if mode not in ("reduced", "complete", "r", "raw"):
        raise ValueError(f"Unrecognized mode '{mode}'")
    (x,) = in_linalg(a)
    if mode == "raw":
        reflections, factors = aten.geqrf.default(x)
        return reflections.transpose(-1, -2), factors
    q, r = aten.linalg_qr.default(x, "complete" if mode == "complete" else "reduced")  # of "r" alone no gradient passes
    return r if mode == "r" else _QRResult(q, r)


@line(np.linalg.svd, keeps_class=True)
@refuses_as(np.linalg.svd, _SVD_FAILED)
def svd(a: Any, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    """The singular values, the greatest first, and the vectors on both sides."""
    if not compute_uv:
        return singular_values(a, hermitian)
    (x,) = in_linalg(a)
    if not hermitian:
        return _SVDResult(*aten.linalg_svd.default(x, bool(full_matrices)))
    values, vectors = aten.linalg_eigh.default(x)
    ordered, order = aten.sort.default(values.abs(), -1, True)
    places = order.unsqueeze(-2).expand(vectors.shape)
    left = aten.gather.default(vectors, -1, places)
    signs = aten.copysign.Tensor(aten.ones_like.default(values), values).gather(-1, order)
    return _SVDResult(left, ordered, _adjoint(left * signs.unsqueeze(-2)))


@line(np.linalg.svdvals)
@refuses_as(np.linalg.svdvals, _SVD_FAILED)
def svdvals(x: Any, /) -> Any:
    """The singular values."""
    return singular_values(x)


def singular_values(x: Any, hermitian: bool = False) -> Any:
    """The singular values; of symmetric matrices by their eigenvalues."""
    (given,) = in_linalg(x)
    if not hermitian:
        return aten.linalg_svdvals.default(given)
    return aten.sort.default(aten.linalg_eigvalsh.default(given).abs(), -1, True)[0]


def _triangle(UPLO: str) -> str:  # noqa: N803 - NumPy's name
    if UPLO.upper() not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    return UPLO.upper()


@line(np.linalg.eigh, keeps_class=True)
@refuses_as(np.linalg.eigh, _EIGENVALUES_FAILED)
def eigh(a: Any, UPLO: str = "L") -> Any:  # noqa: N803 - NumPy's name
    """The eigenvalues and eigenvectors of symmetric matrices."""
    return _EighResult(*aten.linalg_eigh.default(*in_linalg(a), _triangle(UPLO)))


@line(np.linalg.eigvalsh)
@refuses_as(np.linalg.eigvalsh, _EIGENVALUES_FAILED)
def eigvalsh(a: Any, UPLO: str = "L") -> Any:  # noqa: N803 - NumPy's name
    """The eigenvalues of symmetric matrices."""
    return aten.linalg_eigvalsh.default(*in_linalg(a), _triangle(UPLO))


# Note [Real eigenvalues]
# NumPy before 2.5 gives real eigenvalues, and vectors, where none of a real matrix has an imaginary part: the dtype
# hangs on the values.  Here too, where there are values; a batch under vmap, and fake matrices, have complex results.
# `roots` and `poly` do so with every NumPy.
# Broken by: a caller that takes the dtype of a fake run for that of the real one.
# Guarded by: tests/unit/numpy/test_linear_algebra.py

_MAY_BE_REAL = np.linalg.eigvals(np.eye(1)).dtype.kind == "f"  # asked of this version of NumPy


@line(np.linalg.eig, keeps_class=True)
@refuses_as(np.linalg.eig, _EIGENVALUES_FAILED)
def eig(a: Any) -> Any:
    """The eigenvalues and eigenvectors; real ones where it can be: see Note [Real eigenvalues]."""
    (x,) = in_linalg(a)
    _check_finite(x)
    values, vectors = aten.linalg_eig.default(x)
    if not _MAY_BE_REAL or x.is_complex() or not _are_real(values):
        return _EigResult(values, vectors)
    return _EigResult(values.real, vectors.real)


@line(np.linalg.eigvals)
@refuses_as(np.linalg.eigvals, _EIGENVALUES_FAILED)
def eigvals(a: Any) -> Any:
    """The eigenvalues; real ones where it can be: see Note [Real eigenvalues]."""
    if _MAY_BE_REAL:
        return plain_eigenvalues(a)
    (x,) = in_linalg(a)
    _check_finite(x)
    return aten.linalg_eigvals.default(x)


def plain_eigenvalues(a: Any) -> Any:
    """The eigenvalues; real ones where it can be, whatever NumPy's own function gives."""
    (x,) = in_linalg(a)
    _check_finite(x)
    values = aten.linalg_eigvals.default(x)
    return values if x.is_complex() or not _are_real(values) else values.real


def _check_finite(x: Any) -> None:
    known = known_values(x)
    if known is not None and not np.isfinite(known).all():
        raise np.linalg.LinAlgError("Array must not contain infs or NaNs")


def _are_real(values: Any) -> bool:
    known = known_values(values)
    return known is not None and not known.imag.any()
