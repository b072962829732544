"""Products of matrices with what follows them."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.call.packets import ops

__all__ = ["EXPLICIT"]

EXPLICIT = Rules()
aten: Any = ops.aten


@EXPLICIT("_addmm_activation")
def addmm_activation(self: Any, mat1: Any, mat2: Any, *, beta: Any = 1, alpha: Any = 1, use_gelu: bool = False) -> Any:
    """The rectified sum of a matrix and a product; with ``use_gelu`` the Gaussian linear unit of it."""
    made = aten.addmm.default(self, mat1, mat2, beta=beta, alpha=alpha)
    return aten.gelu.default(made) if use_gelu else aten.relu.default(made)
