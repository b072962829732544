"""Decompositions, solvers and matrix norms as public functions, written over the operators that have kernels."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import prod
from typing import Any

from wye.aten.composite_outputs import into, new_output, resize_output
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
from wye.call.guards import below_ad_inplace_or_view
from wye.call.packets import ops
from wye.schema.symbolic import likely
from wye.schema.values import DTYPES, LAYOUTS
from wye.tensors.dtypes import c_name_of, title_of, to_numpy_dtype
from wye.tensors.layout import wrap_dim

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten
_INT32 = DTYPES["int32"]


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
def linalg_det(A: Any, *, out: Any = None) -> Any:  # noqa: N803 - the schema's name
    """The determinant."""
    return into(out if out is None else (out, new_output(A), new_output(A, _INT32)), aten._linalg_det.default, A)[0]


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
def linalg_slogdet(A: Any, *, out: Any = None) -> Any:  # noqa: N803 - the schema's name
    """The determinant's sign, and the logarithm of its absolute value."""
    outs = None if out is None else (*out, new_output(A), new_output(A, _INT32))
    return tuple(into(outs, aten._linalg_slogdet.default, A)[:2])


@IMPLICIT("slogdet")
def slogdet(self: Any, *, out: Any = None) -> Any:
    """The determinant's sign, and the logarithm of its absolute value."""
    return into(out, aten.linalg_slogdet.default, self)


@IMPLICIT("linalg_inv")
def linalg_inv(A: Any, *, out: Any = None) -> Any:  # noqa: N803 - the schema's name
    """The inverse."""
    outs = None if out is None else (out, new_output(A, _INT32))
    result, info = into(outs, aten.linalg_inv_ex.default, A, check_errors=False)
    aten._linalg_check_errors(info, "linalg.inv", is_matrix=ndim_of(A) == 2)
    return result


@IMPLICIT("inverse")
def inverse(self: Any, *, out: Any = None) -> Any:
    """The inverse."""
    return into(out, aten.linalg_inv.default, self)


@IMPLICIT("linalg_solve_ex")
def linalg_solve_ex(
    A: Any, B: Any, *, left: bool = True, check_errors: bool = False, out: Any = None,  # noqa: N803 - the schema's names
) -> Any:  # fmt: skip
    """The solution of AX = B, or XA = B, and the position of the first zero pivot."""
    outs = None
    if out is not None:
        outs = (out[0], aten.new_empty.default(B, [0]), aten.new_empty.default(B, [0], dtype=_INT32), out[1])
    parts = into(outs, aten._linalg_solve_ex.default, A, B, left=left, check_errors=check_errors)
    return parts[0], parts[3]


@IMPLICIT("linalg_solve")
def linalg_solve(A: Any, B: Any, *, left: bool = True, out: Any = None) -> Any:  # noqa: N803 - the schema's name
    """The solution of AX = B, or XA = B."""
    outs = None if out is None else (out, aten.new_empty.default(B, [0], dtype=_INT32))
    result, info = into(outs, aten.linalg_solve_ex.default, A, B, left=left, check_errors=False)
    aten._linalg_check_errors(info, "torch.linalg.solve", is_matrix=ndim_of(A) == 2)
    return result


@IMPLICIT("linalg_cholesky")
def linalg_cholesky(self: Any, *, upper: bool = False, out: Any = None) -> Any:
    """The Cholesky factor of a positive-definite matrix."""
    outs = None if out is None else (out, new_output(self, _INT32))
    root, info = into(outs, aten.linalg_cholesky_ex.default, self, upper=upper, check_errors=False)
    aten._linalg_check_errors(info, "linalg.cholesky", is_matrix=ndim_of(self) == 2)
    return root


@IMPLICIT("qr")
def qr(self: Any, some: bool = True, *, out: Any = None) -> Any:
    """The QR decomposition: orthonormal columns times a triangular matrix."""
    return into(out, aten.linalg_qr.default, self, "reduced" if some else "complete")


