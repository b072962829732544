"""Derivatives of pseudo-inverses."""

from __future__ import annotations

from wye.autograd import matrices
from wye.autograd.rules import Derivative, derivative

__all__ = ["DERIVATIVES"]

DERIVATIVES: dict[str, Derivative] = {
    "linalg_pinv.atol_rtol_tensor": derivative(
        self=lambda grad, self, result: matrices.pinv(grad, result, self), node="LinalgPinvBackward0"
    ),
}
