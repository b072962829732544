"""Fake kernels of LU factors, least squares, and what is computed from factors."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.aten.arrays.windows import new, refuse, text
from wye.aten.declare import Rules
from wye.aten.fake.linalg_solve import by_columns, check_matrices
from wye.schema.symbolic import sym_max, sym_min
from wye.tensors.dtypes import title_of
from wye.tensors.layout import broadcast_shapes
from wye.tensors.meta_array import MetaArray
from wye.tensors.promotion import to_real

__all__ = ["FAKES", "is_vector_of"]

FAKES = Rules()
_INT32, _INT64 = np.dtype("int32"), np.dtype("int64")
_DRIVERS = ("gels", "gelsy", "gelsd", "gelss")


def _check_factors(name: str, A: Any, pivot: bool) -> None:  # noqa: N803 - the schema's name
    if A.ndim < 2:
        raise RuntimeError(f"{name}: Expected tensor with 2 or more dimensions. Got size: {text(A.shape)} instead")
    refuse(A.dtype, "fc", "lu_cpu")
    if not pivot:
        raise RuntimeError(f"{name}: LU without pivoting is not implemented on the CPU")


@FAKES("linalg_lu_factor_ex")
def linalg_lu_factor_ex(A: Any, *, pivot: bool = True, check_errors: bool = False) -> Any:  # noqa: N803
    """L and U in one matrix, the pivots, and the position of the first zero pivot."""
    _check_factors("torch.lu_factor", A, pivot)
    pivots = (*A.shape[:-2], sym_min(*A.shape[-2:]))
    return by_columns(A.shape, A.dtype), new(pivots, _INT32), new(A.shape[:-2], _INT32)


@FAKES("linalg_lu")
def linalg_lu(A: Any, *, pivot: bool = True) -> Any:  # noqa: N803 - the schema's name
    """The permutation, L and U."""
    _check_factors("linalg.lu", A, pivot)
    batch, (m, n) = A.shape[:-2], A.shape[-2:]
    k = sym_min(m, n)
    return new((*batch, m, m), A.dtype), new((*batch, m, k), A.dtype), new((*batch, k, n), A.dtype)


@FAKES("lu_unpack")
def lu_unpack(
    LU_data: Any,  # noqa: N803 - the schema's names
    LU_pivots: Any,  # noqa: N803
    unpack_data: bool = True,
    unpack_pivots: bool = True,
) -> Any:
    """The permutation, L and U out of packed factors."""
    if LU_data.ndim < 2:
        raise RuntimeError("lu_unpack: The input tensor LU_data must have at least 2 dimensions.")
    if unpack_pivots and LU_pivots.dtype != _INT32:
        raise RuntimeError(
            "torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype.\n"
            "Note: this function is intended to be used with the output produced by torch.linalg.lu_factor"
        )
    batch, (m, n) = LU_data.shape[:-2], LU_data.shape[-2:]
    k = sym_min(m, n)
    dtype = LU_data.dtype
    p = new((*batch, m, m), dtype) if unpack_pivots else new((0,), dtype)
    if not unpack_data:
        return p, new((0,), dtype), new((0,), dtype)
    return p, new((*batch, m, k), dtype), new((*batch, k, n), dtype)


@FAKES("linalg_lu_solve")
def linalg_lu_solve(LU: Any, pivots: Any, B: Any, *, left: bool = True, adjoint: bool = False) -> Any:  # noqa: N803
    """The solution of systems whose matrix is given by its factors."""
    refuse(LU.dtype, "fc", "linalg.lu_solve")
    if pivots.dtype != _INT32:
        raise RuntimeError("linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32")
    if LU.dtype != B.dtype:
        raise RuntimeError(
            "linalg.lu_solve: Expected LU and B to have the same dtype, but found LU of type "
            f"{title_of(LU.dtype)} and B of type {title_of(B.dtype)} instead"
        )
    check_matrices("linalg.lu_solve", LU)
    if B.ndim < 2:
        raise RuntimeError("linalg.lu_solve: The input tensor B must have at least 2 dimensions.")
    if B.shape[-2 if left else -1] != LU.shape[-1]:
        raise RuntimeError(
            "linalg.lu_solve: Incompatible shapes of A and B for the equation "
            f"{'AX = B' if left else 'XA = B'} ({LU.shape[-2]}x{LU.shape[-1]} and {B.shape[-2]}x{B.shape[-1]})"
        )
    if pivots.shape != LU.shape[:-1]:
        raise RuntimeError("linalg.lu_solve: Number of pivots per batch should be same as the dimension of the matrix")
    batch = broadcast_shapes(LU.shape[:-2], B.shape[:-2])
    return by_columns((*batch, *B.shape[-2:]), B.dtype) if left else new((*batch, *B.shape[-2:]), B.dtype)


@FAKES("cholesky_inverse")
def cholesky_inverse(self: Any, upper: bool = False) -> Any:
    """The inverse of the matrix with this Cholesky factor."""
    check_matrices("cholesky_inverse", self, short="cholesky_inverse_out_cpu")
    return by_columns(self.shape, self.dtype)


@FAKES("cholesky_solve")
def cholesky_solve(self: Any, input2: Any, upper: bool = False) -> Any:
    """The solution of systems whose matrix is given by its Cholesky factor."""
    if self.ndim < 2:
        raise RuntimeError(f"b should have at least 2 dimensions, but has {self.ndim} dimensions instead")
    if input2.ndim < 2:
        raise RuntimeError(f"u should have at least 2 dimensions, but has {input2.ndim} dimensions instead")
    check_matrices("cholesky_solve", input2, short="cholesky_solve_cpu")
    if self.shape[-2] != input2.shape[-1]:
        raise RuntimeError(
            f"Incompatible matrix sizes for cholesky_solve: each A matrix is {input2.shape[-1]} by {input2.shape[-1]} "
            f"but each b matrix is {self.shape[-2]} by {self.shape[-1]}"
        )
    if self.dtype != input2.dtype:
        raise RuntimeError(f"expected {title_of(self.dtype)} but found {title_of(input2.dtype)}")
    batch = broadcast_shapes(self.shape[:-2], input2.shape[:-2])
    return by_columns((*batch, *self.shape[-2:]), self.dtype)


def is_vector_of(self: Any, b: Any) -> bool:
    """Is the right side one vector to a matrix, not a matrix?"""
    return bool(b.ndim == 1 or (self.ndim - 1 == b.ndim and self.shape[:-1] == b.shape))


@FAKES("linalg_lstsq")
def linalg_lstsq(self: Any, b: Any, rcond: float | None = None, *, driver: str | None = None) -> Any:
    """Least-squares solutions, as far as shapes do not depend on the ranks of the matrices."""
    name = "torch.linalg.lstsq"
    if self.ndim < 2:
        raise RuntimeError(f"{name}: input must have at least 2 dimensions.")
    if b.ndim < 1:
        raise RuntimeError(f"{name}: other must have at least 1 dimension.")
    if self.dtype != b.dtype:
        raise RuntimeError(f"{name}: Expected input and other to have the same dtype, but got input's dtype "
                           f"{title_of(self.dtype)} and other's dtype {title_of(b.dtype)}")  # fmt: skip
    refuse(self.dtype, "fc", "linalg_lstsq_cpu")
    if driver is not None and driver not in _DRIVERS:
        raise RuntimeError(f"{name}: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)")
    used = driver or "gelsy"
    vector = is_vector_of(self, b)
    right = (*b.shape, 1) if vector else b.shape
    (m, n), batch = self.shape[-2:], self.shape[:-2]
    if len(right) < 2 or right[-2] != m:
        raise RuntimeError(f"{name}: input.size(-2) should match other.size({'-1' if vector else '-2'})")
    batch = broadcast_shapes(batch, right[:-2])
    real, k = to_real(self.dtype), right[-1]
    tall = by_columns(
        (*batch, sym_max(m, n), k), self.dtype
    )  # LAPACK leaves the solution in the memory of the right side
    solution = MetaArray((*batch, n, k), self.dtype, tall.steps)
    if vector:
        solution = MetaArray((*batch, n), self.dtype, tall.steps[:-1])
    residuals = new(batch if vector else (*batch, k), real) if m > n and used != "gelsy" else new((0,), real)
    rank = new(self.shape[:-2], _INT64) if used != "gels" else new((0,), _INT64)
    values = new((*self.shape[:-2], sym_min(m, n)), real) if used in ("gelsd", "gelss") else new((0,), real)
    return solution, residuals, rank, values


@FAKES("linalg_matrix_exp")
def linalg_matrix_exp(self: Any) -> Any:
    """The exponential of matrices."""
    check_matrices("linalg.matrix_exp", self, narrow=True)
    return new(self.shape, self.dtype)


@FAKES("linalg_householder_product")
def linalg_householder_product(input: Any, tau: Any) -> Any:
    """The first columns of a product of reflections."""
    name = "torch.linalg.householder_product"
    if input.ndim < 2:
        raise RuntimeError(f"{name}: input must have at least 2 dimensions.")
    if input.shape[-2] < input.shape[-1]:
        raise RuntimeError(f"{name}: input.shape[-2] must be greater than or equal to input.shape[-1]")
    if tau.shape[-1:] > input.shape[-1:]:
        raise RuntimeError(f"{name}: input.shape[-1] must be greater than or equal to tau.shape[-1]")
    if input.ndim - tau.ndim != 1 or input.shape[:-2] != tau.shape[:-1]:
        raise RuntimeError(f"{name}: Expected tau to have one dimension less than input and the same batch shape")
    if input.dtype != tau.dtype:
        raise RuntimeError(
            f"{name}: tau dtype {title_of(tau.dtype)} does not match input dtype {title_of(input.dtype)}"
        )
    refuse(input.dtype, "fc", "orgqr_cpu")
    return by_columns(input.shape, input.dtype)


@FAKES("geqrf")
def geqrf(self: Any) -> Any:
    """The QR decomposition as reflections: their vectors below R, and their factors."""
    if self.ndim < 2:
        raise RuntimeError("torch.geqrf: input must have at least 2 dimensions.")
    refuse(self.dtype, "fc", "geqrf_cpu")
    return by_columns(self.shape, self.dtype), new((*self.shape[:-2], sym_min(*self.shape[-2:])), self.dtype)


def _check_reflected(self: Any, input2: Any, input3: Any, left: bool) -> None:
    name, at = "torch.ormqr", -2 if left else -1
    if min(self.ndim, input3.ndim) < 2:
        raise RuntimeError(f"{name}: {'input' if self.ndim < 2 else 'other'} must have at least 2 dimensions.")
    if not input2.ndim:
        raise IndexError("Dimension specified as -1 but tensor has no dimensions")
    if input3.shape[at] < input2.shape[-1]:
        raise RuntimeError(f"{name}: other.shape[{at}] must be greater than or equal to tau.shape[-1]")
    if input3.shape[at] != self.shape[-2]:
        raise RuntimeError(f"{name}: other.shape[{at}] must be equal to input.shape[-2]")
    if input2.shape[-1] != sym_min(input3.shape[at], self.shape[-1]):
        raise RuntimeError(f"{name}: tau.shape[-1] must be equal to min(other.shape[{at}], input.shape[-1])")
    if input2.shape[:-1] != self.shape[:-2]:
        raise RuntimeError(f"{name}: Expected tau to have one dimension less than input and the same batch shape")
    if input3.shape[:-2] != self.shape[:-2]:
        raise RuntimeError(f"{name}: Expected other and input to have the same number of dimensions and batch shape")


@FAKES("ormqr")
def ormqr(self: Any, input2: Any, input3: Any, left: bool = True, transpose: bool = False) -> Any:
    """A matrix times a product of reflections."""
    _check_reflected(self, input2, input3, left)
    for name, one in (("tau", input2), ("other", input3)):
        if one.dtype != self.dtype:
            raise RuntimeError(
                f"torch.ormqr: Expected input and {name} to have the same dtype, but input has dtype "
                f"{title_of(self.dtype)} and {name} has dtype {title_of(one.dtype)}"
            )
    refuse(self.dtype, "fc", "orgmr_cpu")
    return by_columns(input3.shape, input3.dtype)
