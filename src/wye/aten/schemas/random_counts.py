"""Schemas: random numbers that count events."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
poisson(Tensor self, Generator? generator=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | public(function)
poisson.out(Tensor self, Generator? generator=None, *, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
binomial(Tensor count, Tensor prob, Generator? generator=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag
binomial.out(Tensor count, Tensor prob, Generator? generator=None, *, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag
"""  # noqa: E501 - one schema is one line
