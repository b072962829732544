"""Schemas: random numbers of the gamma and Dirichlet distributions, and how they change with their parameters."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
_standard_gamma(Tensor self, Generator? generator=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | public(function)
_standard_gamma.out(Tensor self, Generator? generator=None, *, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
_standard_gamma_grad(Tensor self, Tensor output) -> Tensor | pt2_compliant_tag | public(function)
_standard_gamma_grad.out(Tensor self, Tensor output, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
_sample_dirichlet(Tensor self, Generator? generator=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | public(function)
_sample_dirichlet.out(Tensor self, Generator? generator=None, *, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
_dirichlet_grad(Tensor x, Tensor alpha, Tensor total) -> Tensor | pt2_compliant_tag | public(function)
_dirichlet_grad.out(Tensor x, Tensor alpha, Tensor total, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
"""  # noqa: E501 - one schema is one line
