"""Determinants, inverses, eigenvalues, linear systems."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.transforms.rules.each import each
from wye.transforms.rules.leading import leading
from wye.transforms.rules.moving import front, spread

__all__ = ["BATCHING"]

BATCHING = Rules()
for _name in (
    "linalg_inv_ex", "linalg_cholesky_ex", "cholesky",
    "linalg_qr", "_linalg_eigh", "linalg_eig", "_linalg_svd", "linalg_solve_triangular", "triangular_solve",
):  # fmt: skip
    BATCHING[_name] = leading


@BATCHING("_linalg_det", "_linalg_slogdet")
def _determinant(info: Any, in_dims: Any, a: Any) -> Any:
    x = front(a, in_dims[0]).contiguous()  # the factors depend on how the matrices lie in memory
    return leading(info, [0], x)


@BATCHING("_linalg_solve_ex")
def _solve(info: Any, in_dims: Any, a: Any, b: Any, *, left: bool = True, check_errors: bool = False) -> Any:
    matrices, sides = (spread(x, dim, info.batch_size) for x, dim in zip((a, b), in_dims, strict=True))
    is_vector = sides.ndim == 2 or sides.shape == matrices.shape[:-1]  # of one example, as the operator decides
    if not is_vector:
        if matrices.ndim < sides.ndim:  # the factors of shared matrices have no more dimensions
            return each(info, in_dims, a, b, left=left, check_errors=check_errors)
        return leading(info, in_dims, a, b, left=left, check_errors=check_errors)
    made, *more = info.op(matrices, sides.unsqueeze(-1), left=left, check_errors=check_errors)
    return (made.squeeze(-1), *more), 0


@BATCHING("_linalg_check_errors")
def _check_errors(info: Any, in_dims: Any, codes: Any, api_name: str, *, is_matrix: bool) -> Any:
    return info.op(front(codes, in_dims[0]), api_name, is_matrix=False), None
