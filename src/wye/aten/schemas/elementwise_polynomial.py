"""Schemas: orthogonal polynomials."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
special_chebyshev_polynomial_t(Tensor x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_chebyshev_polynomial_t.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_chebyshev_polynomial_t.x_scalar(Scalar x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_chebyshev_polynomial_t.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_chebyshev_polynomial_t.n_scalar(Tensor x, Scalar n) -> Tensor | pointwise pt2_compliant_tag
special_chebyshev_polynomial_t.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_chebyshev_polynomial_u(Tensor x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_chebyshev_polynomial_u.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_chebyshev_polynomial_u.x_scalar(Scalar x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_chebyshev_polynomial_u.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_chebyshev_polynomial_u.n_scalar(Tensor x, Scalar n) -> Tensor | pointwise pt2_compliant_tag
special_chebyshev_polynomial_u.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_chebyshev_polynomial_v(Tensor x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_chebyshev_polynomial_v.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_chebyshev_polynomial_v.x_scalar(Scalar x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_chebyshev_polynomial_v.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_chebyshev_polynomial_v.n_scalar(Tensor x, Scalar n) -> Tensor | pointwise pt2_compliant_tag
special_chebyshev_polynomial_v.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_chebyshev_polynomial_w(Tensor x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_chebyshev_polynomial_w.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_chebyshev_polynomial_w.x_scalar(Scalar x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_chebyshev_polynomial_w.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_chebyshev_polynomial_w.n_scalar(Tensor x, Scalar n) -> Tensor | pointwise pt2_compliant_tag
special_chebyshev_polynomial_w.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_t(Tensor x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_t.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_t.x_scalar(Scalar x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_t.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_t.n_scalar(Tensor x, Scalar n) -> Tensor | pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_t.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_u(Tensor x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_u.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_u.x_scalar(Scalar x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_u.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_u.n_scalar(Tensor x, Scalar n) -> Tensor | pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_u.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_v(Tensor x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_v.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_v.x_scalar(Scalar x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_v.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_v.n_scalar(Tensor x, Scalar n) -> Tensor | pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_v.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_w(Tensor x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_w.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_w.x_scalar(Scalar x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_w.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_w.n_scalar(Tensor x, Scalar n) -> Tensor | pointwise pt2_compliant_tag
special_shifted_chebyshev_polynomial_w.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_hermite_polynomial_h(Tensor x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_hermite_polynomial_h.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_hermite_polynomial_h.x_scalar(Scalar x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_hermite_polynomial_h.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_hermite_polynomial_h.n_scalar(Tensor x, Scalar n) -> Tensor | pointwise pt2_compliant_tag
special_hermite_polynomial_h.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_hermite_polynomial_he(Tensor x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_hermite_polynomial_he.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_hermite_polynomial_he.x_scalar(Scalar x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_hermite_polynomial_he.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_hermite_polynomial_he.n_scalar(Tensor x, Scalar n) -> Tensor | pointwise pt2_compliant_tag
special_hermite_polynomial_he.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_laguerre_polynomial_l(Tensor x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_laguerre_polynomial_l.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_laguerre_polynomial_l.x_scalar(Scalar x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_laguerre_polynomial_l.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_laguerre_polynomial_l.n_scalar(Tensor x, Scalar n) -> Tensor | pointwise pt2_compliant_tag
special_laguerre_polynomial_l.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_legendre_polynomial_p(Tensor x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_legendre_polynomial_p.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_legendre_polynomial_p.x_scalar(Scalar x, Tensor n) -> Tensor | pointwise pt2_compliant_tag
special_legendre_polynomial_p.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_legendre_polynomial_p.n_scalar(Tensor x, Scalar n) -> Tensor | pointwise pt2_compliant_tag
special_legendre_polynomial_p.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
"""  # noqa: E501 - one schema is one line
