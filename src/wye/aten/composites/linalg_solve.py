"""Decompositions, solvers and matrix norms as public functions, written over the operators that have kernels."""

from __future__ import annotations

from itertools import pairwise
from math import prod
from typing import Any

from wye.aten.declare import Rules
from wye.aten.fake.linalg_solve import failure
from wye.aten.metadata import (
    device_of,
    dtype_of,
    handled_in_python,
    is_complex,
    is_floating,
    list_of,
    ndim_of,
    numel_of,
)
from wye.call.packets import ops
from wye.schema.values import LAYOUTS

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten


@EXPLICIT("_linalg_check_errors")
def check_errors(info: Any, api_name: str, *, is_matrix: bool) -> None:
    """Raise for the first matrix that a decomposition failed for."""
    if device_of(info).type == "meta":
        return
    codes = list_of(aten.reshape.default(info, [-1]))
    for which, code in enumerate(codes):
        if code:
            raise failure(api_name, None if is_matrix else which, code)


@IMPLICIT("linalg_det")
def linalg_det(A: Any) -> Any:  # noqa: N803 - the schema's name
    """The determinant."""
    return aten._linalg_det(A)[0]


@IMPLICIT("det")
def det(self: Any) -> Any:
    """The determinant."""
    return aten.linalg_det(self)


@IMPLICIT("logdet")
def logdet(self: Any) -> Any:
    """The logarithm of the determinant; NaN where that is negative."""
    sign, size = aten.linalg_slogdet(self)
    if is_complex(self):
        return aten.add.Tensor(aten.log(sign), size)
    return aten.where.ScalarSelf(aten.eq.Scalar(sign, -1.0), float("nan"), size)


@IMPLICIT("linalg_slogdet")
def linalg_slogdet(A: Any) -> Any:  # noqa: N803 - the schema's name
    """The determinant's sign, and the logarithm of its absolute value."""
    return tuple(aten._linalg_slogdet(A)[:2])


@IMPLICIT("slogdet")
def slogdet(self: Any) -> Any:
    """The determinant's sign, and the logarithm of its absolute value."""
    return aten.linalg_slogdet(self)


@IMPLICIT("linalg_inv")
def linalg_inv(A: Any) -> Any:  # noqa: N803 - the schema's name
    """The inverse."""
    result, info = aten.linalg_inv_ex(A, check_errors=False)
    aten._linalg_check_errors(info, "linalg.inv", is_matrix=ndim_of(A) == 2)
    return result


@IMPLICIT("inverse")
def inverse(self: Any) -> Any:
    """The inverse."""
    return aten.linalg_inv(self)


@IMPLICIT("linalg_solve_ex")
def linalg_solve_ex(A: Any, B: Any, *, left: bool = True, check_errors: bool = False) -> Any:  # noqa: N803 - the schema's name
    """The solution of AX = B, or XA = B, and the position of the first zero pivot."""
    parts = aten._linalg_solve_ex(A, B, left=left, check_errors=check_errors)
    return parts[0], parts[3]


@IMPLICIT("linalg_solve")
def linalg_solve(A: Any, B: Any, *, left: bool = True) -> Any:  # noqa: N803 - the schema's name
    """The solution of AX = B, or XA = B."""
    result, info = aten.linalg_solve_ex(A, B, left=left, check_errors=False)
    aten._linalg_check_errors(info, "torch.linalg.solve", is_matrix=ndim_of(A) == 2)
    return result


@IMPLICIT("linalg_cholesky")
def linalg_cholesky(self: Any, *, upper: bool = False) -> Any:
    """The Cholesky factor of a positive-definite matrix."""
    root, info = aten.linalg_cholesky_ex(self, upper=upper, check_errors=False)
    aten._linalg_check_errors(info, "linalg.cholesky", is_matrix=ndim_of(self) == 2)
    return root


@IMPLICIT("qr")
def qr(self: Any, some: bool = True) -> Any:
    """The QR decomposition: orthonormal columns times a triangular matrix."""
    return aten.linalg_qr(self, "reduced" if some else "complete")


@IMPLICIT("linalg_eigh")
def linalg_eigh(self: Any, UPLO: str = "L") -> Any:  # noqa: N803 - the schema's name
    """Eigenvalues and eigenvectors of a symmetric matrix."""
    return aten._linalg_eigh(self, UPLO, True)


@IMPLICIT("linalg_eigvalsh")
def linalg_eigvalsh(self: Any, UPLO: str = "L") -> Any:  # noqa: N803 - the schema's name
    """Eigenvalues of a symmetric matrix."""
    return aten._linalg_eigh.default(self, UPLO, handled_in_python(self))[0]


@IMPLICIT("linalg_eigvals")
def linalg_eigvals(self: Any) -> Any:
    """Eigenvalues."""
    return aten.linalg_eig(self)[0]


@IMPLICIT("linalg_svd")
def linalg_svd(A: Any, full_matrices: bool = True, *, driver: str | None = None) -> Any:  # noqa: N803 - the schema's name
    """The singular value decomposition."""
    return aten._linalg_svd(A, full_matrices, True, driver=driver)


@IMPLICIT("linalg_svdvals")
def linalg_svdvals(A: Any, *, driver: str | None = None) -> Any:  # noqa: N803 - the schema's name
    """Singular values."""
    # PyTorch asks for the vectors, too, where a handler may need them for gradients.
    return aten._linalg_svd.default(A, False, handled_in_python(A), driver=driver)[1]


