"""Factorizations by elimination, and what is solved with them."""

from __future__ import annotations

from wye.aten.declare import Rules
from wye.transforms.rules.leading import leading, with_pivots

__all__ = ["BATCHING"]

BATCHING = Rules()
for _name in ("linalg_lu", "linalg_lu_factor_ex", "lu_unpack", "cholesky_inverse", "cholesky_solve",
              "linalg_matrix_exp", "linalg_householder_product", "geqrf"):  # fmt: skip
    BATCHING[_name] = leading
BATCHING["linalg_lu_solve"] = with_pivots
