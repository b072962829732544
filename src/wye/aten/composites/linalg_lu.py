"""LU factors as public functions, written over the operators that have kernels."""

from __future__ import annotations

from typing import Any

from wye.aten.composite_outputs import into, new_output
from wye.aten.declare import Rules
from wye.aten.metadata import ndim_of
from wye.call.packets import ops
from wye.schema.values import DTYPES

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten


@IMPLICIT("linalg_lu_factor")
def linalg_lu_factor(A: Any, *, pivot: bool = True, out: Any = None) -> Any:  # noqa: N803 - the schema's name
    """L and U in one matrix, and the pivots."""
    outs = None if out is None else (*out, new_output(A, DTYPES["int32"]))
    lu, pivots, info = into(outs, aten.linalg_lu_factor_ex.default, A, pivot=pivot, check_errors=False)
    aten._linalg_check_errors.default(info, "torch.linalg.lu_factor", is_matrix=ndim_of(A) == 2)
    return lu, pivots


@IMPLICIT("_lu_with_info")
def lu_with_info(self: Any, pivot: bool = True, check_errors: bool = True) -> Any:
    """L and U in one matrix, the pivots, and the position of the first zero pivot."""
    return tuple(aten.linalg_lu_factor_ex.default(self, pivot=pivot, check_errors=check_errors))


@IMPLICIT("lu_solve")
def lu_solve(self: Any, LU_data: Any, LU_pivots: Any, *, out: Any = None) -> Any:  # noqa: N803 - the schema's names
    """The solution of systems whose matrix is given by its factors."""
    return into(out, aten.linalg_lu_solve.default, LU_data, LU_pivots, self)


@IMPLICIT("matrix_exp")
def matrix_exp(self: Any) -> Any:
    """The exponential of matrices."""
    return aten.linalg_matrix_exp.default(self)


@IMPLICIT("orgqr")
def orgqr(self: Any, input2: Any, *, out: Any = None) -> Any:
    """The first columns of a product of reflections."""
    return into(out, aten.linalg_householder_product.default, self, input2)
