"""Fake kernels of matrix decompositions and solvers, and the checks that the NumPy kernels share.

Results that are matrices are stored column by column, as PyTorch's come from LAPACK.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.aten.arrays.windows import new, refuse
from wye.aten.declare import Rules
from wye.errors import LinAlgError
from wye.schema.symbolic import sym_min
from wye.tensors.dtypes import title_of
from wye.tensors.layout import broadcast_shapes
from wye.tensors.meta_array import MetaArray
from wye.tensors.promotion import to_complex, to_real

__all__ = ["FAKES", "by_columns", "check_matrices", "failure", "is_vector"]

FAKES = Rules()
_INT32 = np.dtype("int32")


def by_columns(shape: tuple[int, ...], dtype: Any) -> MetaArray:
    """A batch of matrices, each stored column by column."""
    swapped = new((*shape[:-2], shape[-1], shape[-2]), dtype).steps
    return MetaArray(shape, dtype, (*swapped[:-2], swapped[-1], swapped[-2]))


def check_matrices(
    name: str,
    A: Any,  # noqa: N803 - the schema's name
    *,
    square: bool = True,
    short: str | None = None,
    narrow: bool = False,
) -> None:
    """Raise unless ``A`` is a batch of matrices that LAPACK can take.

    Args:
        name: The operator, for messages.
        A: The matrices.
        square: Must they be square?
        short: What is not implemented for float16; without it the operator refuses short floats itself.
        narrow: Does the operator take short floats, which it computes with as wider ones?
    """
    if A.ndim < 2:
        raise RuntimeError(f"{name}: The input tensor A must have at least 2 dimensions.")
    if square and A.shape[-1] != A.shape[-2]:
        raise RuntimeError(
            f"{name}: A must be batches of square matrices, but they are {A.shape[-2]} by {A.shape[-1]} matrices"
        )
    if A.dtype.kind in "iub":
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {title_of(A.dtype)}")
    if A.dtype.itemsize < 4 and not narrow:
        if short is None:
            raise RuntimeError(f"{name}: Low precision dtypes not supported. Got {title_of(A.dtype)}")
        refuse(A.dtype, "fc", short)


def failure(name: str, which: int | None, code: int) -> LinAlgError:
    """What went wrong in a decomposition, to be raised.

    Args:
        name: The operator.
        which: The number of the matrix in its batch; None: there is one only.
        code: LAPACK's.
    """
    where = "" if which is None else f"(Batch element {which}): "
    fix = "add a small multiple of the identity to the matrix, or use linalg_pinv or a least-squares solution"
    if "inv" in name:
        what = (
            f"The diagonal element {code} is zero, the inversion could not be completed because the input matrix is "
            "singular."
        )
    elif "cholesky" in name:
        what = (
            "The factorization could not be completed because the input is not positive-definite (the leading minor of "
            f"order {code} is not positive-definite)."
        )
        fix = "linalg_cholesky_ex tells in `info` which matrices have no root"
    else:
        what = "The solver failed because the input matrix is singular."
    return LinAlgError(f"{name}: {where}{what}", fix=fix)


@FAKES("_linalg_det")
def _linalg_det(A: Any) -> Any:  # noqa: N803 - the schema's name
    check_matrices("linalg.det", A, short="lu_cpu")
    return new(A.shape[:-2], A.dtype), by_columns(A.shape, A.dtype), new(A.shape[:-1], _INT32)


@FAKES("_linalg_slogdet")
def _linalg_slogdet(A: Any) -> Any:  # noqa: N803 - the schema's name
    check_matrices("linalg.slogdet", A)
    sign, size = new(A.shape[:-2], A.dtype), new(A.shape[:-2], to_real(A.dtype))
    return sign, size, by_columns(A.shape, A.dtype), new(A.shape[:-1], _INT32)


@FAKES("linalg_inv_ex")
def linalg_inv_ex(A: Any, *, check_errors: bool = False) -> Any:  # noqa: N803 - the schema's name
    """The inverse, and the position of the first zero pivot."""
    check_matrices("linalg.inv", A)
    return by_columns(A.shape, A.dtype), new(A.shape[:-2], _INT32)


def is_vector(A: Any, B: Any) -> bool:  # noqa: N803 - the schema's name
    """Is the right side a batch of vectors?"""
    return bool(B.ndim == 1 or (A.ndim - 1 == B.ndim and B.shape == A.shape[:-1]))


@FAKES("_linalg_solve_ex")
def _linalg_solve_ex(A: Any, B: Any, *, left: bool = True, check_errors: bool = False) -> Any:  # noqa: N803 - the schema's name
    if A.dtype != B.dtype:
        raise RuntimeError(
            f"linalg.solve: Expected A and B to have the same dtype, but found A of type {title_of(A.dtype)} "
            f"and B of "
            f"type {title_of(B.dtype)} instead"
        )
    check_matrices("linalg.solve", A, short="lu_cpu")
    vector = is_vector(A, B)
    if vector and not left:
        raise RuntimeError("linalg.solve: Vector broadcasting of the left hand side is not supported for left=False")
    shape = (*B.shape, 1) if vector else B.shape
    if len(shape) < 2:
        raise RuntimeError("linalg.solve: The input tensor B must have at least 2 dimensions.")
    _check_sides("linalg.solve", A, shape, left)
    batch = broadcast_shapes(A.shape[:-2], shape[:-2])
    full = (*batch, *shape[-2:])
    result = full[:-1] if vector else full
    columns = left and len(result) > 1
    return (
        by_columns(result, B.dtype) if columns else new(result, B.dtype),
        by_columns(A.shape, A.dtype),
        new(A.shape[:-1], _INT32),
        new(A.shape[:-2], _INT32),
    )


def _check_sides(name: str, A: Any, shape: tuple[int, ...], left: bool) -> None:  # noqa: N803 - the schema's name
    if A.shape[-1] != shape[-2 if left else -1]:
        equation = "AX = B" if left else "XA = B"
        raise RuntimeError(
            f"{name}: Incompatible shapes of A and B for the equation {equation} ({A.shape[-2]}x{A.shape[-1]} and "
            f"{shape[-2]}x{shape[-1]})"
        )


@FAKES("linalg_cholesky_ex")
def linalg_cholesky_ex(self: Any, *, upper: bool = False, check_errors: bool = False) -> Any:
    """The Cholesky factor of a positive-definite matrix, and where the decomposition failed."""
    check_matrices("linalg.cholesky", self, short="cholesky_cpu")
    return by_columns(self.shape, self.dtype), new(self.shape[:-2], _INT32)


@FAKES("cholesky")
def cholesky(self: Any, upper: bool = False) -> Any:
    """The Cholesky factor of a positive-definite matrix."""
    check_matrices("cholesky", self, short="cholesky_cpu")
    return by_columns(self.shape, self.dtype)


@FAKES("linalg_qr")
def linalg_qr(A: Any, mode: str = "reduced") -> Any:  # noqa: N803 - the schema's name
    """The QR decomposition: orthonormal columns times a triangular matrix."""
    check_matrices("linalg.qr", A, square=False, short="geqrf_cpu")
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(
            f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', or 'complete'"
        )
    (m, n), batch = A.shape[-2:], A.shape[:-2]
    inner = m if mode == "complete" else sym_min(m, n)
    triangle = by_columns((*batch, inner, n), A.dtype)
    return (new((0,), A.dtype) if mode == "r" else by_columns((*batch, m, inner), A.dtype)), triangle


@FAKES("_linalg_eigh")
def _linalg_eigh(A: Any, UPLO: str = "L", compute_v: bool = True) -> Any:  # noqa: N803 - the schema's name
    if A.ndim >= 2 and A.shape[-1] == A.shape[-2]:
        refuse(A.dtype, "fc", "linalg_eigh_cpu")
    check_matrices("linalg.eigh", A)
    if UPLO.upper() not in ("L", "U"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    values = new(A.shape[:-1], to_real(A.dtype))
    return values, by_columns(A.shape, A.dtype) if compute_v else new((0,), A.dtype)


@FAKES("linalg_eig")
def linalg_eig(self: Any) -> Any:
    """Eigenvalues and eigenvectors, always complex."""
    if self.ndim >= 2 and self.dtype.kind in "iub":
        raise RuntimeError(f"Unknown Complex ScalarType for {title_of(self.dtype)}")
    check_matrices("linalg.eig", self, short="linalg_eig_out_cpu")
    dtype = to_complex(self.dtype)
    return new(self.shape[:-1], dtype), by_columns(self.shape, dtype)


@FAKES("_linalg_svd")
def _linalg_svd(
    A: Any,  # noqa: N803 - the schema's name
    full_matrices: bool = False,
    compute_uv: bool = True,
    *,
    driver: str | None = None,
) -> Any:
    check_matrices("linalg.svd", A, square=False, short="linalg_svd_cpu")
    if driver is not None:
        raise RuntimeError(
            "torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs with cuSOLVER"
        )
    (m, n), batch = A.shape[-2:], A.shape[:-2]
    k = sym_min(m, n)
    values = new((*batch, k), to_real(A.dtype))
    if not compute_uv:
        return new((0,), A.dtype), values, new((0,), A.dtype)
    left, right = (m, n) if full_matrices else (k, k)
    return by_columns((*batch, m, left), A.dtype), values, by_columns((*batch, right, n), A.dtype)


@FAKES("linalg_solve_triangular")
def linalg_solve_triangular(
    self: Any,
    B: Any,  # noqa: N803 - the schema's name
    *,
    upper: bool,
    left: bool = True,
    unitriangular: bool = False,
) -> Any:
    """Solve with a triangular matrix."""
    name = "linalg.solve_triangular"
    check_matrices(name, self, short="triangular_solve_cpu")
    if B.ndim < 2:
        raise RuntimeError(f"{name}: The input tensor B must have at least 2 dimensions.")
    if self.dtype != B.dtype:
        raise RuntimeError(
            f"{name}: Expected A and B to have the same dtype, but found A of type {title_of(self.dtype)} and B of "
            f"type {title_of(B.dtype)} instead"
        )
    _check_sides(name, self, B.shape, left)
    shape = (*broadcast_shapes(self.shape[:-2], B.shape[:-2]), *B.shape[-2:])
    return by_columns(shape, B.dtype)


@FAKES("triangular_solve")
def triangular_solve(
    self: Any,
    A: Any,  # noqa: N803 - the schema's name
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
) -> Any:
    """Solve with a triangular matrix; also a copy of it."""
    for name, one in (("b", self), ("A", A)):
        if one.ndim < 2:
            raise RuntimeError(
                f"torch.triangular_solve: Expected {name} to have at least 2 dimensions, but it has {one.ndim} "
                "dimensions instead"
            )
    if self.dtype != A.dtype:
        raise RuntimeError(
            f"Expected b and A to have the same dtype, but found b of type {title_of(self.dtype)} and A of type "
            f"{title_of(A.dtype)} instead."
        )
    check_matrices("triangular_solve", A, short="triangular_solve_cpu")
    _check_sides("triangular_solve", A, self.shape, True)
    batch = broadcast_shapes(A.shape[:-2], self.shape[:-2])
    return by_columns((*batch, *self.shape[-2:]), self.dtype), by_columns((*batch, *A.shape[-2:]), A.dtype)
