"""Orthogonal polynomials: not differentiable, as in PyTorch."""

from __future__ import annotations

from wye.autograd.rules import NOT_DIFFERENTIABLE, Derivative

__all__ = ["DERIVATIVES"]

_KINDS = (
    *(f"{shifted}chebyshev_polynomial_{kind}" for shifted in ("", "shifted_") for kind in "tuvw"),
    "hermite_polynomial_h",
    "hermite_polynomial_he",
    "laguerre_polynomial_l",
    "legendre_polynomial_p",
)
DERIVATIVES: dict[str, Derivative] = {
    f"special_{kind}{overload}": NOT_DIFFERENTIABLE for kind in _KINDS for overload in ("", ".x_scalar", ".n_scalar")
}