@IMPLICIT("linalg_eigh")
def linalg_eigh(self: Any, UPLO: str = "L", *, out: Any = None) -> Any:  # noqa: N803 - the schema's name
    """Eigenvalues and eigenvectors of a symmetric matrix."""
    return into(out, aten._linalg_eigh.default, self, UPLO, True)


@IMPLICIT("linalg_eigvalsh")
def linalg_eigvalsh(self: Any, UPLO: str = "L", *, out: Any = None) -> Any:  # noqa: N803 - the schema's name
    """Eigenvalues of a symmetric matrix."""
    if out is not None:
        return into((out, new_output(self)), aten._linalg_eigh.default, self, UPLO, False)[0]
    return aten._linalg_eigh.default(self, UPLO, handled_in_python(self))[0]


@IMPLICIT("linalg_eigvals")
def linalg_eigvals(self: Any) -> Any:
    """Eigenvalues."""
    return aten.linalg_eig(self)[0]


@EXPLICIT("linalg_eigvals.out")
def linalg_eigvals_out(self: Any, *, out: Any) -> Any:
    """Eigenvalues, stored."""
    values = aten.linalg_eig.default(self)[0]
    if not is_complex(out):
        raise RuntimeError(
            f"Expected eigenvalues to be safely castable from {dtype_of(values)} dtype, but got eigenvalues with "
            f"dtype {dtype_of(out)}"
        )
    with below_ad_inplace_or_view():  # this call has counted the write
        return aten.copy_.default(resize_output(out, values.shape), values)


@IMPLICIT("linalg_svd")
def linalg_svd(
    A: Any, full_matrices: bool = True, *, driver: str | None = None, out: Any = None,  # noqa: N803 - the schema's name
) -> Any:  # fmt: skip
    """The singular value decomposition."""
    return into(out, aten._linalg_svd.default, A, full_matrices, True, driver=driver)


@IMPLICIT("linalg_svdvals")
def linalg_svdvals(A: Any, *, driver: str | None = None, out: Any = None) -> Any:  # noqa: N803 - the schema's name
    """Singular values."""
    if out is not None:
        outs = (new_output(A), out, new_output(A))
        return into(outs, aten._linalg_svd.default, A, False, False, driver=driver)[1]
    # PyTorch asks for the vectors, too, where a handler may need them for gradients.
    return aten._linalg_svd.default(A, False, handled_in_python(A), driver=driver)[1]


@IMPLICIT("svd")
def svd(self: Any, some: bool = True, compute_uv: bool = True, *, out: Any = None) -> Any:
    """The singular value decomposition; the second factor is not transposed."""
    if ndim_of(self) < 2:
        raise RuntimeError("linalg.svd: The input tensor A must have at least 2 dimensions.")
    if out is not None:
        return _svd_into(self, some, compute_uv, out)
    if compute_uv:
        left, values, right = aten._linalg_svd(self, not some, True)
        return left, values, aten.conj(aten.transpose.int(right, -2, -1))
    values = aten.linalg_svdvals(self)
    batch, (m, n) = list(self.shape[:-2]), self.shape[-2:]
    how = {"dtype": dtype_of(self), "layout": LAYOUTS["strided"], "device": device_of(self)}
    left, right = aten.zeros.default([*batch, m, m], **how), aten.zeros.default([*batch, n, n], **how)
    return left, values, aten.conj.default(aten.transpose.int(right, -2, -1))


def _svd_into(self: Any, some: bool, compute_uv: bool, out: Any) -> Any:
    """The same, stored; the second factor is stored transposed, and turned in place."""
    left, values, right = out
    if not compute_uv:
        into(values, aten.linalg_svdvals.default, self)
        batch, (m, n) = list(self.shape[:-2]), self.shape[-2:]
        for one, size in ((left, m), (right, n)):
            aten.zero_.default(resize_output(one, [*batch, size, size]))
        return out
    if ndim_of(right) >= 2:
        right = aten.transpose_.default(right, -2, -1)
    into((left, values, right), aten._linalg_svd.default, self, not some, True)
    right = aten.transpose_.default(right, -2, -1)
    if is_complex(right):
        aten.conj_physical_.default(right)
    return out


