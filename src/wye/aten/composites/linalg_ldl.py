"""Factors of symmetric matrices as a public function, over the operator that has a kernel."""

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


@IMPLICIT("linalg_ldl_factor")
def linalg_ldl_factor(self: Any, *, hermitian: bool = False, out: Any = None) -> Any:
    """L and D of symmetric matrices in one matrix, and the pivots."""
    outs = None if out is None else (*out, new_output(self, DTYPES["int32"]))
    ld, pivots, info = into(outs, aten.linalg_ldl_factor_ex.default, self, hermitian=hermitian, check_errors=False)
    aten._linalg_check_errors.default(info, "torch.linalg.ldl_factor", is_matrix=ndim_of(self) == 2)
    return ld, pivots
