# Made by tools/make_stubs.py from the schemas of the operators.  Do not edit.
# The functions of `wye.linalg`.
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Sequence
from typing import Any, TypeAlias, overload

from wye import return_types
from wye.call.arrays import ArrayLike as _ArrayLike
from wye.schema.values import device, dtype, layout, memory_format
from wye.tensors.dense import Tensor
from wye.tensors.generator import Generator
from wye.tensors.storage import Storage

_Number: TypeAlias = _int | _float | _bool | _complex

from wye.errors import LinAlgError as LinAlgError
__all__: list[str] = [
    "LinAlgError",
    "cholesky",
    "cholesky_ex",
    "cond",
    "cross",
    "det",
    "diagonal",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "householder_product",
    "inv",
    "inv_ex",
    "ldl_factor",
    "ldl_factor_ex",
    "ldl_solve",
    "lstsq",
    "lu",
    "lu_factor",
    "lu_factor_ex",
    "lu_solve",
    "matmul",
    "matrix_exp",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "multi_dot",
    "norm",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "solve_ex",
    "solve_triangular",
    "svd",
    "svdvals",
    "tensorinv",
    "tensorsolve",
    "vander",
    "vecdot",
    "vector_norm",
]

@overload
def cholesky(input: Tensor, *, upper: bool = False, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def cholesky(input: _ArrayLike, *, upper: bool = False, out: _ArrayLike | None = None) -> Any: ...
@overload
def cholesky_ex(
    input: Tensor,
    *,
    upper: bool = False,
    check_errors: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_cholesky_ex: ...
@overload
def cholesky_ex(
    input: _ArrayLike,
    *,
    upper: bool = False,
    check_errors: bool = False,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def cond(input: Tensor, p: _Number | None = None, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def cond(input: Tensor, p: str, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def cond(input: _ArrayLike, p: _Number | None = None, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def cond(input: _ArrayLike, p: str, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def cross(
    input: Tensor,
    other: Tensor | _ArrayLike,
    *,
    dim: int = -1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def cross(input: _ArrayLike, other: _ArrayLike, *, dim: int = -1, out: _ArrayLike | None = None) -> Any: ...
@overload
def det(A: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def det(A: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def diagonal(A: Tensor, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor: ...
@overload
def diagonal(A: _ArrayLike, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any: ...
@overload
def eig(input: Tensor, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.linalg_eig: ...
@overload
def eig(input: _ArrayLike, *, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def eigh(input: Tensor, UPLO: str = 'L', *, out: tuple[Tensor, Tensor] | None = None) -> return_types.linalg_eigh: ...
@overload
def eigh(input: _ArrayLike, UPLO: str = 'L', *, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def eigvals(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def eigvals(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def eigvalsh(input: Tensor, UPLO: str = 'L', *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def eigvalsh(input: _ArrayLike, UPLO: str = 'L', *, out: _ArrayLike | None = None) -> Any: ...
@overload
def householder_product(
    input: Tensor,
    tau: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def householder_product(input: _ArrayLike, tau: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def inv(A: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def inv(A: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def inv_ex(
    A: Tensor,
    *,
    check_errors: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_inv_ex: ...
@overload
def inv_ex(A: _ArrayLike, *, check_errors: bool = False, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def ldl_factor(
    input: Tensor,
    *,
    hermitian: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_ldl_factor: ...
@overload
def ldl_factor(
    input: _ArrayLike,
    *,
    hermitian: bool = False,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def ldl_factor_ex(
    input: Tensor,
    *,
    hermitian: bool = False,
    check_errors: bool = False,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> return_types.linalg_ldl_factor_ex: ...
@overload
def ldl_factor_ex(
    input: _ArrayLike,
    *,
    hermitian: bool = False,
    check_errors: bool = False,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def ldl_solve(
    LD: Tensor,
    pivots: Tensor | _ArrayLike,
    B: Tensor | _ArrayLike,
    *,
    hermitian: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def ldl_solve(
    LD: _ArrayLike,
    pivots: _ArrayLike,
    B: _ArrayLike,
    *,
    hermitian: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def lstsq(
    input: Tensor,
    b: Tensor | _ArrayLike,
    rcond: float | None = None,
    *,
    driver: str | None = None,
    out: tuple[Tensor, Tensor, Tensor, Tensor] | None = None,
) -> return_types.linalg_lstsq: ...
@overload
def lstsq(
    input: _ArrayLike,
    b: _ArrayLike,
    rcond: float | None = None,
    *,
    driver: str | None = None,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def lu(
    A: Tensor,
    *,
    pivot: bool = True,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> return_types.linalg_lu: ...
@overload
def lu(A: _ArrayLike, *, pivot: bool = True, out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def lu_factor(
    A: Tensor,
    *,
    pivot: bool = True,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_lu_factor: ...
@overload
def lu_factor(A: _ArrayLike, *, pivot: bool = True, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def lu_factor_ex(
    A: Tensor,
    *,
    pivot: bool = True,
    check_errors: bool = False,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> return_types.linalg_lu_factor_ex: ...
@overload
def lu_factor_ex(
    A: _ArrayLike,
    *,
    pivot: bool = True,
    check_errors: bool = False,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def lu_solve(
    LU: Tensor,
    pivots: Tensor | _ArrayLike,
    B: Tensor | _ArrayLike,
    *,
    left: bool = True,
    adjoint: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def lu_solve(
    LU: _ArrayLike,
    pivots: _ArrayLike,
    B: _ArrayLike,
    *,
    left: bool = True,
    adjoint: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def matmul(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def matmul(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def matrix_exp(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def matrix_exp(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def matrix_norm(
    input: Tensor,
    ord: _Number,
    dim: Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def matrix_norm(
    input: Tensor,
    ord: str = 'fro',
    dim: Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def matrix_norm(
    input: _ArrayLike,
    ord: _Number,
    dim: Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def matrix_norm(
    input: _ArrayLike,
    ord: str = 'fro',
    dim: Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def matrix_power(input: Tensor, n: int, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def matrix_power(input: _ArrayLike, n: int, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def matrix_rank(
    input: Tensor,
    tol: float,
    hermitian: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def matrix_rank(
    input: Tensor,
    tol: Tensor | _ArrayLike,
    hermitian: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def matrix_rank(
    input: Tensor,
    *,
    atol: Tensor | _ArrayLike | None = None,
    rtol: Tensor | _ArrayLike | None = None,
    hermitian: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def matrix_rank(
    input: Tensor,
    *,
    atol: float | None = None,
    rtol: float | None = None,
    hermitian: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def matrix_rank(input: _ArrayLike, tol: float, hermitian: bool = False, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def matrix_rank(
    input: _ArrayLike,
    tol: _ArrayLike,
    hermitian: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def matrix_rank(
    input: _ArrayLike,
    *,
    atol: _ArrayLike | None = None,
    rtol: _ArrayLike | None = None,
    hermitian: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def matrix_rank(
    input: _ArrayLike,
    *,
    atol: float | None = None,
    rtol: float | None = None,
    hermitian: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def multi_dot(tensors: Sequence[Tensor], *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def multi_dot(tensors: Sequence[_ArrayLike], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def norm(
    input: Tensor,
    ord: _Number | None = None,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def norm(
    input: Tensor,
    ord: str,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def norm(
    input: _ArrayLike,
    ord: _Number | None = None,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def norm(
    input: _ArrayLike,
    ord: str,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def pinv(
    input: Tensor,
    rcond: float | Tensor,
    hermitian: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def pinv(
    input: Tensor,
    *,
    atol: float | None = None,
    rtol: float | None = None,
    hermitian: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def pinv(
    input: Tensor,
    *,
    atol: Tensor | _ArrayLike | None = None,
    rtol: Tensor | _ArrayLike | None = None,
    hermitian: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def pinv(
    input: _ArrayLike,
    rcond: float | _ArrayLike,
    hermitian: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def pinv(
    input: _ArrayLike,
    *,
    atol: float | None = None,
    rtol: float | None = None,
    hermitian: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def pinv(
    input: _ArrayLike,
    *,
    atol: _ArrayLike | None = None,
    rtol: _ArrayLike | None = None,
    hermitian: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def qr(A: Tensor, mode: str = 'reduced', *, out: tuple[Tensor, Tensor] | None = None) -> return_types.linalg_qr: ...
@overload
def qr(A: _ArrayLike, mode: str = 'reduced', *, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def slogdet(A: Tensor, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.linalg_slogdet: ...
@overload
def slogdet(A: _ArrayLike, *, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def solve(
    A: Tensor,
    B: Tensor | _ArrayLike,
    *,
    left: bool = True,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def solve(A: _ArrayLike, B: _ArrayLike, *, left: bool = True, out: _ArrayLike | None = None) -> Any: ...
@overload
def solve_ex(
    A: Tensor,
    B: Tensor | _ArrayLike,
    *,
    left: bool = True,
    check_errors: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_solve_ex: ...
@overload
def solve_ex(
    A: _ArrayLike,
    B: _ArrayLike,
    *,
    left: bool = True,
    check_errors: bool = False,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def solve_triangular(
    input: Tensor,
    B: Tensor | _ArrayLike,
    *,
    upper: bool,
    left: bool = True,
    unitriangular: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def solve_triangular(
    input: _ArrayLike,
    B: _ArrayLike,
    *,
    upper: bool,
    left: bool = True,
    unitriangular: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def svd(
    A: Tensor,
    full_matrices: bool = True,
    *,
    driver: str | None = None,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> return_types.linalg_svd: ...
@overload
def svd(
    A: _ArrayLike,
    full_matrices: bool = True,
    *,
    driver: str | None = None,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def svdvals(A: Tensor, *, driver: str | None = None, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def svdvals(A: _ArrayLike, *, driver: str | None = None, out: _ArrayLike | None = None) -> Any: ...
@overload
def tensorinv(input: Tensor, ind: int = 2, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def tensorinv(input: _ArrayLike, ind: int = 2, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def tensorsolve(
    input: Tensor,
    other: Tensor | _ArrayLike,
    dims: Sequence[int] | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def tensorsolve(
    input: _ArrayLike,
    other: _ArrayLike,
    dims: Sequence[int] | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def vander(x: Tensor, *, N: int | None = None) -> Tensor: ...
@overload
def vander(x: _ArrayLike, *, N: int | None = None) -> Any: ...
@overload
def vecdot(x: Tensor, y: Tensor | _ArrayLike, *, dim: int = -1, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def vecdot(x: _ArrayLike, y: _ArrayLike, *, dim: int = -1, out: _ArrayLike | None = None) -> Any: ...
@overload
def vector_norm(
    input: Tensor,
    ord: _Number = 2,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def vector_norm(
    input: _ArrayLike,
    ord: _Number = 2,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
