# Made by tools/make_stubs.py from the schemas of the operators.  Do not edit.
# The functions of `wye.linalg`.
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Sequence
from typing import TypeAlias, overload

from wye import return_types
from wye.schema.values import device, dtype, layout, memory_format
from wye.tensors.dense import Tensor
from wye.tensors.generator import Generator
from wye.tensors.storage import Storage

_Number: TypeAlias = _int | _float | _bool | _complex

from wye.errors import LinAlgError as LinAlgError
def cholesky(input: Tensor, *, upper: bool = False, out: Tensor | None = None) -> Tensor: ...
def cholesky_ex(
    input: Tensor,
    *,
    upper: bool = False,
    check_errors: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_cholesky_ex: ...
@overload
def cond(input: Tensor, p: _Number | None = None, *, out: Tensor | None = None) -> Tensor: ...
@overload
def cond(input: Tensor, p: str, *, out: Tensor | None = None) -> Tensor: ...
def cross(input: Tensor, other: Tensor, *, dim: int = -1, out: Tensor | None = None) -> Tensor: ...
def det(A: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def diagonal(A: Tensor, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor: ...
def eig(input: Tensor, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.linalg_eig: ...
def eigh(input: Tensor, UPLO: str = 'L', *, out: tuple[Tensor, Tensor] | None = None) -> return_types.linalg_eigh: ...
def eigvals(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def eigvalsh(input: Tensor, UPLO: str = 'L', *, out: Tensor | None = None) -> Tensor: ...
def inv(A: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def inv_ex(
    A: Tensor,
    *,
    check_errors: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_inv_ex: ...
def matmul(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def matrix_norm(
    input: Tensor,
    ord: _Number,
    dim: Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def matrix_norm(
    input: Tensor,
    ord: str = 'fro',
    dim: Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def matrix_power(input: Tensor, n: int, *, out: Tensor | None = None) -> Tensor: ...
@overload
def matrix_rank(input: Tensor, tol: float, hermitian: bool = False, *, out: Tensor | None = None) -> Tensor: ...
@overload
def matrix_rank(input: Tensor, tol: Tensor, hermitian: bool = False, *, out: Tensor | None = None) -> Tensor: ...
@overload
def matrix_rank(
    input: Tensor,
    *,
    atol: Tensor | None = None,
    rtol: Tensor | None = None,
    hermitian: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def matrix_rank(
    input: Tensor,
    *,
    atol: float | None = None,
    rtol: float | None = None,
    hermitian: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def multi_dot(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: ...
@overload
def norm(
    input: Tensor,
    ord: _Number | None = None,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def norm(
    input: Tensor,
    ord: str,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def pinv(input: Tensor, rcond: float | Tensor, hermitian: bool = False, *, out: Tensor | None = None) -> Tensor: ...
@overload
def pinv(
    input: Tensor,
    *,
    atol: float | None = None,
    rtol: float | None = None,
    hermitian: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def pinv(
    input: Tensor,
    *,
    atol: Tensor | None = None,
    rtol: Tensor | None = None,
    hermitian: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def qr(A: Tensor, mode: str = 'reduced', *, out: tuple[Tensor, Tensor] | None = None) -> return_types.linalg_qr: ...
def slogdet(A: Tensor, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.linalg_slogdet: ...
def solve(A: Tensor, B: Tensor, *, left: bool = True, out: Tensor | None = None) -> Tensor: ...
def solve_ex(
    A: Tensor,
    B: Tensor,
    *,
    left: bool = True,
    check_errors: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_solve_ex: ...
def solve_triangular(
    input: Tensor,
    B: Tensor,
    *,
    upper: bool,
    left: bool = True,
    unitriangular: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def svd(
    A: Tensor,
    full_matrices: bool = True,
    *,
    driver: str | None = None,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> return_types.linalg_svd: ...
def svdvals(A: Tensor, *, driver: str | None = None, out: Tensor | None = None) -> Tensor: ...
def tensorinv(input: Tensor, ind: int = 2, *, out: Tensor | None = None) -> Tensor: ...
def tensorsolve(
    input: Tensor,
    other: Tensor,
    dims: Sequence[int] | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def vecdot(x: Tensor, y: Tensor, *, dim: int = -1, out: Tensor | None = None) -> Tensor: ...
def vector_norm(
    input: Tensor,
    ord: _Number = 2,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
