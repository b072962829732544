"""Derivatives of pseudo-inverses."""

from __future__ import annotations

from wye.autograd import factor_tangents, matrices
from wye.autograd.rules import Derivative, derivative

__all__ = ["DERIVATIVES"]

DERIVATIVES: dict[str, Derivative] = {
    "linalg_pinv.atol_rtol_tensor": derivative(
        self=lambda grad, self, result: matrices.pinv(grad, result, self),
        forward=lambda self_t, self, result: factor_tangents.pinv(self_t, self, result),
        node="LinalgPinvBackward0",
    ),
}