@IMPLICIT("svd")
def svd(self: Any, some: bool = True, compute_uv: bool = True) -> Any:
    """The singular value decomposition; the second factor is not transposed."""
    if ndim_of(self) < 2:
        raise RuntimeError("linalg.svd: The input tensor A must have at least 2 dimensions.")
    if compute_uv:
        left, values, right = aten._linalg_svd(self, not some, True)
        return left, values, aten.conj(aten.transpose.int(right, -2, -1))
    values = aten.linalg_svdvals(self)
    batch, (m, n) = list(self.shape[:-2]), self.shape[-2:]
    how = {"dtype": dtype_of(self), "layout": LAYOUTS["strided"], "device": device_of(self)}
    left, right = aten.zeros.default([*batch, m, m], **how), aten.zeros.default([*batch, n, n], **how)
    return left, values, aten.conj.default(aten.transpose.int(right, -2, -1))


@IMPLICIT("linalg_vecdot")
def linalg_vecdot(x: Any, y: Any, *, dim: int = -1) -> Any:
    """Inner products along one dimension, the first operand conjugated."""
    for one in (x, y):
        if not (is_floating(one) or is_complex(one)):
            raise RuntimeError(
                f"linalg.vecdot: Expected a floating point or complex tensor as input. Got {dtype_of(one)}"
            )
    if dtype_of(x) != dtype_of(y):
        raise RuntimeError(
            "linalg.vecdot: Expected x and y to have the same dtype, but found x of type "
            f"{dtype_of(x)} and y of type {dtype_of(y)} instead"
        )
    if ndim_of(x) == ndim_of(y) == 1 and x.shape == y.shape:
        return aten.vdot.default(x, y)
    return aten.sum.dim_IntList(aten.mul.Tensor(aten.conj.default(x), y), [dim])


@IMPLICIT("linalg_diagonal")
def linalg_diagonal(A: Any, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any:  # noqa: N803 - the schema's name
    """The diagonals of matrices."""
    return aten.diagonal(A, offset, dim1, dim2)


def _best_splits(sizes: list[int]) -> list[list[int]]:
    """For every run of matrices, where to split it so that the fewest multiplications are needed."""
    count = len(sizes) - 1
    cost = [[0] * count for _ in range(count)]
    split = [[0] * count for _ in range(count)]
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            options = [(cost[i][k] + cost[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k) for k in range(i, j)]
            cost[i][j], split[i][j] = min(options)
    return split


def _multiplied(matrices: list[Any], split: list[list[int]], i: int, j: int) -> Any:
    if i == j:
        return matrices[i]
    k = split[i][j]
    return aten.mm.default(_multiplied(matrices, split, i, k), _multiplied(matrices, split, k + 1, j))


@IMPLICIT("linalg_multi_dot")
def linalg_multi_dot(tensors: Any) -> Any:
    """The product of several matrices in the cheapest order; the ends may be vectors."""
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    matrices = list(tensors)
    for i, matrix in enumerate(matrices):
        if ndim_of(matrix) not in ((1, 2) if i in (0, len(matrices) - 1) else (2,)):
            raise RuntimeError(f"multi_dot(): tensor {i} must be 2D but got {ndim_of(matrix)}D")
    first, last = ndim_of(matrices[0]) == 1, ndim_of(matrices[-1]) == 1
    if first:
        matrices[0] = aten.unsqueeze.default(matrices[0], 0)
    if last:
        matrices[-1] = aten.unsqueeze.default(matrices[-1], -1)
    for i, (a, b) in enumerate(pairwise(matrices)):
        if a.shape[1] != b.shape[0]:
            raise RuntimeError(
                f"multi_dot(): tensors {i} and {i + 1} with shapes {list(a.shape)} and {list(b.shape)} cannot be "
                f"multiplied"
            )
    split = _best_splits([matrices[0].shape[0], *(one.shape[1] for one in matrices)])
    result = _multiplied(matrices, split, 0, len(matrices) - 1)
    shape = [*([] if first else [result.shape[0]]), *([] if last else [result.shape[1]])]
    return aten.view.default(result, shape)


@IMPLICIT("linalg_tensorinv")
def linalg_tensorinv(self: Any, ind: int = 2) -> Any:
    """The inverse of the linear map from the last dimensions to the first ``ind`` ones."""
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind'")
    front, back = list(self.shape[:ind]), list(self.shape[ind:])
    if prod(front) != prod(back):
        raise RuntimeError(
            f"Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got "
            f"{prod(back)} != {prod(front)}"
        )
    result, info = aten.linalg_inv_ex(aten.reshape.default(self, [prod(front), prod(back)]), check_errors=False)
    aten._linalg_check_errors(info, "inv", is_matrix=True)
    return aten.reshape.default(result, [*back, *front])


@IMPLICIT("linalg_tensorsolve")
def linalg_tensorsolve(self: Any, other: Any, dims: Any = None) -> Any:
    """Solve for the last dimensions of a linear map."""
    if dims is not None:
        moved = [dim % ndim_of(self) for dim in dims]
        self = aten.permute.default(self, [*(dim for dim in range(ndim_of(self)) if dim not in moved), *moved])
    rest = list(self.shape[ndim_of(other) :])
    if prod(rest) != numel_of(other):
        raise RuntimeError(
            f"Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), "
            f"but got {prod(rest)} != {numel_of(other)}"
        )
    matrix = aten.reshape.default(self, [prod(rest), prod(rest)])
    return aten.reshape.default(aten.linalg_solve.default(matrix, aten.flatten.using_ints(other)), rest)
