"""Fake kernels: symmetric matrices as L D L^T, and what is solved with the factors."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.aten.arrays.windows import new, refuse, text
from wye.aten.declare import Rules
from wye.aten.fake.linalg_solve import by_columns, check_matrices
from wye.tensors.dtypes import title_of
from wye.tensors.layout import broadcast_shapes, wrap_dim

__all__ = ["FAKES"]

FAKES = Rules()
_INT32 = np.dtype("int32")


@FAKES("linalg_ldl_factor_ex")
def linalg_ldl_factor_ex(self: Any, *, hermitian: bool = False, check_errors: bool = False) -> Any:
    """L and D in one matrix, the pivots, and the position of the first zero on the diagonal."""
    check_matrices("torch.linalg.ldl_factor_ex", self, short="ldl_factor_kernel_cpu")
    return by_columns(self.shape, self.dtype), new(self.shape[:-1], _INT32), new(self.shape[:-2], _INT32)


@FAKES("linalg_ldl_solve")
def linalg_ldl_solve(LD: Any, pivots: Any, B: Any, *, hermitian: bool = False) -> Any:  # noqa: N803 - the schema's names
    """The solution of systems whose symmetric matrix is given by its factors."""
    name = "torch.linalg.ldl_solve"
    check_matrices(name, LD, short="ldl_solve_kernel_cpu")
    if B.ndim < 2:
        wrap_dim(-2, B.ndim)
    if pivots.shape != LD.shape[:-1]:
        raise RuntimeError(
            f"{name}: Expected LD.shape[:-1] and pivots.shape to be the same, but got pivots with shape "
            f"{text(pivots.shape)} instead"
        )
    if pivots.dtype.kind not in "iu":
        raise RuntimeError(f"{name}: Expected pivots to be integers. Got {title_of(pivots.dtype)}")
    if LD.dtype != B.dtype:
        raise RuntimeError(
            f"Expected b and A to have the same dtype, but found b of type {title_of(B.dtype)} and A of type "
            f"{title_of(LD.dtype)} instead."
        )
    if B.shape[-2] != LD.shape[-1]:
        raise RuntimeError(
            f"Incompatible matrix sizes for {name}: each A matrix is {LD.shape[-1]} by {LD.shape[-1]} but each b "
            f"matrix is {B.shape[-2]} by {B.shape[-1]}"
        )
    refuse(LD.dtype, "fc", "ldl_solve_kernel_cpu")
    return by_columns((*broadcast_shapes(LD.shape[:-2], B.shape[:-2]), *B.shape[-2:]), B.dtype)