@IMPLICIT("linalg_vecdot")
def linalg_vecdot(x: Any, y: Any, *, dim: int = -1, out: Any = None) -> Any:
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
    if out is not None and dtype_of(out) != dtype_of(x):
        raise RuntimeError(
            f"linalg.vecdot: Expected out of dtype{title_of(dtype_of(x))} but found {title_of(dtype_of(out))}"
        )
    if ndim_of(x) == ndim_of(y) == 1 and x.shape == y.shape:
        return into(out if out is None else resize_output(out, ()), aten.vdot.default, x, y)
    return into(out, aten.sum.dim_IntList, aten.mul.Tensor(aten.conj.default(x), y), [dim])


@IMPLICIT("linalg_diagonal")
def linalg_diagonal(A: Any, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any:  # noqa: N803 - the schema's name
    """The diagonals of matrices."""
    return aten.diagonal(A, offset, dim1, dim2)


_USUAL_SIZE = 64  # for sizes that only data says


@lru_cache(maxsize=64)
def _best_splits(sizes: tuple[int, ...]) -> list[list[int]]:
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


def _multiplied(matrices: list[Any], split: list[list[int]], i: int, j: int, out: Any = None) -> Any:
    if i == j:
        return matrices[i]
    k = split[i][j]
    left, right = _multiplied(matrices, split, i, k), _multiplied(matrices, split, k + 1, j)
    return into(out, aten.mm.default, left, right)


@IMPLICIT("linalg_multi_dot")
def linalg_multi_dot(tensors: Any, *, out: Any = None) -> Any:
    """The product of several matrices in the cheapest order; the ends may be vectors."""
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    matrices = list(tensors)
    for i, matrix in enumerate(matrices):
        is_end = i in (0, len(matrices) - 1)
        if ndim_of(matrix) not in ((1, 2) if is_end else (2,)):
            which = f"the {'last' if i else 'first'} tensor must be 1D or" if is_end else f"tensor {i} must be"
            raise RuntimeError(f"multi_dot(): {which} 2D but got {ndim_of(matrix)}D")
        if dtype_of(matrix) is not dtype_of(matrices[0]):
            wanted, found = (c_name_of(to_numpy_dtype(dtype_of(one))) for one in (matrices[0], matrix))
            raise RuntimeError(
                f"multi_dot(): all tensors must have be the same dtype but tensor 0 is {wanted} and tensor {i} {found}"
            )
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
    sizes = [likely(size) for size in (matrices[0].shape[0], *(one.shape[1] for one in matrices))]
    split = _best_splits(tuple([_USUAL_SIZE if size is None else size for size in sizes]))  # right in any order
    rows, columns = matrices[0].shape[0], matrices[-1].shape[1]
    shape = [*([] if first else [rows]), *([] if last else [columns])]
    if out is None:
        return aten.view.default(_multiplied(matrices, split, 0, len(matrices) - 1), shape)
    whole = aten.view.default(resize_output(out, shape), [rows, columns])
    _multiplied(matrices, split, 0, len(matrices) - 1, whole)
    return out


@IMPLICIT("linalg_tensorinv")
def linalg_tensorinv(self: Any, ind: int = 2) -> Any:
    """The inverse of the linear map from the last dimensions to the first ``ind`` ones."""
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind'")
    if ind > ndim_of(self):
        raise RuntimeError(f"Expected 'ind' to be at most the number of dimensions, {ndim_of(self)}, but got {ind}")
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
        moved = [wrap_dim(dim, ndim_of(self)) for dim in dims]
        self = aten.permute.default(self, [*(dim for dim in range(ndim_of(self)) if dim not in moved), *moved])
    rest = list(self.shape[ndim_of(other) :])
    if prod(rest) != numel_of(other):
        raise RuntimeError(
            f"Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), "
            f"but got {prod(rest)} != {numel_of(other)}"
        )
    matrix = aten.reshape.default(self, [prod(rest), prod(rest)])
    return aten.reshape.default(aten.linalg_solve.default(matrix, aten.flatten.using_ints(other)), rest)
